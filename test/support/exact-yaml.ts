/** Exact numbers (see exact.ts) in YAML, which has more forms of numbers than JSON. */
import type { ScalarTag, Tags } from 'yaml'
import { Exact, exactly } from '../../src/text/exact.ts'

const hexadecimal = /^0[xo][\da-fA-F]+$/

/** A number in the form of JSON; infinity and NaN, which JSON lacks, are refused. */
function resolve(text: string, refuse: (message: string) => void): unknown {
  if (/[inIN]/.test(text)) return refuse(`${text} is not a number that JSON can hold`)
  if (hexadecimal.test(text)) return exactly(BigInt(text).toString())
  const [, minus = '', whole = '', part = '', power = ''] = /^([-+]?)(\d*)\.?(\d*)((?:[eE][-+]?\d+)?)$/.exec(text) ?? []
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return exactly(`${minus === '-' ? '-' : ''}${digits}${part === '' ? '' : `.${part}`}${power}`)
}

const exactNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof Exact,
  // Only numbers that JavaScript may change: all others are left to the library.
  test: /^(?:[-+]?(?:\.\d+|\d+(?:\.\d*)?)[eE][-+]?\d+|[-+]?\d*\.\d+|[-+]?\d+\.|[-+]?\d{16,}|-0+|0x[\da-fA-F]{13,}|0o[0-7]{17,}|[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
  resolve,
  stringify: ({ value }) => String(value),
}

export const exactNumbers = { customTags: (tags: Tags): Tags => [exactNumber, ...tags] }

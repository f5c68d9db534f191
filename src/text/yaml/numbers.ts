/** Exact numbers (see exact.ts) in YAML, which has more forms of numbers than JSON. */
import { defineScalarTag, NOT_RESOLVED } from 'js-yaml'
import { Exact, exactly } from '../exact.ts'

/** A number as JSON writes it. */
function readNumber(source: string, unheld: (source: string) => unknown): unknown {
  if (/^(?:0|-?[1-9]\d{0,14})$/.test(source)) return Number(source)
  if (/^0(?:x[\da-fA-F]+|o[0-7]+)$/.test(source)) return exactly(BigInt(source).toString())
  const [found, minus, whole = '', part = '', power] = /^(?:(-)|\+)?(?=\.?\d)(\d*)(?:\.(\d*))?([eE][-+]?\d+)?$/.exec(source) ?? []
  if (found !== undefined)
    return exactly(`${minus ?? ''}${whole.replace(/^0+(?=\d)/, '') || '0'}${part === '' ? '' : `.${part}`}${power ?? ''}`)
  if (/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/.test(source)) return unheld(source)
  return NOT_RESOLVED
}

/** In place of the library's. `unheld`: for infinity and what is no number, which JSON lacks. */
export const numberTags = (unheld: (source: string) => unknown) =>
  ['int', 'float'].map((name) =>
    defineScalarTag(`tag:yaml.org,2002:${name}`, {
      implicit: true,
      implicitFirstChars: [...'-+.0123456789'],
      resolve: (source) => readNumber(source, unheld),
      identify: (value) => typeof value === 'number' || value instanceof Exact,
    }),
  )

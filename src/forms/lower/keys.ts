/** Ids and names from the names of the source: the same for everybody who imports the same survey, in whichever language. */
import { createHash } from 'node:crypto'
import { fixedKeys, uuidV5 } from '../../model/document/ids.ts'

const namespace = '80094b89-d5ef-53cc-b892-227fd4eb53de'

export const questionId = (key: string, seed = ''): string => uuidV5(namespace, (seed + key).normalize('NFC'))

/** The source's own value; a long one by its hash. */
export function optionId(value: string): string {
  const id = value.trim()
  return id !== '' && id.length <= 64 ? id : `o${createHash('sha256').update(value).digest('hex').slice(0, 8)}`
}

/** A name that none of these has: with a number behind it where it is taken. */
export function free(name: string, taken: { has: (name: string) => boolean }, sign = '-'): string {
  for (let count = 1; ; count++) {
    const tried = count === 1 ? name : `${name}${sign}${count}`
    if (!taken.has(tried)) return tried
  }
}

const folded = (key: string): string => key.normalize('NFKD').replaceAll(/\p{M}/gu, '')

interface Named {
  key: string
  name: string
}

/** Keys of a document: lower case, digits, hyphens. */
export function documentKeys(screens: readonly (Named & { type: string })[]): Map<string, string> {
  const made = new Map<string, string>()
  const taken = new Set<string>(fixedKeys)
  screens.forEach(({ key, name: called, type }, index) => {
    const stem = folded(called)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^[-0-9]+(?=[a-z])|-+$/g, '')
    const name = free(/^[a-z]/.test(stem) ? stem.slice(0, 36).replace(/-+$/, '') : `${type}-${index + 1}`, taken)
    taken.add(name)
    made.set(key, name)
  })
  return made
}

/** What names of columns must not be, in SPSS, SQL or because an answer has a column of its own so called. */
const reserved = /^(all|and|by|eq|ge|gt|le|lt|ne|not|or|to|with|id|date_start|date_end|duration_s|is_complete|is_screenout|month)$/i

/** Names of columns, as `answer sync --keys` reads them. */
export function columnNames(questions: readonly Named[]): Map<string, string> {
  const made = new Map<string, string>()
  const taken = new Set<string>()
  for (const { key, name: called } of questions) {
    const word = folded(called)
      .replaceAll(/[^A-Za-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 40)
    const plain = word
      .replace(/_(\d+)$/, '$1')
      .replace(/_(urls)$/i, '$1')
      .replace(/_+$/, '')
    const stem = /^[A-Za-z]/.test(plain) && !reserved.test(plain) ? plain : `q${plain}`
    const name = free(stem, { has: (tried) => taken.has(tried.toLowerCase()) }, /\d$/.test(stem) ? 'x' : '')
    taken.add(name.toLowerCase())
    made.set(key, name)
  }
  return made
}

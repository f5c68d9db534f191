/** Names of variables: Latin, short, valid in SPSS, SQL and R. */
import { usageError } from '../../errors.ts'
import { withoutMarkup } from '../../model/markup.ts'
import { isObject } from '../../text/is-object.ts'
import { networkNames } from './keeping.ts'

const cyrillic = new Map(Object.entries<string>({
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p',
  р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya',
  і: 'i', ї: 'yi', є: 'ye', ґ: 'g', ў: 'u',
})) // prettier-ignore
const latin = new Map(Object.entries<string>({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }))

const reserved = new Set(['all', 'and', 'by', 'eq', 'ge', 'gt', 'le', 'lt', 'ne', 'not', 'or', 'to', 'with'])
/** Columns of the answer itself, and the one that partitions add. */
const ownNames = new Set(['id', 'date_start', 'date_end', 'duration_s', 'is_complete', 'is_screenout', 'month', ...networkNames])

const longest = 24
/** Leaves room for the codes of a row and an option, within the 64 bytes of SPSS. */
const longestGiven = 48

const inLatin = (title: string): string =>
  [...withoutMarkup(title).toLowerCase()]
    .map((char) => cyrillic.get(char) ?? latin.get(char) ?? char)
    .join('')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')

/** A name made from a title; empty where no letter or digit of it can be kept. */
export function slug(title: string): string {
  const words = inLatin(title)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  while (words[0] !== undefined && /^\d/.test(words[0])) words.shift()
  let text = ''
  for (const word of words) {
    const longer = text === '' ? word.slice(0, longest) : `${text}_${word}`
    if (longer.length > longest) break
    text = longer
  }
  // `key_1` is an option's column, `key_urls` that of files.
  const name = text.replace(/_(\d+)$/, '$1').replace(/_(urls|v\d+)$/, '$1')
  return reserved.has(name) || ownNames.has(name) ? '' : name
}

const isTaken = (name: string, used: ReadonlySet<string>): boolean => used.has(name) || ownNames.has(name)

/** A name that isn't taken yet; `used` holds names in lower case. */
export function freeKey(title: string, place: number, used: ReadonlySet<string>): string {
  const wanted = slug(title) || `q${place}`
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : /\d$/.test(wanted) ? `${wanted}x${count}` : `${wanted}${count}`
    if (!isTaken(name, used)) return name
  }
}

/** The name of a question that changed its kind: `KEY_v2`, or the next one that isn't taken. */
export function freeVersion(key: string, version: number, used: ReadonlySet<string>): string {
  for (let count = version; ; count++) if (!isTaken(`${key}_v${count}`.toLowerCase(), used)) return `${key}_v${count}`
}

/** By the id of a question: each text that answers gave, and the option that it means (by title, code or id). */
export type FormerLabels = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Names and labels that are known when a survey is read. */
export interface KnownNames {
  /** That a person chose, by the ids of questions. */
  keys: Readonly<Record<string, string>>
  labels?: FormerLabels | undefined
  /** Labels that are known from elsewhere, each with the id of its option. */
  former?: FormerLabels | undefined
}

/** What a file of `--keys` says: `UUID: KEY` lines, and `labels`. */
export interface Naming {
  keys: Record<string, string>
  labels: FormerLabels
}

const said = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : isObject(value) ? 'a map' : value === null ? 'nothing' : `"${String(value)}"`

/** Checks what a person wrote, and reports all problems at once, each with its place: `keys.yaml: `. */
export function checkNaming({ labels = {}, ...keys }: Readonly<Record<string, unknown>>, place = ''): Naming {
  const problems: string[] = []
  const checked: Record<string, string> = {}
  const seen = new Map<string, string>()
  for (const [id, key] of Object.entries(keys)) {
    const name = String(typeof key === 'string' ? key : '')
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name) || name.length > longestGiven || /_(\d+|urls)?$/.test(name))
      problems.push(
        `${id}: ${said(key)} is no name: one has letters, digits and _, begins with a letter, is at most ${longestGiven} long, and does not end in _, _NUMBER or _urls`,
      )
    else if (reserved.has(name.toLowerCase()) || ownNames.has(name.toLowerCase())) problems.push(`${id}: "${name}" is reserved`)
    else if (seen.has(name.toLowerCase())) problems.push(`${id}: "${name}" is the key of ${seen.get(name.toLowerCase())} as well`)
    else seen.set(name.toLowerCase(), id)
    checked[id] = name
  }
  if (!isLabels(labels)) problems.push(`labels: ${said(labels)} is not {UUID: {FORMER LABEL: OPTION}}`)
  if (problems.length > 0 || !isLabels(labels)) throw usageError(problems.map((problem) => place + problem))
  return { keys: checked, labels }
}

const isLabels = (labels: unknown): labels is FormerLabels =>
  isObject(labels) &&
  Object.values(labels).every(
    (list) => isObject(list) && Object.values(list).every((option) => typeof option === 'string' || typeof option === 'number'),
  )

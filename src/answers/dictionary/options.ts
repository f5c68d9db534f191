/** The options of a question: each keeps its code for good, and every title that it ever had. */
import { withoutMarkup } from '../../model/markup.ts'
import type { KnownOption } from './shape.ts'

export interface SeenOption {
  id: string
  title: string
  score?: number
}

/** For options of older publications that are found later: whoever didn't choose one may not have been offered it. */
export const neverOffered = '9999-12-31T23:59:59Z'

const firstUnlisted = 1001
export const unlistedId = 'unlisted:'
/** Bounds, as free texts in the place of options would fill the dictionary. */
const mostUnlisted = 10_000
const longestUnlisted = 10_000

const isNumber = (id: string): boolean => /^\d{1,6}$/.test(id) && String(Number(id)) === id

/** Without markup; as it is where nothing else is left. */
export const titleOf = (text: string): string => withoutMarkup(text).trim() || text

export interface OptionFacts {
  /** Of the question. */
  type?: string
  /** From when on options that are new were offered. */
  since?: string | undefined
}

/** Adds and renames options as the service now lists them. True when files must be written again, as labels in them changed. */
export function mergeOptions(known: KnownOption[], seen: readonly SeenOption[], { type, since }: OptionFacts = {}): boolean {
  const byId = new Map(known.map((option) => [option.id, option]))
  const used = new Set(known.map(({ code }) => code))
  const numbers = seen.every(({ id }) => isNumber(id)) && new Set(seen.map(({ id }) => id)).size === seen.length
  let rewrite = false
  seen.forEach(({ id, title, score }, index) => {
    const option = byId.get(id)
    if (option) {
      rewrite = renameOption(option, title) || rewrite
      if (score !== undefined) option.score = score
      return
    }
    // A text that counted as unlisted so far is this option from now on.
    rewrite ||= known.some((other) => other.unlisted && other.title === title)
    const code = codeFor({ id, place: index + 1, numbers, yesno: type === 'yesno' }, used)
    used.add(code)
    const fresh: KnownOption = { id, code, title, was: [], gone: false, ...(score !== undefined && { score }), ...(since && { since }) }
    known.push(fresh)
    byId.set(id, fresh)
  })
  return rewrite
}

function renameOption(option: KnownOption, title: string): boolean {
  option.gone = false
  if (option.title === title) return false
  if (!option.was.includes(option.title)) option.was.push(option.title)
  option.title = title
  option.was = option.was.filter((text) => text !== title)
  return true
}

function codeFor(option: { id: string; place: number; numbers: boolean; yesno: boolean }, used: ReadonlySet<number>): number {
  const wanted = option.yesno ? (option.id === 'yes' ? 1 : 0) : option.numbers ? Number(option.id) : option.place
  if (!used.has(wanted)) return wanted
  let code = Math.max(0, ...[...used].filter((one) => one < firstUnlisted)) + 1
  while (used.has(code)) code++
  return code
}

/** Adds an option for a text that matches none; `undefined` where there are too many of them, or it is too long for one. */
export function addUnlisted(known: KnownOption[], text: string): KnownOption | undefined {
  let [count, code] = [0, firstUnlisted]
  for (const option of known) {
    if (option.unlisted) count++
    if (option.code >= code) code = option.code + 1
  }
  if (count >= mostUnlisted || text.length > longestUnlisted) return undefined
  const option: KnownOption = { id: `${unlistedId}${text}`, code, title: text, was: [], gone: true, unlisted: true, since: neverOffered }
  known.push(option)
  return option
}

export const labelOf = ({ title }: KnownOption): string => titleOf(title)

/** An option by its code, id or exact title. */
export const optionNamed = (options: readonly KnownOption[], name: string): KnownOption | undefined =>
  options.find(({ code }) => String(code) === name) ??
  options.find(({ id }) => id === name) ??
  options.find((option) => option.title === name || labelOf(option) === name)

/** Finds the options that a text names. Titles may contain the separators that stand between them. */
import { withoutMarkup } from '../../model/markup.ts'
import type { KnownOption } from '../dictionary/shape.ts'
import { Effort, Split } from './split.ts'

/** What was read from a text. */
export interface OptionReading {
  codes: number[]
  /** Parts that match no option. */
  unknown: string[]
  /** It could be read in another way as well. */
  ambiguous: boolean
}

const separators = ['; ', ', '] as const
export type Separator = (typeof separators)[number]

/** Also a separator at the end of a title, whose blank stands only in the text. */
const countSeparators: Record<Separator, (text: string) => number> = {
  '; ': (text) => text.match(/;(?=\s|$)/g)?.length ?? 0,
  ', ': (text) => text.match(/,(?=\s|$)/g)?.length ?? 0,
}

const normalized = (text: string): string => withoutMarkup(text).replace(/\s+/g, ' ').trim()

/** Options by title, id and normalized title. */
export class OptionLookup {
  readonly #byTitle = new Map<string, KnownOption>()
  readonly #byId = new Map<string, KnownOption>()
  readonly #bySpelling = new Map<string, KnownOption>()
  readonly #duplicateTitles = new Set<string>()

  readonly #mostSeparators: Record<Separator, number> = { '; ': 0, ', ': 0 }
  readonly #effort: Effort
  #longest = 0

  constructor(options: readonly KnownOption[], effort = new Effort()) {
    this.#effort = effort
    for (const { id, title, was } of options) this.#measure(id, title, ...was)
    const official = options.filter(({ unlisted }) => !unlisted)
    // Current titles win over former ones, and both over texts that matched no option before.
    for (const option of official.filter(({ gone }) => !gone)) this.#addCurrentTitle(option.title, option)
    for (const option of official) {
      this.#byId.set(option.id, option)
      for (const title of [option.title, ...option.was]) if (!this.#byTitle.has(title)) this.#byTitle.set(title, option)
    }
    for (const option of options) if (option.unlisted) this.add(option)
    for (const [title, option] of this.#byTitle)
      if (!this.#bySpelling.has(normalized(title))) this.#bySpelling.set(normalized(title), option)
  }

  add(option: KnownOption): void {
    this.#measure(option.title)
    if (!this.#byTitle.has(option.title)) this.#byTitle.set(option.title, option)
  }

  #measure(...titles: readonly string[]): void {
    this.#longest = Math.max(this.#longest, ...titles.map((text) => text.length))
    for (const separator of separators)
      this.#mostSeparators[separator] = Math.max(
        this.#mostSeparators[separator],
        ...titles.flatMap((text) => [text, withoutMarkup(text)].map(countSeparators[separator])),
      )
  }

  /** The most separators that any known title or id contains: a part with more of them can't be one. */
  mostSeparators(separator: Separator): number {
    return this.#mostSeparators[separator]
  }

  #addCurrentTitle(title: string, option: KnownOption): void {
    if (this.#byTitle.has(title)) this.#duplicateTitles.add(title)
    else this.#byTitle.set(title, option)
  }

  /** A longer text is no option, in whatever spaces and tags a title is written. */
  get longest(): number {
    return this.#longest * 2 + 100
  }

  /** By a text: a title first, since the service writes titles. */
  find(text: string): KnownOption | undefined {
    const isOption = text.length <= this.longest
    this.#effort.spend(isOption ? text.length : 0)
    if (!isOption) return undefined
    return this.#byTitle.get(text) ?? this.#byId.get(text) ?? this.#bySpelling.get(normalized(text))
  }

  /** By a value in an array or object: an id first. */
  findId(text: string): KnownOption | undefined {
    return this.#byId.get(text) ?? this.find(text)
  }

  /** Two options have this title, or it is the title of one and the id of another. */
  isAmbiguous(text: string): boolean {
    const [byTitle, byId] = [this.#byTitle.get(text), this.#byId.get(text)]
    return this.#duplicateTitles.has(text) || (byTitle !== undefined && byId !== undefined && byTitle !== byId)
  }

  parseOne(text: string): OptionReading {
    const option = this.find(text)
    return { codes: option ? [option.code] : [], unknown: option ? [] : [text], ambiguous: this.isAmbiguous(text) }
  }

  /** `A; B`: the reading with the fewest unknown parts, and of these the one with the longest titles. */
  parseList(text: string, separator: Separator): OptionReading {
    const pieces = new Split(text, separator)
    const most = this.#mostSeparators[separator]
    const best: Step[] = [{ start: 0, unknown: 0, parts: 0, ways: 1 }]
    for (let end = 1; end <= pieces.count; end++) {
      let first = end - 1
      while (first > 0 && end - first <= most && pieces.endOf(end - 1) - pieces.startOf(first - 1) <= this.longest) first--
      let found: Step | undefined
      for (let start = first; start < end; start++) {
        const isKnown = this.find(pieces.joined(start, end)) !== undefined
        // Each piece may stand alone: every step has one before it.
        if (isKnown || end - start === 1) found = better(found, best[start]!, start, isKnown)
      }
      best.push(found!)
    }
    const parts: string[] = []
    for (let end = pieces.count; end > 0; end = best[end]!.start) parts.push(pieces.joined(best[end]!.start, end))
    return this.#reading(parts.reverse(), best.at(-1)!.ways > 1, true)
  }

  #reading(parts: readonly string[], ambiguous: boolean, isSet: boolean): OptionReading {
    const found = parts.map((part) => this.find(part))
    const codes = found.flatMap((option) => (option ? [option.code] : []))
    return {
      codes: isSet ? [...new Set(codes)] : codes,
      unknown: parts.filter((_, index) => !found[index]),
      ambiguous: ambiguous || parts.some((part) => this.isAmbiguous(part)),
    }
  }

  /** `1. A; 2. B`. */
  parseRanking(text: string): OptionReading {
    if (!text.startsWith('1. ')) return this.parseList(text, '; ')
    const [parts, ways] = this.#parseRanks(text)
    return this.#reading(ways === 0 ? text.slice(3).split(/; \d+\. /) : parts, ways > 1, false)
  }

  /** The reading with known titles only, the shortest ones first, and how many such readings there are; two stand for more. */
  #parseRanks(text: string): [parts: string[], ways: number] {
    const marks = Map.groupBy(text.matchAll(/; (\d+)\. /g), ([, rank]) => rank)
    // For each rank: where its title may begin, each with where the title of the next rank may begin then.
    const ranks: Map<number, number[]>[] = []
    let starts = new Map<number, number[]>([[3, []]])
    while (starts.size > 0) {
      ranks.push(starts)
      const next = new Map<number, number[]>()
      const after = marks.get(String(ranks.length + 1)) ?? []
      for (const [from, nextStarts] of starts) {
        for (const { 0: mark, index } of after) {
          if (index < from || index - from > this.longest || !this.find(text.slice(from, index))) continue
          nextStarts.push(index + mark.length)
          next.set(index + mark.length, [])
        }
        this.#effort.spend(after.length)
      }
      starts = next
    }
    // In how many ways the text can be read from a start on.
    const ways = new Map<number, number>()
    for (const rank of ranks.toReversed())
      for (const [from, nextStarts] of rank) {
        const many = nextStarts.reduce((sum, to) => sum + ways.get(to)!, this.find(text.slice(from)) ? 1 : 0)
        ways.set(from, Math.min(many, 2))
      }
    const parts: string[] = []
    for (let [rank, from] = [0, 3]; ; rank++) {
      const to = ranks[rank]?.get(from)?.find((start) => ways.get(start)! > 0)
      if (to === undefined) return [[...parts, text.slice(from)], ways.get(3)!]
      parts.push(text.slice(from, to - `; ${rank + 2}. `.length))
      from = to
    }
  }
}

/** The best reading up to a piece: its last part begins at piece `start`. */
interface Step {
  start: number
  unknown: number
  parts: number
  /** How many equally good readings there are. */
  ways: number
}

/** Fewest unknown parts; then fewest parts, which are the longest titles. */
function better(now: Step | undefined, before: Step, start: number, isKnown: boolean): Step {
  const unknown = before.unknown + (isKnown ? 0 : 1)
  if (now && now.unknown < unknown) return now
  const parts = before.parts + 1
  if (!now || now.unknown > unknown) return { start, unknown, parts, ways: before.ways }
  const ways = now.ways + before.ways
  return now.parts <= parts ? { ...now, ways } : { start, unknown, parts, ways }
}

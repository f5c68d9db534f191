/** Finds the options that a text names. Titles may contain the separators that stand between them. */
import { withoutMarkup } from '../../model/markup.ts'
import type { KnownOption } from '../dictionary/shape.ts'

/** What was read from a text. */
export interface Reading {
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

  constructor(options: readonly KnownOption[]) {
    for (const { id, title, was } of options) this.#countSeparators(id, title, ...was)
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
    this.#countSeparators(option.title)
    if (!this.#byTitle.has(option.title)) this.#byTitle.set(option.title, option)
  }

  #countSeparators(...titles: readonly string[]): void {
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

  /** By a text: a title first, since the service writes titles. */
  find(text: string): KnownOption | undefined {
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

  parseOne(text: string): Reading {
    const option = this.find(text)
    return { codes: option ? [option.code] : [], unknown: option ? [] : [text], ambiguous: this.isAmbiguous(text) }
  }

  /** `A; B`: the reading with the fewest unknown parts, and of these the one with the longest titles. */
  parseList(text: string, separator: Separator): Reading {
    const pieces = text.split(separator)
    const most = this.#mostSeparators[separator]
    const best: (Candidate | undefined)[] = [nothing]
    for (let end = 1; end <= pieces.length; end++) {
      for (let start = Math.max(0, end - 1 - most); start < end; start++) {
        const title = pieces.slice(start, end).join(separator)
        const isKnown = this.find(title) !== undefined
        const front = best[start]
        if (front && (isKnown || end - start === 1)) best[end] = better(best[end], front, title, isKnown)
      }
    }
    const { parts, ways } = best[pieces.length] ?? nothing
    const found = parts.map((part) => this.find(part))
    return {
      codes: [...new Set(found.flatMap((option) => (option ? [option.code] : [])))],
      unknown: parts.filter((_, index) => !found[index]),
      ambiguous: ways > 1 || parts.some((part) => this.isAmbiguous(part)),
    }
  }

  /** `1. A; 2. B`. */
  parseRanking(text: string): Reading {
    if (!text.startsWith('1. ')) return this.parseList(text, '; ')
    const ways: string[][] = []
    this.#parseRanks(text, 3, 2, [], ways)
    const parts = ways[0] ?? text.slice(3).split(/; \d+\. /)
    const found = parts.map((part) => this.find(part))
    return {
      codes: found.flatMap((option) => (option ? [option.code] : [])),
      unknown: parts.filter((_, index) => !found[index]),
      ambiguous: ways.length > 1 || parts.some((part) => this.isAmbiguous(part)),
    }
  }

  /** Collects into `ways` the readings with known titles only; two are enough to know that it is ambiguous. */
  #parseRanks(text: string, from: number, next: number, before: readonly string[], ways: string[][]): void {
    const mark = `; ${next}. `
    for (let at = text.indexOf(mark, from); at >= 0 && ways.length < 2; at = text.indexOf(mark, at + 1)) {
      const part = text.slice(from, at)
      if (this.find(part)) this.#parseRanks(text, at + mark.length, next + 1, [...before, part], ways)
    }
    const last = text.slice(from)
    if (ways.length < 2 && this.find(last)) ways.push([...before, last])
  }
}

interface Candidate {
  unknown: number
  parts: string[]
  /** How many equally good readings there are. */
  ways: number
}

/** Fewest unknown parts; then fewest parts, which are the longest titles. */
const nothing: Candidate = { unknown: 0, parts: [], ways: 1 }

function better(now: Candidate | undefined, before: Candidate, title: string, isKnown: boolean): Candidate {
  const unknown = before.unknown + (isKnown ? 0 : 1)
  if (now && now.unknown < unknown) return now
  const parts = [...before.parts, title]
  if (!now || now.unknown > unknown) return { unknown, parts, ways: before.ways }
  const ways = now.ways + before.ways
  return now.parts.length <= parts.length ? { ...now, ways } : { unknown, parts, ways }
}

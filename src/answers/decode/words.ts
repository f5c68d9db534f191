/** Reads words back into options: titles may contain the very signs that stand between them. */
import { plain } from '../../model/markup.ts'
import type { KnownOption } from '../dictionary/shape.ts'

/** Codes found in a text; words that fit nothing; whether it could be read in another way as well. */
export interface Reading {
  codes: number[]
  unknown: string[]
  ambiguous: boolean
}

const separators = ['; ', ', '] as const
export type Separator = (typeof separators)[number]

/** One at the end of a title may have its blank in the text. */
const counters: Record<Separator, (text: string) => number> = {
  '; ': (text) => text.match(/;(?=\s|$)/g)?.length ?? 0,
  ', ': (text) => text.match(/,(?=\s|$)/g)?.length ?? 0,
}

const normal = (text: string): string => plain(text).replace(/\s+/g, ' ').trim()

/** Looks options up by what may stand for them. */
export class Words {
  readonly #byTitle = new Map<string, KnownOption>()
  readonly #byId = new Map<string, KnownOption>()
  readonly #bySpelling = new Map<string, KnownOption>()
  readonly #doubled = new Set<string>()

  readonly #most: Record<Separator, number> = { '; ': 0, ', ': 0 }

  constructor(options: readonly KnownOption[]) {
    for (const { id, title, was } of options) this.#measure(id, title, ...was)
    const official = options.filter(({ unlisted }) => !unlisted)
    // Present titles win over old ones, and both over words that fitted nothing before.
    for (const option of official.filter(({ gone }) => !gone)) this.#title(option.title, option)
    for (const option of official) {
      this.#byId.set(option.id, option)
      for (const title of [option.title, ...option.was]) if (!this.#byTitle.has(title)) this.#byTitle.set(title, option)
    }
    for (const option of options) if (option.unlisted) this.add(option)
    for (const [title, option] of this.#byTitle) if (!this.#bySpelling.has(normal(title))) this.#bySpelling.set(normal(title), option)
  }

  add(option: KnownOption): void {
    this.#measure(option.title)
    if (!this.#byTitle.has(option.title)) this.#byTitle.set(option.title, option)
  }

  #measure(...titles: readonly string[]): void {
    for (const separator of separators)
      this.#most[separator] = Math.max(this.#most[separator], ...titles.flatMap((text) => [text, plain(text)].map(counters[separator])))
  }

  /** The most separators that something known has within it: a longer run of words need not be looked up. */
  most(separator: Separator): number {
    return this.#most[separator]
  }

  #title(title: string, option: KnownOption): void {
    if (this.#byTitle.has(title)) this.#doubled.add(title)
    else this.#byTitle.set(title, option)
  }

  /** Of words: a title first, for it is titles that the service writes. */
  find(text: string): KnownOption | undefined {
    return this.#byTitle.get(text) ?? this.#byId.get(text) ?? this.#bySpelling.get(normal(text))
  }

  /** Of a value in an array or object: an id first. */
  findId(text: string): KnownOption | undefined {
    return this.#byId.get(text) ?? this.find(text)
  }

  /** Two options have this title, or it is the id of another one. */
  isUnsure(text: string): boolean {
    const [byTitle, byId] = [this.#byTitle.get(text), this.#byId.get(text)]
    return this.#doubled.has(text) || (byTitle !== undefined && byId !== undefined && byTitle !== byId)
  }

  one(text: string): Reading {
    const option = this.find(text)
    return { codes: option ? [option.code] : [], unknown: option ? [] : [text], ambiguous: this.isUnsure(text) }
  }

  /** `A; B`: the reading with the fewest unknown words, of these the one with the longest titles. */
  list(text: string, separator: Separator): Reading {
    const pieces = text.split(separator)
    const most = this.#most[separator]
    const best: (Way | undefined)[] = [{ unknown: 0, parts: [], ways: 1 }]
    for (let end = 1; end <= pieces.length; end++) {
      for (let start = Math.max(0, end - 1 - most); start < end; start++) {
        const title = pieces.slice(start, end).join(separator)
        const known = this.find(title) !== undefined
        if (known || end - start === 1) best[end] = better(best[end], best[start]!, title, known)
      }
    }
    const { parts, ways } = best[pieces.length]!
    const found = parts.map((part) => this.find(part))
    return {
      codes: [...new Set(found.flatMap((option) => (option ? [option.code] : [])))],
      unknown: parts.filter((_, index) => !found[index]),
      ambiguous: ways > 1 || parts.some((part) => this.isUnsure(part)),
    }
  }

  /** `1. A; 2. B`. */
  ranking(text: string): Reading {
    if (!text.startsWith('1. ')) return this.list(text, '; ')
    const ways: string[][] = []
    this.#ranks(text, 3, 2, [], ways)
    const parts = ways[0] ?? text.slice(3).split(/; \d+\. /)
    const found = parts.map((part) => this.find(part))
    return {
      codes: found.flatMap((option) => (option ? [option.code] : [])),
      unknown: parts.filter((_, index) => !found[index]),
      ambiguous: ways.length > 1 || parts.some((part) => this.isUnsure(part)),
    }
  }

  /** Ways to read it with known titles only; two of them are enough to know that it is ambiguous. */
  #ranks(text: string, from: number, next: number, before: readonly string[], ways: string[][]): void {
    const mark = `; ${next}. `
    for (let at = text.indexOf(mark, from); at >= 0 && ways.length < 2; at = text.indexOf(mark, at + 1)) {
      const part = text.slice(from, at)
      if (this.find(part)) this.#ranks(text, at + mark.length, next + 1, [...before, part], ways)
    }
    const last = text.slice(from)
    if (ways.length < 2 && this.find(last)) ways.push([...before, last])
  }
}

interface Way {
  unknown: number
  parts: string[]
  /** How many readings are as good. */
  ways: number
}

/** Fewest unknown parts; then fewest parts, which are the longest titles. */
function better(now: Way | undefined, before: Way, title: string, known: boolean): Way {
  const unknown = before.unknown + (known ? 0 : 1)
  if (now && now.unknown < unknown) return now
  const parts = [...before.parts, title]
  if (!now || now.unknown > unknown) return { unknown, parts, ways: before.ways }
  const ways = now.ways + before.ways
  return now.parts.length <= parts.length ? { ...now, ways } : { unknown, parts, ways }
}

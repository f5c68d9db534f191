/** Where the values of a YAML text stand in it. For a text that `readYaml` reads. */
import { COLLECTION_STYLE, EVENT_ID, getScalarValue, SCALAR_STYLE, type Event } from 'js-yaml'
import { yamlEvents } from './events.ts'

/** A value with its anchor and tag; offsets, `end` exclusive. An alias, and an implied null, which is empty, count as scalars. */
export interface YamlNode {
  kind: 'scalar' | 'map' | 'list'
  start: number
  end: number
  /** In brackets or braces. */
  flow: boolean
  /** Where its bracket, its first dash or key begins; of a scalar its start. */
  open: number
  items: YamlItem[]
}

/** Of a map, with its key; or of a list. */
export interface YamlItem {
  key?: YamlNode
  name: string
  value: YamlNode
}

/** `undefined` for an empty text. */
export function yamlTree(text: string): YamlNode | undefined {
  const events = yamlEvents(text)
  // The first opens the document.
  return events.length > 2 ? new Reader(text, events).read() : undefined
}

class Reader {
  readonly #text: string
  readonly #events: readonly Event[]
  #next = 1
  /** Where the last value ended. */
  #at = 0

  constructor(text: string, events: readonly Event[]) {
    this.#text = text
    this.#events = events
  }

  read(): YamlNode {
    const event = this.#events[this.#next++]!
    const own = propertiesStart(event)
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      const start = own ?? event.start
      const kind = event.type === EVENT_ID.MAPPING ? 'map' : 'list'
      const flow = event.style === COLLECTION_STYLE.FLOW
      this.#at = flow ? event.start + 1 : event.start
      const items = this.#items(kind === 'map', flow)
      // A pair in a list in brackets, as `[a: b]`, has none of its own.
      if (flow && '[{'.includes(this.#text[event.start] ?? '')) this.#at = this.#skip(/(?:[\s,:?]|#.*)*[\]}]/y)
      return { kind, start, end: this.#at, flow, open: event.start, items }
    }
    const [start, end] = this.#scalarRange(event)
    this.#at = end
    return { kind: 'scalar', start: own ?? start, end, flow: false, open: start, items: [] }
  }

  #items(named: boolean, flow: boolean): YamlItem[] {
    const items: YamlItem[] = []
    while (this.#events[this.#next]?.type !== EVENT_ID.POP) {
      if (!named && !flow) this.#at = this.#skip(/(?:\s|#.*)*-/y)
      const event = this.#events[this.#next]!
      const key = named ? this.read() : undefined
      const name = named && event.type === EVENT_ID.SCALAR ? getScalarValue(this.#text, event) : String(items.length)
      items.push({ ...(key && { key }), name, value: this.read() })
    }
    this.#next++
    return items
  }

  #scalarRange(event: Event): [number, number] {
    if (event.type === EVENT_ID.ALIAS) return [event.anchorStart - 1, event.anchorEnd]
    if (event.type !== EVENT_ID.SCALAR) return [this.#at, this.#at]
    const { style, valueStart, valueEnd, tagEnd, anchorEnd } = event
    if (valueStart < 0) return [this.#at, Math.max(this.#at, tagEnd, anchorEnd)]
    if (style === SCALAR_STYLE.PLAIN) return [valueStart, valueEnd]
    if (style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK) return [this.#skip(/(?:[\s:?-]|#.*)*/y), valueEnd]
    return [valueStart - 1, valueEnd + 1]
  }

  #skip(pattern: RegExp): number {
    pattern.lastIndex = this.#at
    return pattern.test(this.#text) ? pattern.lastIndex : this.#at
  }
}

function propertiesStart(event: Event): number | undefined {
  const starts = [
    'tagStart' in event ? event.tagStart : -1,
    'anchorStart' in event && event.anchorStart >= 0 ? event.anchorStart - 1 : -1,
  ].filter((start) => start >= 0)
  return starts.length > 0 ? Math.min(...starts) : undefined
}

import { parseEvents, YAMLException, type Event } from 'js-yaml'

export const deepest = 100
/** Each takes another pass. */
const mostOutdented = 50

/**
 * What a YAML text consists of, by offsets. A bracket or brace that closes at the indentation of its key, as in JSON, is against the
 * specification, and people write it all the same: it is read as if it stood further in.
 */
export function yamlEvents(text: string): Event[] {
  const outdented: number[] = []
  for (;;) {
    try {
      return withOffsets(parseEvents(indented(text, outdented), { maxDepth: deepest }), outdented)
    } catch (error) {
      if (!(error instanceof YAMLException) || error.mark === undefined) throw error
      const at = offsetIn(error.mark.position, outdented)
      const isOutdented = error.reason === 'deficient indentation' && /^[\]}]/.test(text.slice(at, at + 1))
      if (!isOutdented || outdented.length === mostOutdented) throw new YAMLException(error.reason, { ...error.mark, position: at })
      outdented.push(at)
    }
  }
}

const blanks = ' '.repeat(1000)

const indented = (text: string, at: readonly number[]): string =>
  [...at, undefined].map((end, index) => text.slice(at[index - 1] ?? 0, end)).join(blanks)

/** The offset in the text as it was. */
const offsetIn = (offset: number, outdented: readonly number[]): number => {
  const before = outdented.filter((at, index) => at + index * blanks.length < offset).length
  return offset - before * blanks.length
}

function withOffsets(events: Event[], outdented: readonly number[]): Event[] {
  if (outdented.length === 0) return events
  const names = ['start', 'valueStart', 'valueEnd', 'anchorStart', 'anchorEnd', 'tagStart', 'tagEnd']
  const moved = (name: string, value: unknown): unknown =>
    names.includes(name) && typeof value === 'number' && value >= 0 ? offsetIn(value, outdented) : value
  // Of each its own fields, with other numbers.
  return events.map(
    (event) => Object.fromEntries(Object.entries(event).map(([name, value]) => [name, moved(name, value)])) as unknown as Event,
  )
}

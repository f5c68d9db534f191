/**
 * Reads YAML 1.2, core schema (which includes JSON): keys are unique, custom tags are refused, numbers stay as they are written.
 * What a small text could grow into is bounded: its depth, and what its aliases stand for.
 */
import { constructFromEvents, CORE_SCHEMA, EVENT_ID, mapTag, YAMLException, type Event } from 'js-yaml'
import { deepest, yamlEvents } from './events.ts'
import { numberTags } from './numbers.ts'
import { positionsIn, type TextPosition } from './places.ts'

const mostAliases = 100
/** Values, with those that aliases repeat. */
const mostRepeated = 100_000

export interface YamlProblem extends TextPosition {
  message: string
}

export interface ReadYaml {
  value: unknown
  problem?: YamlProblem
}

class NoNumber extends Error {}

const schema = CORE_SCHEMA.withTags(
  numberTags((source) => {
    throw new NoNumber(source)
  }),
  {
    ...mapTag,
    addPair: (map: Record<string, unknown>, key, value) => (key === null ? 'a key must be a text' : mapTag.addPair(map, key, value)),
  },
)

export function readYaml(text: string): ReadYaml {
  const problem = (at: number, message: string): ReadYaml => ({ value: undefined, problem: { ...positionsIn(text)(at), message } })
  let events: Event[] = []
  try {
    events = yamlEvents(text)
    const refused = aliasProblem(events, text)
    if (refused) return problem(refused.at, refused.message)
    const [value = null, ...more] = constructFromEvents(events, { source: text, schema })
    return more.length > 0 ? problem(secondDocument(text), 'a second document begins (---); a file holds one') : { value }
  } catch (error) {
    if (error instanceof YAMLException) return problem(error.mark?.position ?? 0, reasons.get(error.reason) ?? error.reason)
    if (!(error instanceof NoNumber)) throw error
    const at = events.findIndex((event) => event.type === EVENT_ID.SCALAR && text.slice(event.valueStart, event.valueEnd) === error.message)
    return problem(startOf(events[at]), `${error.message} is not a number that JSON can hold`)
  }
}

const reasons = new Map(
  Object.entries<string>({
    'duplicated mapping key': 'this key is there twice',
    'tab characters must not be used in indentation': 'Tabs are not allowed as indentation; put spaces there',
    [`nesting exceeded maxDepth (${deepest})`]: `nested deeper than ${deepest} levels`,
    'deficient indentation': 'indented less than what it belongs to',
    'object-based map does not support complex keys': 'a key must be a text',
  }),
)

const secondDocument = (text: string): number => {
  const begins = [...text.matchAll(/^---(?=\s|$)/gm)].map(({ index }) => index)
  return (/^(?:\s|#.*|%.*)*---(?=\s|$)/.test(text) ? begins[1] : begins[0]) ?? 0
}

const startOf = (event: Event | undefined): number =>
  event && 'valueStart' in event
    ? event.valueStart
    : event && 'start' in event
      ? event.start
      : event && 'anchorStart' in event
        ? event.anchorStart
        : 0

/** What is wrong with aliases: too many, within what they name, or a few that stand for very much. */
function aliasProblem(events: readonly Event[], text: string): { at: number; message: string } | undefined {
  let aliases = 0
  let repeated = 0
  const sizes = new Map<string, number>()
  const open: { name: string | undefined; size: number }[] = [{ name: undefined, size: 0 }]
  const add = (size: number, name?: string) => {
    if (name !== undefined) sizes.set(name, size)
    open[open.length - 1]!.size += size
  }
  for (const event of events) {
    const name = 'anchorStart' in event && event.anchorStart >= 0 ? text.slice(event.anchorStart, event.anchorEnd) : undefined
    if (event.type === EVENT_ID.SCALAR) add(1, name)
    else if (event.type === EVENT_ID.POP) {
      const closed = open.pop()
      if (closed && open.length > 0) add(closed.size, closed.name)
    } else if (event.type !== EVENT_ID.ALIAS) open.push({ name, size: 1 })
    else {
      const refuse = (message: string) => ({ at: event.anchorStart - 1, message })
      if (open.some((each) => each.name === name)) return refuse(`*${name} stands inside what it names`)
      const size = sizes.get(name ?? '') ?? 0
      add(size)
      repeated += size
      if (++aliases > mostAliases) return refuse(`there are more than ${mostAliases} aliases (*name)`)
      if (repeated > mostRepeated) return refuse(`what aliases (*name) repeat is more than ${mostRepeated.toLocaleString('en')} values`)
    }
  }
  return undefined
}

/**
 * What is kept of answers: questions may be left out or made digests, and addresses and browsers are kept only where they are asked
 * for. Of two places that say otherwise the later decision counts, so that nothing comes back from an older folder.
 */
import { usageError } from '../../errors.ts'
import { isOneOf } from '../../text/is-one-of.ts'
import type { Dictionary, Keeping, KnownQuestion } from './shape.ts'

/** Columns of the answer itself that are kept on demand, under the name of the service. */
export const networkNames = ['ip_address', 'user_agent'] as const
type NetworkName = (typeof networkNames)[number]

export const isNetwork = (name: string): boolean => isOneOf(networkNames, name)

/** The decision over both of them. */
const network = 'network'

const decisionOf = ({ keeping }: Dictionary, name: string): Keeping | undefined => keeping?.[name]?.how

export const keepingOf = (dictionary: Dictionary, id: string): Keeping => decisionOf(dictionary, id) ?? 'plain'

export const keepingOfNetwork = (dictionary: Dictionary, name: NetworkName): Keeping =>
  decisionOf(dictionary, network) === 'plain' ? keepingOf(dictionary, name) : 'excluded'

export const keepsNetwork = (dictionary: Dictionary): boolean => decisionOf(dictionary, network) === 'plain'

/** Questions as they stand in data: without those that are left out; digests are texts. */
export const storedQuestions = (dictionary: Dictionary): KnownQuestion[] =>
  dictionary.questions.flatMap((question): KnownQuestion[] => {
    const how = keepingOf(dictionary, question.id)
    if (how === 'plain') return [question]
    return how === 'excluded' ? [] : [{ ...question, kind: 'text', digestOf: question.kind, options: [], rows: [] }]
  })

/** The dictionary for what reads a store: with the questions as they stand in it. */
export const asStored = (dictionary: Dictionary): Dictionary => {
  if (!dictionary.questions.some(({ id }) => keepingOf(dictionary, id) !== 'plain')) return dictionary
  return { ...dictionary, questions: storedQuestions(dictionary) }
}

/** What a person asks for: keys, or ids, of questions; names of network facts. */
export interface WantedKeeping {
  network?: boolean | undefined
  exclude: readonly string[]
  hash: readonly string[]
  /** Neither excluded nor hashed any more. */
  include: readonly string[]
}

export const isDecided = ({ network: asked, exclude, hash, include }: WantedKeeping): boolean =>
  asked !== undefined || exclude.length + hash.length + include.length > 0

/** Takes a person's decisions into the dictionary. `drafted`: ids of questions that may be published later. */
export function noteDecisions(dictionary: Dictionary, wanted: WantedKeeping, drafted: readonly string[]): void {
  const lists = [
    [wanted.exclude, 'excluded', '--exclude'],
    [wanted.hash, 'hashed', '--hash'],
    [wanted.include, 'plain', '--include'],
  ] as const
  const problems: string[] = []
  const at = new Date().toISOString()
  const note = (name: string, how: Keeping): void => {
    if ((dictionary.keeping?.[name]?.how ?? 'plain') !== how || (name === network && !dictionary.keeping?.[name]))
      (dictionary.keeping ??= {})[name] = { how, at }
  }
  if (wanted.network !== undefined) note(network, wanted.network ? 'plain' : 'excluded')
  for (const [names, how, flag] of lists)
    for (const name of names) {
      const ids = idsOf(dictionary, name, drafted)
      if (ids.length === 0) problems.push(`${flag}: survey ${dictionary.quiz} has no variable "${name}"`)
      for (const id of ids) note(id, how)
    }
  const keys = decidableNames(dictionary)
  if (problems.length > 0) throw usageError(problems, `It has ${keys.slice(0, 20).join(', ')}${keys.length > 20 ? ' …' : ''}`)
}

const decidableNames = ({ questions }: Dictionary): string[] => [...questions.map(({ key }) => key), ...networkNames]

function idsOf({ questions }: Dictionary, name: string, drafted: readonly string[]): string[] {
  if (isNetwork(name) || drafted.includes(name)) return [name]
  return [...new Set(questions.filter(({ key, id }) => key.toLowerCase() === name.toLowerCase() || id === name).map(({ id }) => id))]
}

/** The later decision about each name counts. */
export function adoptKeeping(ours: Dictionary, theirs: Dictionary): void {
  for (const [name, decision] of Object.entries(theirs.keeping ?? {})) {
    const own = ours.keeping?.[name]
    if (!own || own.at < decision.at) (ours.keeping ??= {})[name] = decision
  }
}

/** The keeping of each name for which it isn't the usual one: questions as they are, no network facts. In a fixed order, so that it can be compared as text. */
export function unusualKeeping(dictionary: Dictionary): Record<string, Keeping> {
  const entries = Object.keys(dictionary.keeping ?? {}).flatMap((name): [string, Keeping][] => {
    const how = keepingOf(dictionary, name)
    return name === network || isNetwork(name) || how === 'plain' ? [] : [[name, how]]
  })
  for (const name of networkNames)
    if (keepingOfNetwork(dictionary, name) !== 'excluded') entries.push([name, keepingOfNetwork(dictionary, name)])
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Keys of the variables that are left out, or are digests. */
export const keysWithKeeping = (dictionary: Dictionary, how: Keeping): string[] => [
  ...dictionary.questions.filter(({ id }) => keepingOf(dictionary, id) === how).map(({ key }) => key),
  ...(how === 'hashed' ? networkNames.filter((name) => keepingOfNetwork(dictionary, name) === how) : []),
]

/** Names whose keeping is another one now. */
export function changedKeeping(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name])
}

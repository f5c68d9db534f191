/** The state from before `surveyctl.yaml` had environments: it is of one of them, and which one has to be said. */
import { CommandError, usageError } from '../../errors.ts'
import { toCopy } from '../../text/to-copy.ts'
import { implicit } from '../files/config.ts'
import { configPath, stateKey, statePath, whyNoName } from '../files/layout.ts'
import { parseText, updateText } from '../../model/document/text.ts'
import { isObject } from '../../text/is-object.ts'
import type { Project } from '../files/project.ts'
import { namesIn, readWithin } from '../files/read-within.ts'
import { removeEmptyFolder, removeWithin, writeExactly, writeWithin } from '../files/write-within.ts'
import { readState, refuseForeign, type Account } from './state.ts'

export const unnamed = implicit.name

/** Told with the command that ends it; a person is asked. */
export class UnnamedState extends CommandError {}

const keysOf = ({ root }: Project, environment: string): string[] =>
  namesIn(root, statePath(environment)).flatMap((file) => stateKey(file) ?? [])

/** Refuses surveys to be taken for new ones of this account (`unknown`: their keys), whose state still has no environment. */
export function refuseUnnamed(project: Project, environment: string, account: Account, unknown: readonly string[]): void {
  if (unknown.length === 0 || project.config.environments.some(({ name }) => name === unnamed)) return
  const there = keysOf(project, unnamed).filter((key) => {
    const state = unknown.includes(key) ? readState(project, unnamed, key) : undefined
    return state && state.base_url === account.base_url && state.workspace_id === account.workspace_id
  })
  if (there.length === 0) return
  throw new UnnamedState(
    'usage',
    `The state of ${there.join(', ')} is in ${statePath(unnamed)}, from before ${configPath} had environments; it is of this account, and environment ${environment} does not have it`,
    { hint: toCopy`To make it that of ${environment}: surveyctl project env add ${environment} --from ${unnamed}` },
  )
}

export interface Named {
  name: string
  profile: string | undefined
  /** Whose state becomes its own. */
  from: string | undefined
}

interface Entries {
  text: string
  value: Record<string, unknown>
  environments: Record<string, unknown>
}

function entriesOf({ root }: Project): Entries {
  const text = readWithin(root, configPath) ?? ''
  const { value } = parseText(text)
  const given = isObject(value) ? value : {}
  return { text, value: given, environments: isObject(given.environments) ? given.environments : {} }
}

/** The profile that the file names for it, if it is there. */
export const profileOf = ({ config }: Project, name: string): string | undefined =>
  config.environments.find((each) => each.name === name)?.profile

/** Returns the keys whose state was moved. */
export function addEnvironment(project: Project, { name, profile, from }: Named, account: Account): string[] {
  const why = whyNoName(name)
  if (why !== undefined) throw usageError(`"${name}" ${why}`)
  const { text, value, environments } = entriesOf(project)
  const isThere = Object.hasOwn(environments, name)
  if (isThere && from === undefined) throw usageError(`${configPath} has environment ${name} already`)
  const before = profileOf(project, name)
  if (isThere && profile !== undefined && profile !== before)
    throw usageError(
      `Environment ${name} of ${configPath} has ${before === undefined ? 'no profile' : `profile ${before}`}, not ${profile}`,
    )
  const keys = from === undefined ? [] : movable(project, { name, from, environments }, account)
  for (const key of keys) writeExactly(project.root, statePath(name, key), readWithin(project.root, statePath(from ?? '', key)) ?? '')
  const entry = profile === undefined ? {} : { profile }
  if (!isThere) writeWithin(project.root, configPath, updateText(text, { ...value, environments: { ...environments, [name]: entry } }))
  // Last, so that what was cut off is done again by the same command.
  for (const key of keys) removeWithin(project.root, statePath(from ?? '', key))
  if (from !== undefined) removeEmptyFolder(project.root, statePath(from))
  return keys
}

function movable(
  project: Project,
  { name, from, environments }: { name: string; from: string; environments: object },
  account: Account,
): string[] {
  if (from === name) throw usageError(`--from ${from} is the environment itself`)
  if (Object.hasOwn(environments, from)) throw usageError(`${from} is an environment of ${configPath}: its state stays its own`)
  const keys = keysOf(project, from)
  if (keys.length === 0) throw usageError(`${statePath(from)} holds no state`)
  const states = keys.map((key) => [key, readState(project, from, key)] as const)
  refuseForeign(states, from, account)
  const text = (environment: string, key: string): string | undefined => readWithin(project.root, statePath(environment, key))
  const other = keys.filter((key) => text(name, key) !== undefined && text(name, key) !== text(from, key))
  if (other.length > 0) throw usageError(`Environment ${name} has a state of ${other.join(', ')} already`)
  return keys
}

/** What a survey is connected to: only a person connects most of it, so a file can say what is to be, and must wait for it. */
import { listIntegrations, type IntegrationState } from '../../contract/integration.ts'
import { CommandError } from '../../errors.ts'
import { isObject, type DocumentProblem } from '../../model/document/shape.ts'
import { canonical } from '../../model/document/tree.ts'
import type { Reading, Section, Step } from './section.ts'

export type Unnamed = Omit<Step, 'section'>
export type Facts = Readonly<Record<string, unknown>>
/** `null`: not connected. */
export type Connections = Readonly<Record<string, Facts | null>>

/** The overview stands for all that are not connected: nothing more is asked of them. */
export async function isConnected({ context, id, shared }: Reading, name: string): Promise<boolean> {
  const { integrations } = await shared('integrations', () => context.call(listIntegrations, { id }))
  const state: IntegrationState | undefined = integrations[name]
  if (typeof state?.connected !== 'boolean') throw new CommandError('refused', `the service does not show whether ${name} is connected`)
  return state.connected
}

/** `null` where it isn't connected. A first pull leaves out what the plan doesn't have; a file that names it is told. */
export async function readConnection(reading: Reading, name: string, read: () => Promise<Facts>): Promise<Facts | null | undefined> {
  if (!(await isConnected(reading, name))) return null
  try {
    return await read()
  } catch (error) {
    if (reading.ours === undefined && error instanceof CommandError && error.kind === 'forbidden') return undefined
    throw error
  }
}

/** What the file names; all of them where there is no file yet. What isn't asked for stays as it is remembered. */
export async function readNamed(
  reading: Reading,
  names: readonly string[],
  read: (name: string) => Promise<Facts>,
): Promise<{ value: Connections }> {
  const found: Record<string, Facts | null> = { ...(reading.base as Connections | undefined) }
  for (const name of names.filter((each) => reading.ours === undefined || (reading.ours as Connections)[each] !== undefined)) {
    const facts = await readConnection(reading, name, () => read(name))
    if (facts !== undefined) found[name] = facts
  }
  return { value: found }
}

/** Of an answer the fields that files have. */
export const picked = (answer: Facts, names: readonly string[]): Facts =>
  Object.fromEntries(names.flatMap((name) => (answer[name] === undefined || answer[name] === null ? [] : [[name, answer[name]]])))

/** Fields of a file that are to be others than they are. */
export const changedFields = (now: Facts | null | undefined, next: Facts): Facts =>
  Object.fromEntries(Object.entries(next).filter(([name, value]) => value !== undefined && canonical(value) !== canonical(now?.[name])))

export const switchOf = (fields: Facts, step: (action: 'activate' | 'deactivate') => Pick<Unnamed, 'operation' | 'input'>): Unnamed[] =>
  typeof fields.is_active === 'boolean'
    ? [{ stage: fields.is_active ? 'on' : 'off', ...step(fields.is_active ? 'activate' : 'deactivate') }]
    : []

/** What a person connected because the files want it is as the files say: what it has is no one's change. */
const begunOne = (base: unknown, theirs: unknown): unknown => (base === null && theirs !== null && theirs !== undefined ? theirs : base)

const isOff = (value: unknown): boolean => value === null || value === undefined
const notConnected = 'is not connected yet: a person connects it in the cabinet'

type Waiting = Pick<Section, 'needsSight' | 'isUsual' | 'first' | 'begun' | 'waits'>

export const oneConnection: Waiting = {
  needsSight: true,
  isUsual: (value) => value === null,
  begun: begunOne,
  waits: ({ now, next }) => (isOff(now) && !isOff(next) ? [{ path: [], why: notConnected }] : []),
}

export const namedConnections: Waiting = {
  needsSight: true,
  isUsual: (value) => Object.values(value as Connections).every((facts) => facts === null),
  first: (value) => Object.fromEntries(Object.entries(value as Connections).filter(([, facts]) => facts !== null)),
  begun: (base, theirs) =>
    isObject(base) && isObject(theirs)
      ? Object.fromEntries(Object.entries(base).map(([name, value]) => [name, begunOne(value, theirs[name])]))
      : base,
}

/** Those that only a person can connect, and nobody has yet. */
export const waitsFor =
  (names: readonly string[]): NonNullable<Section['waits']> =>
  ({ now, next }) => {
    const [there, wanted] = [now, next].map((value) => (isObject(value) ? value : {})) as [Facts, Facts]
    return names.filter((name) => isOff(there[name]) && !isOff(wanted[name])).map((name) => ({ path: [name], why: notConnected }))
  }

export const goesOff = (now: unknown, next: unknown): boolean => !isOff(now) && next === null

export const unknownFields = (fields: Facts, known: readonly string[], at: readonly string[] = []): DocumentProblem[] =>
  Object.keys(fields)
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: [...at, name], message: `is not known; there are ${known.join(', ')}` }))

export const wrongSwitch = ({ is_active }: Facts, at: readonly string[] = []): DocumentProblem[] =>
  is_active === undefined || typeof is_active === 'boolean' ? [] : [{ path: [...at, 'is_active'], message: 'must be true or false' }]

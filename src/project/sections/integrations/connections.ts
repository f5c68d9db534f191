/** Connections of a survey to other services. Most are made by a person only: a file says what is wanted, and waits for it. */
import { listIntegrations, type IntegrationState } from '../../../contract/integrations/integration.ts'
import { CommandError } from '../../../errors.ts'
import type { DocumentProblem } from '../../../model/document/shape.ts'
import type { Reading, Section, SectionStep } from '../section.ts'

export type Facts = Readonly<Record<string, unknown>>
/** `null`: not connected. */
export type Connections = Readonly<Record<string, Facts | null>>

/** From the overview of all integrations: those that aren't connected need no further request. */
export async function isConnected({ service, id, shared }: Reading, name: string): Promise<boolean> {
  const { integrations } = await shared('integrations', () => service.call(listIntegrations, { id }))
  const state: IntegrationState | undefined = integrations[name]
  if (typeof state?.connected !== 'boolean') throw new CommandError('refused', `the service does not show whether ${name} is connected`)
  return state.connected
}

/** `null` where it isn't connected. */
export const readConnection = async (reading: Reading, name: string, read: () => Promise<Facts>): Promise<Facts | null | undefined> =>
  (await isConnected(reading, name)) ? unlessLacking(reading, read) : null

/** A first pull leaves out what the plan doesn't have; a file that names it is told. */
export async function unlessLacking<T>({ ours }: Reading, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (ours === undefined && error instanceof CommandError && error.kind === 'forbidden') return undefined
    throw error
  }
}

/** Reads what the file names, or all where there is no file yet. The others stay as they are remembered. */
export async function readNamed<Name extends string, Value>(
  reading: Reading<Readonly<Record<string, Value>>>,
  names: readonly Name[],
  read: (name: Name) => Promise<Value | undefined>,
): Promise<{ value: Record<string, Value> }> {
  const found: Record<string, Value> = { ...reading.base }
  for (const name of names.filter((each) => reading.ours === undefined || reading.ours[each] !== undefined)) {
    const value = await read(name)
    if (value !== undefined) found[name] = value
  }
  return { value: found }
}

/** Those fields of an answer that files have. */
export const picked = (answer: Facts, names: readonly string[]): Facts =>
  Object.fromEntries(names.flatMap((name) => (answer[name] === undefined || answer[name] === null ? [] : [[name, answer[name]]])))

export const switchSteps = (
  fields: Facts,
  step: (action: 'activate' | 'deactivate') => Pick<SectionStep, 'operation' | 'input'>,
): SectionStep[] =>
  typeof fields.is_active === 'boolean'
    ? [{ stage: fields.is_active ? 'on' : 'off', ...step(fields.is_active ? 'activate' : 'deactivate') }]
    : []

/** What a person has connected since because the file wants it counts as the base: what the service has of it is no one's change. */
const rebasedConnection = (base: Facts | null, now: Facts | null | undefined, next: Facts | null | undefined): Facts | null =>
  base === null && now && next ? now : base

const isUnconnected = (value: unknown): boolean => value === null || value === undefined
const notConnected = 'is not connected yet: a person connects it in the cabinet'

type ConnectionRules<Value> = Pick<Section<Value>, 'mustBeRead' | 'isDefault' | 'onFirstPull' | 'rebase' | 'waitsForPerson'>

export const oneConnection: ConnectionRules<Facts | null> = {
  mustBeRead: true,
  isDefault: (value) => value === null,
  rebase: (base, { now, next }) => rebasedConnection(base, now, next),
  waitsForPerson: ({ now, next }) => (isUnconnected(now) && !isUnconnected(next) ? [{ path: [], why: notConnected }] : []),
}

export const namedConnections: ConnectionRules<Connections> = {
  mustBeRead: true,
  isDefault: (value) => Object.values(value).every((facts) => facts === null),
  onFirstPull: (value) => Object.fromEntries(Object.entries(value).filter(([, facts]) => facts !== null)),
  rebase: (base, { now, next }) =>
    Object.fromEntries(Object.entries(base).map(([name, value]) => [name, rebasedConnection(value, now?.[name], next?.[name])])),
}

/** Connections that only a person can make, and nobody has made yet. */
export const waitsFor =
  (names: readonly string[]): NonNullable<Section<Connections>['waitsForPerson']> =>
  ({ now, next }) =>
    names.filter((name) => isUnconnected(now?.[name]) && !isUnconnected(next[name])).map((name) => ({ path: [name], why: notConnected }))

export const disconnects = (now: unknown, next: unknown): boolean => !isUnconnected(now) && next === null

export const switchProblems = ({ is_active }: Facts, at: readonly string[] = []): DocumentProblem[] =>
  is_active === undefined || typeof is_active === 'boolean' ? [] : [{ path: [...at, 'is_active'], message: 'must be true or false' }]

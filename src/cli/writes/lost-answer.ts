/**
 * A write that must not be repeated, and whose answer was lost: how things stand is looked up, so that what was done is
 * reported as done. What a look can't decide is reported as unknown, with what it showed.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { subjectOf } from '../../client/subject.ts'
import { isEntityCode, pathNames, type AnyOperation, type Input } from '../../contract/core/operation.ts'
import { CommandError } from '../../errors.ts'
import type { Command } from '../command.ts'
import { isAlike } from './alike.ts'
import type { Service, Trace } from '../../service.ts'

type Values = Readonly<Record<string, unknown>>

export interface Written {
  operation: AnyOperation
  input: Values
  /** The command's trace before the write. */
  before: Trace | undefined
  /** What a replacement replaces, as it was before, where that is known. */
  replaced?: Values | undefined
  command: Command
  service: Service
}

/** `says`: what shows it. */
export interface Verdict {
  state: 'done' | 'undone' | 'changed' | 'unknown'
  says?: string
}

/** Milliseconds: a write may be carried out a moment after the connection broke. */
const secondLook = 500
/** Milliseconds that looking up may take. */
const longest = 10_000

/** Looks twice before it says that nothing was done. */
export async function lookUp(written: Written): Promise<Verdict> {
  const first = await lookOnce(written)
  if (first.state !== 'undone') return first
  await wait(secondLook)
  return lookOnce(written)
}

export const lookOnce = (written: Written): Promise<Verdict> => Promise.race([look(written), wait(longest, unknown, { ref: false })])

const unknown: Verdict = { state: 'unknown' }

async function look(written: Written): Promise<Verdict> {
  const { operation, command } = written
  try {
    if (operation.replaces) return await byState(written)
    if (command.definition.trace && operation === command.operation) return await byTrace(written)
    return operation.method === 'DELETE' ? await byAbsence(written) : await byList(written)
  } catch (error) {
    // The failure of the write is reported, not that of looking it up.
    if (error instanceof CommandError) return unknown
    throw error
  }
}

/** The fields that this write sends, as the service has them now; `undefined`: no operation shows them. */
export async function readReplaced(
  { call }: Pick<Service, 'call'>,
  { replaces, body }: AnyOperation,
  input: Values,
): Promise<Values | undefined> {
  if (!replaces || replaces === 'unread') return undefined
  const { by, asks, shows } = replaces
  const shown = shows((await call(by, { ...pathValues(by, input), ...asks(input) })) as never, input)
  const sent = Object.keys(body).filter((name) => shown && Object.hasOwn(shown, name) && input[name] !== undefined)
  return shown && sent.length > 0 ? Object.fromEntries(sent.map((name) => [name, shown[name]])) : undefined
}

/** A whole that was replaced is ours, what was there before, or somebody else's. */
async function byState({ operation, input, replaced, service }: Written): Promise<Verdict> {
  const now = await readReplaced(service, operation, input)
  if (!now) return unknown
  if (Object.entries(now).every(([name, value]) => isAlike(value, input[name]))) return { state: 'done' }
  return replaced ? { state: isAlike(now, replaced) && isAlike(replaced, now) ? 'undone' : 'changed' } : unknown
}

async function byTrace({ before, command, service, input }: Written): Promise<Verdict> {
  const now = before && (await command.definition.trace?.(service, { ...input }))
  if (!now) return unknown
  return now.mark === before?.mark ? { state: 'undone' } : { state: 'done', says: now.says }
}

/** What was to be removed is there, or it isn't. */
async function byAbsence({ operation, command, service, input }: Written): Promise<Verdict> {
  const name = pathNames(operation.path).at(-1)
  if (name === undefined || !operation.path.endsWith(`{${name}}`)) return unknown
  const reads = readsOf(command)
  const view = reads.find(({ path }) => path === operation.path)
  if (view) {
    const isGone = await service.call(view, pathValues(view, input)).then(
      () => false,
      (error: unknown) => {
        if (error instanceof CommandError && isEntityCode(error.facts.code ?? '')) return true
        throw error
      },
    )
    return { state: isGone ? 'done' : 'undone' }
  }
  const list = reads.find(({ path, rows }) => rows !== undefined && `${path}/{${name}}` === operation.path)
  if (!list) return unknown
  const rows = await rowsOf(list, input, service)
  if (rows.some(({ id }) => id === undefined)) return unknown
  return { state: rows.some(({ id }) => String(id) === String(input[name])) ? 'undone' : 'done' }
}

/** What a thing is called: other fields may be kept in another form than they were sent. */
const names = ['name', 'title', 'email']
const plain = (text: unknown): string => String(text).normalize().replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Something called like what was to be added: nobody can tell whether this request made it, or another one before. */
async function byList({ operation, command, service, input }: Written): Promise<Verdict> {
  const list = readsOf(command).find(({ path, rows }) => rows !== undefined && path === operation.path)
  const name = names.find((each) => Object.hasOwn(operation.body, each) && typeof input[each] === 'string')
  if (!list || name === undefined) return unknown
  const rows = await rowsOf(list, input, service)
  if (rows.some((row) => row[name] === undefined)) return unknown
  const alike = rows.filter((row) => plain(row[name]) === plain(input[name])).map(({ id }) => String(id))
  if (alike.length === 0) return { state: 'undone' }
  return { state: 'unknown', says: `one of this ${name} is there (${alike.join(', ')}), made by this request or before it` }
}

/** Of its group, without those of others that would have to be loaded. */
const readsOf = ({ siblings = [] }: Command): AnyOperation[] =>
  siblings
    .flatMap(({ operation, definition: { also = [] } }) => [operation ?? [], also].flat())
    .filter((each): each is AnyOperation => typeof each === 'object' && each.method === 'GET' && !each.file)

const pathValues = ({ path }: AnyOperation, input: Values): Input<AnyOperation> =>
  Object.fromEntries(pathNames(path).map((name) => [name, input[name]]))

async function rowsOf(list: AnyOperation, input: Values, service: Service): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = []
  for await (const rows of service.rows(list, pathValues(list, input))) all.push(...rows)
  return all
}

/** The result of a write that was done, with a note; of any other throws a failure that says what is known. */
export function resultOf(verdict: Verdict, { operation, input, service }: Written, failure: CommandError): unknown {
  const { state, says } = verdict
  const it = subjectOf(operation, input)
  const result = state === 'done' ? operation.result.safeParse({}) : undefined
  if (result?.success) {
    service.note(
      `${it}: the answer was lost, but the service shows that it was done${says === undefined ? '' : `: ${says} is there since`}`,
    )
    return result.data
  }
  if (state === 'undone')
    throw new CommandError(failure.kind, `${it}: not done, as the service shows. ${failure.message}`, {
      ...failure.facts,
      unclear: false,
      undone: true,
      retryable: true,
      hint: 'It can be tried again',
    })
  if (state === 'changed')
    throw new CommandError('refused', `${it} was changed meanwhile by somebody else, and is not as it was sent. The answer was lost`, {
      ...failure.facts,
      code: 'changed_meanwhile',
      retryable: false,
      hint: `${failure.facts.hint ?? 'Check it'}. To have it as it was meant: run the command again`,
    })
  if (says === undefined) throw failure
  throw new CommandError(failure.kind, failure.message, {
    ...failure.facts,
    hint: [`${it}: ${says}`, failure.facts.hint].filter(Boolean).join('. '),
  })
}

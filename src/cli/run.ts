/** One command, from what was typed to what is shown: gather, ask, check, resolve, confirm, call, show. */
import type { AnyOperation } from '../contract/core/operation.ts'
import type { Field } from '../contract/core/fields.ts'
import { CommandError, usageError } from '../errors.ts'
import { isEndless, type Command, type CommandDefinition, type Values } from './command.ts'
import type { Context } from './context.ts'
import { gather, nameOf, type Gathered, type TypedArguments } from './gather.ts'
import { readFlags, type TypedFlags } from './flags/read.ts'
import { flagsFor } from './flags/table.ts'
import { readData, readLines } from './input.ts'
import type { IO } from '../system/io.ts'
import { readValue } from './flags/of-field.ts'
import type { RunOne } from './bulk/item.ts'
import { Session, type SessionDependencies } from './session/session.ts'
import { isObject } from '../text/is-object.ts'
import { failureOnSameAccount } from '../text/same-account.ts'
import { fieldsOf, surveysIn, type Shape } from './shape.ts'

export interface Typing {
  /** The command, as it is called: `quiz view`. */
  name: string
  args: TypedArguments
  options: TypedFlags
}

export async function perform(
  command: Command,
  shape: Shape,
  { name, args, options }: Typing,
  dependencies: SessionDependencies,
): Promise<void> {
  const { io, settings } = dependencies
  io.interruption.listen()
  const refusing = isEndless(command.definition, options) ? flagsFor(shape).filter(({ finite }) => finite) : undefined
  const flags = readFlags(options, io.env, (profile) => settings.preferredOutput(profile), refusing)
  const { SURVEYCTL_API_KEY: key, SURVEYCTL_API_KEY_FILE: keyFile } = io.env
  if (keyFile && !key) settings.pipedKey = await (await import('./key-pipe.ts')).readKeyPipe(keyFile, flags.timeout, io.interruption.signal)
  const data = shape.takesFile && flags.file !== undefined ? await readData(flags.file, io) : undefined
  const given = shape.bulk ? await withStandardInput(args, io) : args
  const gathered = gather(shape, command.definition, { args: given, options, ...(data !== undefined && { data }) })
  // `auth switch --profile X`: named all the same.
  const named = gathered.missing.find((name) => command.definition.asks?.[name] === 'profile')
  if (named !== undefined && flags.profile !== undefined) {
    gathered.input[named] = flags.profile
    gathered.missing.splice(gathered.missing.indexOf(named), 1)
  }
  const env = typeof options.env === 'string' ? options.env : undefined
  const account = { profile: flags.profile, workspace: flags.workspace, env }
  const session = new Session(flags, command, { ...dependencies, account })
  try {
    for (const warning of gathered.warnings ?? []) session.show.warn(warning)
    if (shape.bulk && given !== args && given[0]?.length === 0) {
      session.show.note('No survey was named on standard input; nothing to do.')
      return await session.present.endReport()
    }
    await checkAndSend({ name, args, options }, command, shape, gathered, session)
    await session.end()
  } catch (error) {
    throw error instanceof CommandError ? failureOnSameAccount(error, account) : error
  } finally {
    session.close()
  }
}

async function checkAndSend(
  { name, options }: Typing,
  command: Command,
  shape: Shape,
  gathered: Gathered,
  session: Session,
): Promise<void> {
  if (gathered.problems.length === 0 && session.consent.canAsk) await askMissing(shape, gathered, session, command)
  refuseIncomplete(name, shape, gathered)
  if (shape.isWrite) session.consent.guardWrite()
  if (shape.isWrite) await session.refuseBrokenFilter()
  const input = shape.bulk ? gathered.input : await resolve(shape, gathered.input, session)
  await send(command, shape, input, options, session)
}

/** `-` in place of survey references reads them from standard input, one a line. */
async function withStandardInput(args: TypedArguments, io: IO): Promise<TypedArguments> {
  const [references, ...rest] = args
  if (!Array.isArray(references) || !references.includes('-')) return args
  const lines = await readLines('-', io)
  return [references.flatMap((reference) => (reference === '-' ? lines : [reference])), ...rest]
}

async function askMissing(shape: Shape, gathered: Gathered, session: Session, { definition }: Command): Promise<void> {
  const fields = fieldsOf(shape.operation)
  for (const name of gathered.missing.splice(0)) {
    const field = fields[name]
    const thing = field ? field.thing : definition.asks?.[name]
    const picked = thing && (await pickOf(thing, gathered.input, session))
    const value = picked ?? (field && (await askOne(name, field, session)))
    if (value === undefined || definition.flags?.[name] === false) gathered.missing.push(name)
    else gathered.input[name] = shape.positionals.find((positional) => positional.name === name)?.several ? [value] : value
  }
}

/** From the list of such things, which may be of a survey. Undefined: there is no such list. */
async function pickOf(thing: string, input: Values, session: Session): Promise<string | number | undefined> {
  if (typeof input.id === 'string') input.id = await session.ask.quiz(input.id)
  // A command of its own may call it so.
  const { id = input.survey } = input
  const known = { ...input, id: typeof id === 'string' ? await session.ask.quiz(id) : id }
  const { pickThing } = await import('./prompt/things.ts')
  return pickThing(thing, known, session)
}

async function askOne(name: string, field: Field, session: Session): Promise<unknown> {
  if (['list', 'json', 'file'].includes(field.kind)) return undefined
  return readValue(field, await session.consent.field(name, field))
}

function refuseIncomplete(command: string, shape: Shape, { problems, missing }: Gathered): void {
  const lacking = missing.map((name) =>
    name === 'key=value'
      ? 'KEY=VALUE is missing'
      : `${nameOf(shape, name)} is ${nameOf(shape, name).startsWith('--') ? 'required' : 'missing'}`,
  )
  const all = [...problems, ...lacking]
  const inFile = shape.takesFile && missing.some((name) => name === 'key=value' || Object.hasOwn(shape.operation?.body ?? {}, name))
  if (all.length > 0)
    throw usageError(all, `${inFile ? 'Fields can also be read from a file: --file FILE. ' : ''}See: surveyctl ${command} --help`)
}

/** References to ids, and the workspace of the profile. */
async function resolve(shape: Shape, given: Values, session: Session): Promise<Values> {
  const input = { ...given }
  for (const [name, field] of Object.entries(fieldsOf(shape.operation))) {
    const value = input[name]
    if (value === undefined || value === null) continue
    if (field.refers) input[name] = await session.references[field.refers](String(value))
    const kind = field.item?.refers
    if (kind && Array.isArray(value)) input[name] = await Promise.all(value.map((one: string) => session.references[kind](one)))
  }
  if (shape.needsWorkspace) input.workspace_id = await session.settings.workspace()
  return input
}

async function send(command: Command, shape: Shape, input: Values, options: Values, session: Session): Promise<void> {
  const { definition, operation } = command
  if (shape.isFile && operation && !definition.run) {
    const { runDownload } = await import('./download/download.ts')
    return runDownload(operation, definition.file ?? {}, input, options, session)
  }
  const runOne: RunOne = async (context, values) => {
    const before = (context.mainRequest.trace ??= await definition.trace?.(context.service, values))
    if (definition.run) await definition.run(context, values, options, before)
    else if (operation) await callAndShow(operation, definition, context, values)
  }
  if (shape.bulk) {
    await confirm(bulkQuestion(definition, input), session, () => bulkDetails(definition, input, session))
    const rest = await resolve(shape, { ...input, id: undefined }, session)
    const { runBulk } = await import('./bulk/bulk.ts')
    return runBulk(command, surveysIn(input), rest, session, runOne)
  }
  await confirm(definition.confirm?.(input, options), session, async () => [await definition.confirmDetails?.(session, input)])
  return runOne(session, input)
}

/** Asks, with what would be lost above the question. Details that the key may not read are left out. */
async function confirm(question: string | undefined, session: Session, details: () => Promise<(string | undefined)[]>): Promise<void> {
  if (question === undefined) return
  if (session.consent.willAsk()) {
    const lines = await details().catch((error: unknown) => {
      if (error instanceof CommandError && ['forbidden', 'refused'].includes(error.kind)) return []
      throw error
    })
    for (const line of lines) if (line) session.show.note(line)
  }
  await session.ask.confirm(question)
}

const toldAtOnce = 5

async function bulkDetails({ confirmDetails }: CommandDefinition, input: Values, session: Session): Promise<(string | undefined)[]> {
  const references = surveysIn(input)
  const some = await Promise.all(
    references
      .slice(0, toldAtOnce)
      .map(async (reference) => confirmDetails?.(session, { ...input, id: await session.ask.quiz(reference) })),
  )
  return [...some, references.length > toldAtOnce && confirmDetails ? `and ${references.length - toldAtOnce} more` : undefined]
}

/** The question about one survey, put about several: `Delete 3 surveys (42, 43, 46) ...?` */
function bulkQuestion({ confirm }: CommandDefinition, input: Values): string | undefined {
  const [first, ...others] = surveysIn(input)
  const question = confirm?.({ ...input, id: first }, {})
  const some = [first, ...others.slice(0, 4)].join(', ') + (others.length > 4 ? ', …' : '')
  return others.length === 0 ? question : question?.replace(`survey ${first}`, () => `${others.length + 1} surveys (${some})`)
}

/** The default of a command without `run`. */
async function callAndShow(operation: AnyOperation, { columns, done }: CommandDefinition, context: Context, input: Values): Promise<void> {
  if (operation.rows !== undefined && !done) return context.show.list(operation, input, columns)
  if (!done) return context.show.view(operation, input, columns)
  const result = await context.service.call(operation, input)
  if (context.flags.dryRun) return
  await context.show.done(result, done(result, input), idOf(result, input))
}

/** The id that a write made or touched: the service names it `id` or `<thing>_id`. */
function idOf(result: unknown, input: Values): string | number | undefined {
  const facts = isObject(result) ? result : {}
  const made = Object.entries(facts).find(
    ([name, value]) => name.endsWith('_id') && !['workspace_id', 'folder_id', 'quiz_id'].includes(name) && isId(value),
  )
  const given = Object.entries(input).find(([name]) => name !== 'workspace_id' && name !== 'id' && /id$/i.test(name))
  const quiz = isObject(facts.quiz) ? facts.quiz.id : undefined
  return [facts.id, made?.[1], quiz, facts.folder_id, given?.[1], input.id].find(isId)
}

const isId = (value: unknown): value is string | number => ['number', 'string'].includes(typeof value)

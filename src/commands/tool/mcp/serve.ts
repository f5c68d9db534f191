import { ownProgram } from '../../../own-program.ts'
import type { Context } from '../../../cli/context.ts'
import { version } from '../../../cli/place.ts'
import type { EngineContext } from '../../../cli/session/engine.ts'
import type { Command } from '../../../cli/command.ts'
import { configFor } from '../../../mcp/clients.ts'
import type { Tool } from '../../../mcp/definition.ts'
import type { Desk } from '../../../mcp/desk.ts'
import { readOptions, type StartFlags, type ServerOptions } from '../../../mcp/options.ts'
import type { Shared } from '../../../mcp/shared.ts'
import type { Column } from '../../../output/columns.ts'
import { environment } from '../../../system/environment.ts'
import { now, sleep } from '../../../system/timers.ts'

/** Milliseconds that a write has to end; at the end of input all that was asked before it, as a file of requests may have been. */
const grace = 5000
const margin = 1000

const isReadOnly = ({ settings }: Context, options: ServerOptions): boolean =>
  options.readOnly || settings.current.value('read_only') === true

async function serverOf(context: Context, options: ServerOptions, tools: readonly Tool[]): Promise<Shared> {
  const [{ jobs }, { Plans }] = await Promise.all([import('./jobs.ts'), import('../../../mcp/change/plans.ts')])
  return {
    options,
    jobs,
    plans: new Plans(),
    tools: new Set(tools.map(({ name }) => name)),
    state: { writes: 0, foreignShown: false, keys: new Map(), shownKeys: new Map(), checks: new Map() },
    ...commandsIn(context),
  }
}

/** Loaded once, when the first tool is called that is about an operation. */
function commandsIn(context: Context): Pick<Shared, 'commandOf' | 'commandCalled'> {
  let known: Promise<readonly Command[]> | undefined
  const read = async (): Promise<readonly Command[]> =>
    (await (context as EngineContext).groups()).flatMap((one) => one.commands as readonly Command[])
  return {
    commandOf: async (id) => (await (known ??= read())).find(({ operation }) => operation?.id === id),
    commandCalled: async (noun, verb) => (await (known ??= read())).find((one) => one.noun === noun && one.verb === verb),
  }
}

async function deskOf(session: EngineContext, options: ServerOptions): Promise<Desk> {
  const [{ Desk }, { shownTools, toolsFor }, { keepHeapSmall }] = await Promise.all([
    import('../../../mcp/desk.ts'),
    import('../../../mcp/list.ts'),
    import('../../small-heap.ts'),
  ])
  // It runs for days beside its client: a thousand calls took 230 MiB.
  keepHeapSmall()
  const tools = await toolsFor(options)
  // What writes is refused on a server that only reads, in words of its own; no hint names it.
  return new Desk(session, await serverOf(session, options, shownTools(tools, isReadOnly(session, options))), tools)
}

export async function serveTools(context: Context, flags: StartFlags): Promise<void> {
  const options = await readOptions(flags)
  const session = context as EngineContext
  const { current } = context.settings
  if (context.show.form.terminal && context.ask.standardInput.isTerminal)
    context.show.note('A server for assistants: a client starts it and speaks to it. What to paste there: surveyctl mcp config json')
  let made: Promise<Desk> | undefined
  let left = grace
  const desk = (): Promise<Desk> => (made ??= deskOf(session, options))
  const finish = async (): Promise<void> => (await made)?.end(left)
  const drain = async (answered: Promise<void>): Promise<void> => {
    const began = now()
    await Promise.race([answered, sleep(grace, context.service.signal).catch(() => {})])
    left = Math.max(0, grace - (now() - began))
    await finish()
  }
  const { serve } = await import('../../../mcp/server.ts')
  const address = current.value('base_url')
  const account = current.value('workspace')
  const where = [address && (URL.parse(address)?.host ?? address), account !== undefined && `account ${account}`].filter(Boolean).join(', ')
  session.allowToEnd(grace + margin)
  await serve(
    {
      desk,
      drain,
      finish,
      version,
      title: `surveyctl: profile "${current.profile}"${where ? ` (${where})` : ', not signed in'}`,
      readOnly: isReadOnly(context, options),
      stdin: context.ask.standardInput.stream(),
      stdout: context.show.form.output.stream(),
      log: (line) => context.show.note(line),
    },
    context.service.signal,
  )
}

export async function showTools(context: Context, flags: StartFlags, columns: readonly Column[]): Promise<void> {
  const { listed, shownTools, tokensOf, toolsFor } = await import('../../../mcp/list.ts')
  const options = await readOptions(flags)
  const shown = shownTools(await toolsFor(options), isReadOnly(context, options))
  const rows = shown.map((tool) => ({ name: tool.name, class: tool.kind, tokens: tokensOf(listed(tool)), about: tool.about }))
  await context.show.rows([rows], columns)
  context.show.note(`${rows.length} tools, about ${tokensOf(shown.map(listed))} tokens in each conversation`)
}

/** As it stands: the flags of this line, what this folder and shell say beside them, this program; no key. */
export async function printConfig(context: Context, client: string, flags: StartFlags): Promise<void> {
  const { exportDir, secrets } = await readOptions(flags)
  const { current } = context.settings
  const { workspace, rate, timeout, baseUrl, allowHttp } = context.flags
  const { SURVEYCTL_CONFIG_DIR: folder, SURVEYCTL_BASE_URL: address } = environment()
  const args = [
    ...valued({ '--profile': current.namedProfiles[0]?.name, '--base-url': baseUrl ?? address, '--workspace': workspace }),
    ...(allowHttp ? ['--allow-http'] : []),
    ...(flags.readOnly ? ['--read-only'] : []),
    ...(flags.texts === false ? ['--no-texts'] : []),
    ...(flags.personal ? ['--personal'] : []),
    ...valued({
      '--toolsets': flags.toolsets,
      '--only-surveys': flags.onlySurveys,
      '--allow': flags.allow,
      '--export-dir': exportDir,
      '--secret-env': flags.secretEnv,
      '--max-writes': flags.maxWrites,
      '--rate': rate,
      '--timeout': timeout,
    }),
  ]
  const [command, ...first] = ownProgram()
  await context.show.print(
    configFor(client, {
      command,
      args: [...first, 'mcp', ...args],
      env: { ...(folder && { SURVEYCTL_CONFIG_DIR: folder }) },
    }),
  )
  const [, variable] = /^environment (\w+)$/.exec(current.origin('api_key')) ?? []
  const needed = [...(variable === undefined ? [] : [variable]), ...secrets]
  if (needed.length > 0) context.show.note(`Not in it, and to be set where the client runs: ${needed.join(', ')}`)
}

const valued = (flags: Readonly<Record<string, string | number | undefined>>): string[] =>
  Object.entries(flags).flatMap(([flag, value]) => (value === undefined ? [] : [flag, String(value)]))

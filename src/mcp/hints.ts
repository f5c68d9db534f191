/** Failures as an assistant can use them: commands become tools, flags become fields. */
import { isWrite } from '../contract/core/operation.ts'
import { CommandError, type ErrorFacts } from '../errors.ts'
import { cutUnits } from '../text/cut.ts'
import { withoutSecrets } from '../text/secrets.ts'
import { fitting } from './budget.ts'
import type { Shared } from './shared.ts'

const toolsByCommand: readonly [RegExp, string][] = [
  [/surveyctl (quiz|folder) list\b[^.;,]*/g, 'survey_list'],
  [/surveyctl quiz (view|export|diff)\b[^.;,]*/g, 'survey_view'],
  [/surveyctl quiz check\b[^.;,]*/g, 'survey_check'],
  [/surveyctl answer list\b[^.;,]*/g, 'answer_list'],
  [/surveyctl tariff view\b/g, 'account_view'],
  [/surveyctl operation list\b/g, 'operation_find'],
  [/run the command again/g, 'call the tool again'],
  [/--allow-loss/g, 'allow_loss: true, which a person then confirms'],
  [/--rate 2, or surveyctl config set concurrency 2/g, 'fewer calls'],
]
/** What a person has for a tool that this server hasn't. */
const commands = new Map([
  ['survey_list', 'surveyctl quiz list'],
  ['survey_view', 'surveyctl quiz view'],
  ['survey_plan', 'surveyctl quiz edit'],
  ['survey_publish', 'surveyctl quiz publish'],
  ['answer_stats', 'surveyctl answer stats'],
  ['answer_export', 'surveyctl export csv'],
  ['operation_find', 'surveyctl operation list'],
  ['operation_read', 'surveyctl api GET'],
  ['operation_write', 'surveyctl api'],
])
/** Of a write of unknown fate: what is known of it, and what shows it. */
const lookFirst = /^([^]*?)(?:\. )?Check before retrying(?:: (.*))?$/
const look = /surveyctl ([a-z-]+) ([a-z-]+)\b[^.;,]*/g

/** Commands that only read an operation, of which there may be a tool; all others, and what saves a file, are for the person. */
async function forAssistants(hint: string, tools: ReadonlySet<string>): Promise<string> {
  const there = hint.replace(/\b[a-z]+_[a-z]+\b/g, (name) => (tools.has(name) ? name : (commands.get(name) ?? name)))
  const text = toolsByCommand.reduce(
    (line, [command, tool]) => (/\w_/.test(tool) && !tools.has(tool) ? line : line.replace(command, tool)),
    there,
  )
  if (!text.includes('surveyctl ')) return text
  const { operationsByGroup } = await import('../contract/operations.ts')
  const reads = new Set(
    operationsByGroup().flatMap(({ operations }) => operations.filter((one) => !isWrite(one) && !one.file).map(({ id }) => id)),
  )
  return text.replace(look, (command, noun: string, verb: string) => {
    const own = `${noun}_${verb}`.replaceAll('-', '_')
    if (!reads.has(`${noun}.${verb}`)) return command
    return tools.has(own) ? own : tools.has('operation_read') ? `operation_read ${noun}.${verb}` : command
  })
}

/** With what a finding is put right; a command that no tool does is for the person. */
export async function fixing(fix: string | null, { tools, commandCalled }: Pick<Shared, 'tools' | 'commandCalled'>): Promise<string> {
  const [, noun = '', verb = ''] = /^surveyctl ([a-z-]+) ([a-z-]+)/.exec(fix ?? '') ?? []
  const command = `${noun}.${verb}`
  const job = /^(question|option|condition|text)\.|^quiz\.(save|edit)$/.test(command)
    ? 'survey_plan'
    : command === 'quiz.publish'
      ? 'survey_publish'
      : ''
  if (tools.has(job)) return job
  const called = await commandCalled(noun, verb)
  const found = called?.operation
  const fixed = called?.definition.fixed ? ` ${JSON.stringify(called.definition.fixed)}` : ''
  const sends = found && Object.values(found.body).some(({ kind }) => kind === 'file')
  const tool = found && isWrite(found) ? 'operation_write' : 'operation_read'
  return found && !sends && tools.has(tool) ? `${tool} ${found.id}${fixed}` : (fix ?? '')
}

/** The tool that shows what another one wrote, where no hint says it. */
const showing = (tool: string): string =>
  tool === 'survey_create' ? 'survey_list' : tool.startsWith('survey_') ? 'survey_view' : 'operation_read, or survey_view'

/** Flags are fields here; a command for the person keeps its own. */
const withFields = (line: string, fields: readonly string[]): string =>
  line.includes('surveyctl ')
    ? line
    : line.replace(/--([a-z]+(?:-[a-z]+)*)/g, (flag, name: string) => {
        const words = name.split('-')
        return [words.join('_'), words[0] ?? ''].find((field) => fields.includes(field)) ?? flag
      })

/** In characters; what of an error doesn't fit is of no more help. */
const longest = 4000
const longestLine = 1000
const short = (text: string, most: number): string => cutUnits(withoutSecrets(text), most, '…')

function bounded(lines: readonly string[]): string[] {
  const fit = fitting(
    lines.map((line) => short(line, longestLine)),
    longest,
  )
  return fit.length < lines.length ? [...fit, `and ${lines.length - fit.length} more`] : fit
}

function boundedFields(fields: Readonly<Record<string, string[]>>): Record<string, string[]> {
  const all = Object.entries(fields).map(([name, texts]) => [short(name, longestLine), bounded(texts)] as const)
  const fit = fitting(
    all.map(([name, texts]) => name + texts.join('')),
    longest,
  ).length
  return Object.fromEntries([...all.slice(0, fit), ...(fit < all.length ? [['others', [`${all.length - fit} more fields`]] as const] : [])])
}

/** What a tool with these fields failed with; `tools`: those that there are. */
export async function toolFailure(
  error: CommandError,
  { name: tool, fields }: { name: string; fields: object },
  tools: ReadonlySet<string>,
): Promise<CommandError> {
  const { facts } = error
  const hint = facts.hint && (await forAssistants(facts.hint, tools))
  const [, before = '', reader = await forAssistants(showing(tool), tools)] = lookFirst.exec(hint ?? '') ?? []
  const hints = [
    ...(facts.unclear ? [before, `Whether it was done is not known. To see, before it is done again: ${reader}`] : [hint]),
    error.kind === 'locked' ? 'To wait for the end is for the person: surveyctl quiz publish SURVEY --wait-unlock 2h' : undefined,
  ].filter(Boolean)
  const more: ErrorFacts = {
    ...facts,
    hint: hints.length > 0 ? short(hints.join('. '), longest) : undefined,
    details: undefined,
    ...(facts.fields && { fields: boundedFields(facts.fields) }),
  }
  return new CommandError(error.kind, bounded(error.lines.map((line) => withFields(line, Object.keys(fields)))), more)
}

/** The message, all problems with their fields, and what helps. */
export function inLines({ message, facts: { hint, code, fields } }: CommandError): string {
  const problems = Object.entries(fields ?? {}).flatMap(([name, texts]) => texts.map((text) => `${name}: ${text}`))
  return [`${message}${code && !message.includes(code) ? ` (${code})` : ''}`, ...problems, hint].filter(Boolean).join('\n')
}

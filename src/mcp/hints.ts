/** Failures as an assistant can use them: commands become tools, flags become fields. */
import { CommandError, type ErrorFacts } from '../errors.ts'

const tools: readonly [RegExp, string][] = [
  [/surveyctl quiz list\b[^.;,]*/g, 'survey_list'],
  [/surveyctl quiz (view|export|diff)\b[^.;,]*/g, 'survey_view'],
  [/surveyctl quiz check\b[^.;,]*/g, 'survey_check'],
  [/surveyctl answer list\b[^.;,]*/g, 'answer_list'],
  [/surveyctl tariff view\b/g, 'account_view'],
  [/surveyctl operation list\b/g, 'operation_find'],
  [/run the command again/g, 'call the tool again'],
  [/--allow-loss/g, 'allow_loss: true, which a person then confirms'],
  [/--rate 2, or surveyctl config set concurrency 2/g, 'fewer calls'],
]

export const forAssistants = (hint: string): string => tools.reduce((text, [command, tool]) => text.replace(command, tool), hint)

const unknownFate = 'Whether it was done is not known. To see: '

/** `shows`: the tool that shows how things stand. */
export function toolFailure(error: CommandError, shows: string | undefined): CommandError {
  const { facts } = error
  const hints = [
    facts.unclear && shows ? `${unknownFate}${shows}` : undefined,
    facts.hint && forAssistants(facts.hint),
    error.kind === 'locked' ? 'To wait for the end is for the person: surveyctl quiz publish SURVEY --wait-unlock 2h' : undefined,
  ].filter(Boolean)
  const more: ErrorFacts = { ...facts, hint: hints.length > 0 ? hints.join('. ') : undefined, details: undefined }
  return new CommandError(error.kind, error.lines, more)
}

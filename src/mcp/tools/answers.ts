/** Tools about answers: counted first, single ones as a second look, files for what is larger. */
import { boolean, choice, date, integer, list, text } from '../../contract/core/fields.ts'
import { listAnswers, type AnswerRow } from '../../contract/answers/answer.ts'
import { questionTypes } from '../../contract/surveys/question.ts'
import { viewQuiz } from '../../contract/surveys/quiz.ts'
import { draftOf } from '../../draft/read.ts'
import { emptyIdMap } from '../../model/document/index.ts'
import { counted } from '../../text/counted.ts'
import { cutUnits } from '../../text/cut.ts'
import { own } from '../../text/own.ts'
import { withoutSecrets } from '../../text/secrets.ts'
import { CommandError, usageError } from '../../errors.ts'
import { budgetOf, cursor, fitting, goOn, maxCharacters, partsOf } from '../budget.ts'
import { cursorAt, placeAt } from '../cursor.ts'
import { asFenced, fenced, withoutPersons } from '../fence.ts'
import { contactTypes, hiddenText } from '../../answers/personal.ts'
import { cell } from '../rows.ts'
import { type Tool } from '../definition.ts'
import { numberIn, textIn, textsIn, type ToolValues } from '../values.ts'
import { survey } from './survey-read.ts'

/** Keys as survey_view gives them. */
const numbered = new RegExp(`^(${questionTypes.join('|')})-\\d+$`)

const state = choice(['complete', 'incomplete', 'all'], 'Which answers (default complete)')

export const answerStats: Tool = {
  name: 'answer_stats',
  about: 'Counts of answers per question and option; compared, over time, or as a funnel. Use it before answer_list.',
  kind: 'read',
  fields: {
    survey,
    questions: list(text('Question'), 'Only these: key, number, id or title'),
    by: text('Compare groups by this question'),
    trend: choice(['day', 'week', 'month'], 'Over time'),
    funnel: boolean('Where people leave'),
    where: list(text('KEY=CODE'), 'KEY=CODE: only who answered so'),
    from: date('First day'),
    to: date('Last day'),
    state,
    top: integer('How many of the most frequent texts (default 0)', { min: 0, max: 50 }),
    max_characters: maxCharacters,
  },
  run: async (call, input) => {
    const id = await call.survey(input.survey)
    const { trend, funnel, from, to } = input
    const known = call.server.state.shownKeys.get(id)
    const named = [...textsIn(input, 'questions'), ...textsIn(input, 'where'), textIn(input, 'by') ?? ''].map((one) =>
      one.replace(/=.*/s, ''),
    )
    const unshown = named.filter((one) => numbered.test(one) && known?.has(one) !== true)
    if (unshown.length > 0)
      call.refuseUnshown(id, draftOf(id, await call.context.service.call(viewQuiz, { id })).content, unshown.join(' '))
    // By the keys of survey_view, which stay what they were.
    const { questions: ids, retired } = call.server.state.keys.get(id) ?? emptyIdMap
    const written = new Map<string, string>()
    const idOf = (key: string): string => {
      const id = own(ids, key) ?? own(retired, key)?.id
      if (id !== undefined) written.set(id, key)
      return id ?? key
    }
    const questions = textsIn(input, 'questions').map(idOf)
    const where = textsIn(input, 'where').map((test) => test.replace(/^[^=]+/, idOf))
    const by = input.by === undefined ? undefined : idOf(String(input.by))
    const of = textIn(input, 'state')
    const top = numberIn(input, 'top') ?? 0
    if (top > 0 && !call.server.options.texts)
      throw usageError('top: this server shows no texts of respondents', 'It was started with --no-texts')
    const options = {
      by,
      trend,
      funnel,
      ...(where.length > 0 && { where }),
      fromDate: from,
      toDate: to,
      top: String(top),
      ...(of && { [of]: true }),
    }
    const asWritten = (line: string): string => [...written].reduce((text, [id, key]) => text.replaceAll(id, key), line)
    const said = await call.server.jobs
      .stats(call.context, id, questions, JSON.parse(JSON.stringify(options)) as object, top > 0)
      .then(asWritten, (error: unknown) => {
        if (!(error instanceof CommandError)) throw error
        throw new CommandError(error.kind, error.lines.map(asWritten), error.facts)
      })
    const rows = call
      .printed()
      .trimEnd()
      .replaceAll(/\d+\.\d+$/gm, (percent) => String(Math.round(Number(percent) * 10) / 10))
    const [first = '', ...more] = partsOf([rows, call.noted().trimEnd()].filter(Boolean).join('\n'), budgetOf(input))
    if (top > 0) call.server.state.foreignShown = true
    return {
      head: `${said}. Columns: ${columnsOf(input)}${more.length > 0 ? '; the rest is left out: name some questions' : ''}`,
      text: top > 0 ? fenced(call.server.options.personal ? first : cellByCell(first)) : first,
      facts: { truncated: more.length > 0 },
    }
  },
}

/** A contact in one text hides no other. */
const cellByCell = (rows: string): string => rows.replaceAll(/[^\t\n]+/g, (one) => String(withoutPersons(one)))

function columnsOf({ funnel, trend, by }: ToolValues): string {
  if (funnel) return 'question, answered, last, reached, drop_off'
  if (trend) return 'question, option, period, count, percent; first, without a question, the answers in all'
  return by ? 'question, option, group, count, percent' : 'question, option, count, percent'
}

/** Of one respondent. */
function answerText({ id, date_start, is_complete, answers = [], ...row }: AnswerRow, personal: boolean): string {
  const given = answers.filter(({ answer }) => answer !== null && answer !== undefined && answer !== '')
  const lines = given.map(({ question_text, answer_type, answer }) => {
    const shown = !personal && contactTypes.includes(answer_type ?? '') ? hiddenText : personal ? answer : withoutPersons(answer)
    return `  ${cell(question_text)}: ${shortened(cell(shown))}`
  })
  const persons = personal ? ['ip_address', 'user_agent'].flatMap((name) => (row[name] ? [`  ${name}: ${cell(row[name])}`] : [])) : []
  return [`answer ${id}, ${date_start ?? ''}${is_complete ? '' : ', incomplete'}`, ...persons, ...lines].join('\n')
}

const longestText = 500
const shortened = (text: string): string => (text.length > longestText ? `${cutUnits(withoutSecrets(text), longestText)}…` : text)

export const answerList: Tool = {
  name: 'answer_list',
  about: 'Single answers, the latest first; for "how many" take answer_stats.',
  kind: 'read',
  operation: () => 'answer.list',
  fields: {
    survey,
    state,
    limit: integer('How many (default 10)', { min: 1, max: 200 }),
    cursor,
    max_characters: maxCharacters,
  },
  run: async (call, input) => {
    const { options, state: shared } = call.server
    if (!options.texts) throw usageError('This server shows no answers, only counts: answer_stats', 'It was started with --no-texts')
    const id = await call.survey(input.survey)
    const of = textIn(input, 'state') ?? 'complete'
    const place = placeAt(textIn(input, 'cursor'), ['answer_list', id, of])
    const limit = numberIn(input, 'limit') ?? 10
    const rows = call.context.service.rows(
      listAnswers,
      { id, ...(of !== 'all' && { is_complete: of === 'complete' }), offset: place },
      { limit },
    )
    const read: AnswerRow[] = []
    for await (const batch of rows) read.push(...batch)
    const texts = fitting(
      read.map((row) => asFenced(answerText(row, options.personal))),
      budgetOf(input),
    )
    const total = rows.total ?? place + read.length
    const next = place + texts.length
    const long = read
      .slice(0, texts.length)
      .reduce((sum, { answers = [] }) => sum + answers.filter(({ answer }) => cell(answer).length > longestText).length, 0)
    if (texts.length > 0) shared.foreignShown = true
    return {
      head: [
        `${texts.length} of ${counted(total, 'answer')}`,
        long > 0 && `${counted(long, 'text')} cut at ${longestText} characters`,
        next < total && goOn,
      ]
        .filter(Boolean)
        .join('; '),
      text: texts.length > 0 ? fenced(texts.join('\n')) : '',
      facts: { shown: texts.length, total, ...(next < total && { next_cursor: cursorAt(next, ['answer_list', id, of]) }) },
    }
  },
}

/** `answer stats` for scripts: a line for each thing that was counted. */
import { percentOf, type AnswerFacts, type QuestionStats, type Stats } from '../result.ts'
import { rangeLabel } from '../../../model/question/index.ts'
import type { Column } from '../../../output/columns.ts'

interface Row {
  question: string
  option: string | null
  count: number
  percent: number | null
}

export function tableOf(stats: Stats): { columns: Column[]; rows: object[] } {
  if (stats.funnel) {
    const rows = stats.funnel.steps.map(({ key, answered, last, reached, drop_off }) => ({
      question: key,
      answered,
      last,
      reached,
      drop_off,
    }))
    return { columns: ['question', 'answered', 'last', 'reached', 'drop_off'], rows }
  }
  if (stats.trend) return { columns: ['question', 'option', 'period', 'count', 'percent'], rows: trendRows(stats.trend, stats.questions) }
  const plain: Column[] = ['question', 'option', 'count', 'percent']
  if (!stats.by) return { columns: plain, rows: stats.questions.flatMap((question) => rowsOf(question.key, question)) }
  const rows = stats.questions.flatMap(({ key, by }) =>
    (by?.groups ?? []).flatMap((group) => rowsOf(key, group).map((row) => ({ ...row, group: group.label }))),
  )
  return { columns: ['question', 'option', 'group', 'count', 'percent'], rows }
}

/** A row of a matrix is a variable of its own, as in typed files. */
function rowsOf(question: string, facts: AnswerFacts): Row[] {
  const { answered, options, histogram, rows, texts } = facts
  if (options)
    return options.map(({ label, count: ranked, first_places: count = ranked }) => ({
      question,
      option: label,
      count,
      percent: percentOf(count, answered),
    }))
  if (histogram)
    return histogram.map(({ from, to, count, percent }) => ({
      question,
      option: rangeLabel({ from, to }),
      count,
      percent,
    }))
  if (rows) return rows.flatMap((row) => rowsOf(`${question}_${row.code}`, { answered: row.answered, options: row.options }))
  if (texts && texts.top.length > 0) return texts.top.map(({ text, count, percent }) => ({ question, option: text, count, percent }))
  return [{ question, option: null, count: answered, percent: null }]
}

function trendRows({ periods }: NonNullable<Stats['trend']>, questions: readonly QuestionStats[]): object[] {
  return [
    ...periods.map(({ period, answers }) => ({ question: null, option: null, period, count: answers, percent: null })),
    ...questions.flatMap(({ key, trend = [] }) =>
      trend.flatMap(({ period, ...facts }) => rowsOf(key, facts).map((row) => ({ ...row, period }))),
    ),
  ]
}

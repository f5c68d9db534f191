/** A report as bars and figures for a person, and as a row a bar for a script. */
import { questionResults, type QuestionResults, type ReportBar, type ReportQuestion } from '../../contract/answers/report.ts'
import type { Bar, Chart } from '../../output/columns.ts'
import { counted } from '../../text/counted.ts'
import { numberOf } from './find-question.ts'

/** A question with its results; without them where they have another form than ours. */
interface Counted extends QuestionResults {
  number: string
  title: string | null
  type: string
}

export function asCounted(question: ReportQuestion, index: number): Counted {
  const results = questionResults.safeParse(question)
  return {
    ...(results.success && results.data),
    number: numberOf(question, index),
    title: question.title ?? null,
    type: question.type ?? '',
  }
}

export function overview({ total, visits, median_time }: Readonly<Record<string, unknown>>): string {
  const parts = [
    `${count(total, 'answer')} counted`,
    typeof visits === 'number' ? `${visits} begun` : '',
    typeof median_time === 'number' && median_time > 0 ? `half of them took ${durationText(median_time)} or less` : '',
  ]
  return parts.filter(Boolean).join(' · ')
}

const durationText = (seconds: number): string =>
  seconds < 60 ? counted(Math.ceil(seconds), 'second') : counted(Math.round(seconds / 6) / 10, 'minute')

const count = (number: unknown, word: string): string => counted(Number(number ?? 0), word)

export function chartOf(question: Counted): Chart {
  const { number, title, type, answered, skipped, bars = [], rows = [], texts, files } = question
  const facts = [
    type,
    count(answered, 'answer'),
    skipped ? `${skipped} skipped` : '',
    typeof question.average === 'number' ? `mean ${question.average}` : '',
    promoters(question),
  ]
  return {
    heading: `${number}. ${title ?? type}`,
    facts: facts.filter(Boolean).join(' · '),
    bars: bars.map(barOf),
    rows: rows.map((row) => ({ label: row.label ?? '', bars: (row.bars ?? []).map(barOf) })),
    ...(texts && { lines: samples(texts) }),
    ...(files && { lines: samples(files.map(({ name }) => name ?? '')) }),
  }
}

const barOf = ({ label, id, count: many, percent, average, removed }: ReportBar): Bar => ({
  label: label ?? String(id ?? ''),
  count: many ?? 0,
  share: percent ?? 0,
  ...(typeof average === 'number' && { note: `mean place ${average}` }),
  ...(removed && { note: 'removed' }),
})

const shownTexts = 3

/** The most frequent ones; of equal ones those that came first. */
function samples(texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const order = [...counts].toSorted(([, a], [, b]) => b - a)
  return [
    ...order.slice(0, shownTexts).map(([text, times]) => `“${text}”${times > 1 ? ` ${times} times` : ''}`),
    ...(order.length > shownTexts ? ['…'] : []),
  ]
}

const npsFrom = 0
const npsTo = 10

/** A scale of 0 to 10 asks how likely somebody is to recommend: 9 and 10 less 0 to 6, in percent of the answers. */
function promoters({ type, bars = [] }: Counted): string {
  const values = bars.map(({ id }) => Number(id))
  if (type !== 'scale' || Math.min(...values) !== npsFrom || Math.max(...values) !== npsTo) return ''
  const sum = (from: number, to: number): number =>
    bars.reduce((total, { id, count: many }) => total + (Number(id) >= from && Number(id) <= to ? (many ?? 0) : 0), 0)
  const all = sum(npsFrom, npsTo)
  return all === 0 ? '' : `NPS ${Math.round(((sum(9, 10) - sum(0, 6)) / all) * 100)}`
}

export function rowsOf({ number, title, type, bars = [], rows = [], answered = null }: Counted): object[] {
  const head = { number, title, type }
  const row = (group: string | null, { label, id, count: many, percent }: ReportBar): object => ({
    ...head,
    row: group,
    option: label ?? id ?? null,
    count: many ?? null,
    percent: percent ?? null,
  })
  const shown = [
    ...bars.map((bar) => row(null, bar)),
    ...rows.flatMap((group) => (group.bars ?? []).map((bar) => row(group.label ?? null, bar))),
  ]
  return shown.length > 0 ? shown : [{ ...head, row: null, option: null, count: answered, percent: null }]
}

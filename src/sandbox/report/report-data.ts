/** Counted answers as the writers of summaries and reports take them. */
import { countAnswers, type CountedQuestion } from './counting.ts'
import type { QuizRecord } from '../store/entities.ts'
import type { Filters } from './filtered-answers.ts'
import type { Lang, ReportData, ReportQuestion } from '../files/data.ts'
import type { Store } from '../store/store.ts'

export function reportData(store: Store, quiz: QuizRecord, filters: Filters): ReportData {
  const {
    questionnaire: { lang },
    visits,
    completed,
    median_time,
    questions,
  } = countAnswers(store, quiz, filters)
  return {
    title: quiz.name,
    lang,
    visits,
    completed,
    median_time,
    filters: inWords(filters, lang),
    questions: questions.map((question) => questionOf(question, lang)),
  }
}

function questionOf({ number, title, question, tally }: CountedQuestion, lang: Lang): ReportQuestion {
  const labelOf = ({ label, removed }: { label: string; removed?: true }): string => (removed ? `${label} (${words[lang].removed})` : label)
  const { kind, answered, bars, rows, average, texts, files } = tally
  return {
    number: String(number),
    title,
    type: question.type,
    answered,
    average,
    ...(kind === 'bars' && { bars: bars.map((bar) => ({ label: labelOf(bar), count: bar.count })) }),
    ...(kind === 'texts' && { texts }),
    ...(kind === 'files' && { texts: files.map(({ name }) => name) }),
    ...(kind === 'matrix' && {
      table: {
        columns: ['', ...(rows[0]?.bars ?? []).map(labelOf)],
        rows: rows.map((row) => [labelOf(row), ...row.bars.map(({ count }) => count)]),
      },
    }),
  }
}

const words = {
  en: {
    complete: 'completed answers',
    incomplete: 'incomplete answers',
    from: 'from',
    to: 'to',
    some: 'chosen answers only',
    questions: 'filtered by answers',
    removed: 'removed',
  },
  ru: {
    complete: 'завершённые ответы',
    incomplete: 'незавершённые ответы',
    from: 'с',
    to: 'по',
    some: 'только выбранные ответы',
    questions: 'с отбором по ответам',
    removed: 'удалён',
  },
}

function inWords({ is_complete = true, ids, excludedIds, date_from, date_to, filters }: Filters, lang: Lang): string {
  const word = words[lang]
  return [
    is_complete ? word.complete : word.incomplete,
    date_from && `${word.from} ${date_from}`,
    date_to && `${word.to} ${date_to}`,
    ((ids?.length ?? 0) > 0 || (excludedIds?.length ?? 0) > 0) && word.some,
    (filters?.length ?? 0) > 0 && word.questions,
  ]
    .filter(Boolean)
    .join(', ')
}

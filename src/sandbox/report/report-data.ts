/** Counted answers as input for the writers of summaries and reports. */
import { countAnswers, type CountedQuestion } from './counting.ts'
import type { QuizRecord } from '../store/entities.ts'
import type { Filters } from './filtered-answers.ts'
import type { ReportData, ReportQuestion } from '../files/data.ts'
import { textsIn } from '../files/labels.ts'
import { inSlices } from '../engine/slices.ts'
import { dateBars } from './date-bars.ts'
import type { Language } from '../../model/survey.ts'
import type { Tally } from '../../model/question/index.ts'
import type { Store } from '../store/store.ts'

export async function reportData(store: Store, quiz: QuizRecord, filters: Filters): Promise<ReportData> {
  const { questionnaire, visits, completed, median_time, questions } = await countAnswers(store, quiz, filters)
  const { lang } = questionnaire
  return {
    title: quiz.name,
    lang,
    visits,
    completed,
    median_time,
    filters: describeFilters(filters, lang),
    questions: await inSlices(questionsOf(questions, lang)),
  }
}

function* questionsOf(counted: readonly CountedQuestion[], lang: Language): Generator<void, ReportQuestion[]> {
  const questions: ReportQuestion[] = []
  for (const question of counted) {
    questions.push(questionOf(question, lang))
    yield
  }
  return questions
}

/** The most texts of a question that documents show. */
const maxTexts = 200

function questionOf(counted: CountedQuestion, lang: Language): ReportQuestion {
  const { number, title, tally } = counted
  return { number: String(number), title, answered: tally.answered, average: tally.average, ...shown(counted, lang) }
}

type Labelled = { label: string; removed?: true }

/** The label of an option; one that no longer exists is marked. */
const labelOf = ({ label, removed }: Labelled, lang: Language): string => (removed ? `${label} (${filterTexts.removed[lang]})` : label)

function shown({ question, tally, texts }: CountedQuestion, lang: Language): Partial<ReportQuestion> {
  switch (tally.kind) {
    case 'bars':
      return { bars: tally.bars.map((bar) => ({ label: labelOf(bar, lang), count: bar.count, percent: bar.percent, place: bar.average })) }
    case 'texts':
      return question.type === 'datetime' ? dateBars(texts, tally.answered) : { texts: mostFrequent(texts) }
    case 'files':
      return { texts: tally.files.map(({ name }) => ({ text: name, count: 1 })) }
    case 'matrix':
      return { grid: gridOf(tally.rows, lang) }
    case 'none':
      return {}
  }
}

/** The most frequent texts first, and of equally frequent ones the latest first. */
const mostFrequent = (texts: CountedQuestion['texts']): NonNullable<ReportQuestion['texts']> =>
  Array.from(texts, ([text, count]) => ({ text, count }))
    .reverse()
    .sort((a, b) => b.count - a.count)
    .slice(0, maxTexts)

const gridOf = (rows: Tally['rows'], lang: Language): NonNullable<ReportQuestion['grid']> => ({
  columns: ['', ...(rows[0]?.bars ?? []).map((bar) => labelOf(bar, lang))],
  rows: rows.map((row) => [labelOf(row, lang), ...row.bars.map(({ count, percent }) => `${count} (${percent}%)`)]),
})

const filterTexts = {
  complete: { ru: 'завершённые ответы', en: 'completed answers' },
  incomplete: { ru: 'незавершённые ответы', en: 'incomplete answers' },
  from: { ru: 'с', en: 'from' },
  to: { ru: 'по', en: 'to' },
  some: { ru: 'только выбранные ответы', en: 'selected answers only' },
  questions: { ru: 'с отбором по ответам', en: 'filtered by answers' },
  removed: { ru: 'удалён', en: 'removed' },
}

/** The filters as one line of text. */
function describeFilters({ is_complete = true, ids, excludedIds, date_from, date_to, filters }: Filters, lang: Language): string {
  const texts = textsIn(filterTexts, lang)
  return [
    is_complete ? texts.complete : texts.incomplete,
    date_from && `${texts.from} ${date_from}`,
    date_to && `${texts.to} ${date_to}`,
    ((ids?.length ?? 0) > 0 || (excludedIds?.length ?? 0) > 0) && texts.some,
    (filters?.length ?? 0) > 0 && texts.questions,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The simulated AI report: each section states what the counts show. */
import type { AiSection } from '../../contract/answers/ai-report.ts'
import { textsIn } from '../files/labels.ts'
import { countAtOnce, type Counted, type CountedQuestion } from './counting.ts'
import { selectAnswerIds } from '../store/answers/answer.ts'
import type { QuizRecord } from '../store/entities.ts'
import type { Store } from '../store/store.ts'

const phrases = {
  answers: { ru: 'Ответов', en: 'Answers' },
  most: { ru: 'чаще всего выбирают', en: 'chosen most often' },
  mean: { ru: 'среднее', en: 'mean' },
  texts: { ru: 'текстовых ответов', en: 'text answers' },
  often: { ru: 'частые слова', en: 'frequent words' },
  earlier: { ru: 'первая половина', en: 'earlier half' },
  later: { ru: 'вторая половина', en: 'later half' },
  none: { ru: 'никто не ответил', en: 'nobody answered' },
}

type Phrases = Record<keyof typeof phrases, string>

const phrasesOf = (locale: string): Phrases => textsIn(phrases, locale.toLowerCase().startsWith('ru') ? 'ru' : 'en')

const isText = ({ question, tally }: CountedQuestion): boolean => question.type === 'input' && tally.answered > 0
const isCounted = ({ tally }: CountedQuestion): boolean => tally.kind === 'bars' && tally.answered > 0

/** Why a section can't be written; `undefined` when it can. */
export function refusalOf(section: AiSection, { total, questions }: Counted): string | undefined {
  if (total === 0) return 'no_answers'
  if (section === 'text') return questions.some(isText) ? undefined : 'no_text_answers'
  if (!questions.some(isCounted)) return 'no_countable_answers'
  return section === 'comparative' && total < 2 ? 'not_enough_answers' : undefined
}

/** The counts that the sections of a report state: each is made when a section asks for it, and once for all. */
export class ReportCounts {
  readonly #store: Store
  readonly #quiz: QuizRecord
  #all: Counted | undefined

  constructor(store: Store, quiz: QuizRecord) {
    this.#store = store
    this.#quiz = quiz
  }

  get all(): Counted {
    return (this.#all ??= countAtOnce(this.#store, this.#quiz, {}))
  }

  get halves(): [earlier: Counted, later: Counted] {
    const ids = selectAnswerIds(this.#store, { quiz_id: this.#quiz.id, is_complete: true })
    const middle = Math.ceil(ids.length / 2)
    const count = (some: number[]): Counted => countAtOnce(this.#store, this.#quiz, { ids: some })
    return [count(ids.slice(0, middle)), count(ids.slice(middle))]
  }
}

export function writeSection(section: AiSection, counts: ReportCounts, locale: string): string {
  const say = phrasesOf(locale)
  if (section === 'comparative') return compared(say, ...counts.halves)
  const counted = counts.all
  const lines =
    section === 'text'
      ? counted.questions.filter(isText).map((question) => textLine(question, say))
      : counted.questions.filter(isCounted).map((question) => `${question.title} — ${countLine(question, say)}`)
  return [`${say.answers}: ${counted.total}.`, ...lines].join('\n')
}

function countLine({ tally: { bars, average, answered } }: CountedQuestion, { most, mean, none }: Phrases): string {
  if (answered === 0) return none
  const [first] = bars.toSorted((a, b) => b.count - a.count)
  return [first && `${most}: ${first.label} (${first.percent}%)`, average !== null && `${mean}: ${average}`].filter(Boolean).join('; ')
}

function textLine({ title, tally }: CountedQuestion, { texts, often }: Phrases): string {
  const frequent = frequentWords(tally.texts)
  return `${title} — ${texts}: ${tally.answered}${frequent.length > 0 ? `; ${often}: ${frequent.join(', ')}` : ''}`
}

/** The most frequent words of at least five letters: short words say little in any language. */
function frequentWords(texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of texts.flatMap((text) => text.toLowerCase().match(/\p{L}{5,}/gu) ?? [])) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (
    [...counts]
      .filter(([, count]) => count > 1)
      // Plainly, as the first comparison by a locale takes 6 ms, and each demo account begins with such a report.
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, 5)
      .map(([word]) => word)
  )
}

function compared(say: Phrases, earlier: Counted, later: Counted): string {
  // Both halves have the same questions in the same order.
  const lines = earlier.questions.flatMap((before, index) => {
    const after = later.questions[index]
    if (!after || (!isCounted(before) && !isCounted(after))) return []
    return [`${before.title} — ${say.earlier}: ${countLine(before, say)}; ${say.later}: ${countLine(after, say)}`]
  })
  return [`${say.answers}: ${earlier.total} + ${later.total}.`, ...lines].join('\n')
}

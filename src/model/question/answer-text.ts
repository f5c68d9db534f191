/** A value in words (exports, letters, deliveries) and in points. */
import { questionOf, type AnswerValues, type FileValue, type Language, type Question, type Content } from '../survey.ts'
import { choices, choicesOf, finite, type Choice } from './shape.ts'
import { isBlank } from './validate.ts'

const titleOf = (list: readonly Choice[], id: unknown): string => list.find((choice) => choice.id === id)?.title ?? String(id)

/** `''` for no answer. An option that the question no longer has shows its id. */
export function answerText(question: Question, value: unknown, lang: Language = 'en'): string {
  if (isBlank(value)) return ''
  if (typeof value === 'number') return String(value)
  if (question.type === 'matrix' && !Array.isArray(value) && typeof value === 'object')
    return matrixText(question.matrixRows, question.matrixColumns, value!)
  if (question.type === 'file' && Array.isArray(value))
    return (value as FileValue[]).map(({ name, url }) => (url ? `${name} (${url})` : name)).join('; ')
  const list = choicesOf(question, lang)
  if (question.type === 'ranking' && Array.isArray(value)) return value.map((id, index) => `${index + 1}. ${titleOf(list, id)}`).join('; ')
  if (Array.isArray(value)) return value.map((id) => titleOf(list, id)).join('; ')
  if (typeof value === 'object') return JSON.stringify(value)
  return list.length > 0 ? titleOf(list, value) : String(value)
}

function matrixText(matrixRows: unknown, matrixColumns: unknown, value: object): string {
  const columns = choices(matrixColumns)
  const cells = value as Record<string, unknown>
  return choices(matrixRows)
    .filter(({ id }) => !isBlank(cells[id]))
    .map(
      ({ id, title }) =>
        `${title}: ${[cells[id]]
          .flat()
          .map((column) => titleOf(columns, column))
          .join(', ')}`,
    )
    .join('; ')
}

/** Points of an answer: of the options taken, and of a number where its question says that it counts. */
export function scoreOf(question: Question, value: unknown): number {
  if (isBlank(value)) return 0
  switch (question.type) {
    case 'yesno':
    case 'choice':
    case 'dropdown':
      return sum(choicesOf(question), [value].flat())
    case 'matrix':
      return Object.values(value as object).reduce(
        (total: number, cells) => total + sum(choices(question.matrixColumns), [cells].flat()),
        0,
      )
    case 'slider':
      return question.sliderScore ? finite(value, 0) : 0
    case 'rating':
      return question.ratingScore ? finite(value, 0) : 0
    case 'scale':
      return question.scaleScore ? finite(value, 0) : 0
    default:
      return 0
  }
}

/** Points of a whole answer; `null` where the survey doesn't count them. */
export function totalScore(version: Content, values: AnswerValues): number | null {
  if (!version.settings.scoring_switcher) return null
  return Object.entries(values).reduce((total, [id, value]) => {
    const question = questionOf(version, id)
    return question ? total + scoreOf(question, value) : total
  }, 0)
}

const sum = (list: readonly Choice[], ids: unknown[]): number =>
  list.reduce((total, { id, score }) => total + (ids.includes(id) ? score : 0), 0)

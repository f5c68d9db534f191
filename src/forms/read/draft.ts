/** What all readers share: questions as they are found, with conditions that are understood once all are known. */
import type { Option } from '../../contract/surveys/question.ts'
import type { Question } from '../../model/survey.ts'
import type { Expression } from '../expression/expression.ts'
import { limits, type Condition, type Item } from '../form.ts'
import type { Losses, Place } from '../loss.ts'
import { optionId } from '../lower/keys.ts'

/** A condition in the words of the source. */
export interface Said {
  text: string
  at: string
  /** As far as the words don't say it themselves. */
  when?: Expression
}

export interface DraftItem extends Omit<Item, 'visible'> {
  visible: Said[]
}

export const understood = (items: readonly DraftItem[], read: (said: Said) => Expression): Item[] =>
  items.map((item) => ({ ...item, visible: item.visible.map((said): Condition => ({ ...said, when: said.when ?? read(said) })) }))

/** What the source calculates is not calculated here: worse where something in the survey goes by it. */
export function addCalculations(calculated: ReadonlyMap<string, Said>, isUsed: (key: string) => boolean, losses: Losses): void {
  for (const [key, { text, at }] of calculated) losses.add(isUsed(key) ? 'calc.used' : 'calc.dropped', { at, key }, text)
}

export interface RawOption {
  value: string
  title: string
  score?: number
  link?: string
}

/** Options under ids of their own; of two with one value the first stays. */
export function optionsOf(raw: readonly RawOption[], place: Place, losses: Losses): Option[] {
  if (raw.length > limits.options) losses.add('limit', place, `${raw.length} options; at most ${limits.options} are read`)
  const seen = new Set<string>()
  return raw.slice(0, limits.options).flatMap(({ value, title, score, link }) => {
    const id = optionId(value)
    if (seen.has(id)) {
      losses.add('type.approximated', place, `the option "${value}" is there twice`, 'once')
      return []
    }
    seen.add(id)
    return [{ id, title: title === '' ? value : title, ...(score !== undefined && { score }), ...(link !== undefined && { link }) }]
  })
}

interface Choosing {
  several?: boolean
  dropdown?: boolean
  min?: number | undefined
  max?: number | undefined
  pictures?: boolean
}

/** Fields of a question with options; a text field where there are none. */
export function choosing(options: Option[], { several, dropdown, min, max, pictures }: Choosing, place: Place, losses: Losses): Question {
  if (options.length === 0) {
    losses.add('choices.external', place, 'it has no options in the file')
    return { type: 'input' }
  }
  if (dropdown && !several) return { type: 'dropdown', dropdownEntities: options }
  return {
    type: 'choice',
    ...(pictures && options.some(({ link }) => link) ? { choiceImageEntities: options } : { choiceEntities: options }),
    ...(several && {
      choiceMultiple: true,
      ...(min !== undefined && min > 0 && { choiceMin: min }),
      ...(max !== undefined && max > 0 && { choiceMax: max }),
    }),
  }
}

export const rankingOf = (options: Option[], place: Place, losses: Losses): Question =>
  options.length > 0 ? { type: 'ranking', rankingEntities: options } : choosing(options, {}, place, losses)

export const matrixOf = (matrixRows: Option[], matrixColumns: Option[], several: boolean): Question => ({
  type: 'matrix',
  matrixRows,
  matrixColumns,
  ...(several && { matrixMultiple: true }),
})

/** The name of a group or page as a screen of its own. */
export const titleScreen = (at: string, key: string, visible: readonly Said[], title: string, description = ''): DraftItem => ({
  key: `${key}#title`,
  at,
  visible: [...visible],
  question: { type: 'message', title, ...(description !== '' && { description }) },
})

const widest = 20

/** A number: a scale where few whole ones can be meant, else a text field. */
export function numberQuestion(
  bounds: { min?: number | undefined; max?: number | undefined; whole: boolean },
  place: Place,
  losses: Losses,
): Question {
  const { min, max, whole } = bounds
  if (whole && min !== undefined && max !== undefined && Number.isInteger(min) && Number.isInteger(max) && max > min && max - min <= widest)
    return { type: 'scale', scaleFrom: min, scaleTo: max }
  const said = [min === undefined ? '' : `from ${min}`, max === undefined ? '' : `to ${max}`].filter(Boolean).join(' ')
  losses.add('validation.number', place, `a ${whole ? 'whole ' : ''}number${said && ` ${said}`}`)
  return { type: 'input' }
}

/** The text field behind an option such as "other". */
export function otherField(item: DraftItem, option: string, title: string, losses: Losses): DraftItem {
  const key = `${item.key}#other`
  losses.add('other.split', item, `"${title}" with a text of its own`)
  return {
    key,
    at: item.at,
    question: { type: 'input', title },
    visible: [
      ...item.visible,
      { text: `${item.key} = ${option}`, at: item.at, when: { kind: 'test', key: item.key, operator: 'contains', value: option } },
    ],
  }
}

const extensions = new Map(
  Object.entries<readonly string[]>({
    image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic'],
    audio: ['mp3', 'm4a', 'wav', 'ogg', 'aac'],
    video: ['mp4', 'mov', 'webm', 'avi', 'mkv'],
  }),
)

export const extensionsOf = (kind: string): string[] => [...(extensions.get(kind) ?? [])]

/** A day, a time of day, or both; its bounds in the words of the service. */
export const momentQuestion = (datetimeKind: 'date' | 'time' | 'datetime', min?: string, max?: string): Question => ({
  type: 'datetime',
  datetimeKind,
  ...(min !== undefined && { datetimeMin: min }),
  ...(max !== undefined && { datetimeMax: max }),
})

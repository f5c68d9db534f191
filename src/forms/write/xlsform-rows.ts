/** Questions as rows of the sheet "survey". */
import { withoutMarkup } from '../../model/markup.ts'
import { listsOf, type Choice } from '../../model/question/index.ts'
import type { Question, QuestionOf } from '../../model/survey.ts'
import { extensionsOf } from '../read/draft.ts'
import { lacksOptions } from './changed.ts'

export type Row = Partial<Record<SheetField, string>>
export type SheetField =
  | 'type' | 'name' | 'label' | 'hint' | 'required' | 'read_only' | 'relevant' | 'constraint' | 'appearance' | 'parameters'
  | 'image' | 'video' | 'audio' | 'surveyctl_id' | 'surveyctl' // prettier-ignore

/** The name of a list of choices that holds these. */
export type ListOf = (options: readonly Choice[]) => string

/** What is chosen from; of a matrix its columns. Titles are as they stand in the question. */
export function optionsIn(question: Question): Choice[] {
  const { options = [], columns = options } = listsOf(question)
  return columns.map(({ title, markup = title, ...option }) => ({ ...option, title: markup }))
}

export const plain = (text: unknown): string => withoutMarkup(typeof text === 'string' ? text : '').replaceAll('${', '$ {')

/** `name`: of the question. `rowName`: of a row of a matrix. */
export function rowsOf(question: Question, name: string, listOf: ListOf, rowName: (row: string) => string): Row[] {
  const asked: Row = {
    name,
    label: plain(question.title) || name,
    hint: plain(question.description),
    ...(question.isRequired && { required: 'yes' }),
    ...(question.isBlocked && { read_only: 'yes' }),
    ...mediaOf(question),
  }
  // A draft may be unfinished.
  if (lacksOptions(question)) return [{ ...asked, type: 'text' }]
  if (question.type !== 'matrix') return [{ ...asked, ...typed(question, listOf) }]
  const { required, read_only, ...group } = asked
  const kind = question.matrixMultiple ? 'select_multiple' : 'select_one'
  const list = listOf(optionsIn(question))
  const rows = (question.matrixRows ?? []).map(({ id, title }, index): Row => {
    const row = String(id ?? index + 1)
    return {
      type: `${kind} ${list}`,
      name: rowName(row),
      label: plain(title) || row,
      ...(required && { required }),
      ...(read_only && { read_only }),
      surveyctl_id: row,
    }
  })
  return [{ ...group, type: 'begin_group', appearance: 'table-list' }, ...rows, { type: 'end_group', name: `${name}-end` }]
}

function typed(question: Exclude<Question, { type: 'matrix' }>, listOf: ListOf): Row {
  switch (question.type) {
    case 'yesno':
      return { type: `select_one ${listOf(optionsIn(question))}` }
    case 'choice':
      return chosen(question, listOf)
    case 'dropdown':
      return { type: `select_one ${listOf(optionsIn(question))}`, appearance: 'minimal' }
    case 'ranking':
      return { type: `rank ${listOf(optionsIn(question))}` }
    case 'slider':
      return ranged(question.sliderMin ?? 0, question.sliderMax ?? 100, question.sliderStep ?? 1)
    case 'scale':
      return ranged(question.scaleFrom ?? 0, question.scaleTo ?? 10, 1)
    case 'rating':
      return { ...ranged(1, question.ratingCount ?? 5, 1), appearance: 'rating' }
    case 'input':
      return {
        type: 'text',
        ...(question.inputMultiline && { appearance: 'multiline' }),
        ...(question.inputMaxLength && { constraint: `string-length(.) <= ${Number(question.inputMaxLength)}` }),
      }
    case 'email':
      return { type: 'text', constraint: String.raw`regex(., '^[^@\s]+@[^@\s]+\.[^@\s]+$')` }
    case 'phone':
      return { type: 'text', appearance: 'numbers' }
    case 'datetime':
      return dated(question)
    case 'file': {
      const kinds = ['image', 'audio', 'video'] as const
      const kind = kinds.find((one) => question.fileExtensions?.length && question.fileExtensions.every((ending) => extensionsOf(one).includes(ending)))
      return { type: kind ?? 'file' }
    }
    case 'html':
      return { type: 'note', label: (question.htmlContent ?? '').replaceAll('${', '$ {') || '-' }
    case 'message':
    case 'welcome':
    case 'submit':
      return { type: 'note' }
    default:
      // Of a newer service: its texts are kept.
      question satisfies never
      return { type: 'note' }
  }
} // prettier-ignore

function chosen(question: QuestionOf<'choice'>, listOf: ListOf): Row {
  const list = listOf(optionsIn(question))
  const [least, most] = [Number(question.choiceMin ?? 0), Number(question.choiceMax ?? 0)]
  const bounds = [...(least > 0 ? [`count-selected(.) >= ${least}`] : []), ...(most > 0 ? [`count-selected(.) <= ${most}`] : [])]
  return question.choiceMultiple
    ? { type: `select_multiple ${list}`, ...(bounds.length > 0 && { constraint: bounds.join(' and ') }) }
    : { type: `select_one ${list}` }
}

const ranged = (from: string | number, to: string | number, step: string | number): Row => ({
  type: 'range',
  parameters: `start=${Number(from)} end=${Number(to)} step=${Number(step)}`,
})

function dated({ datetimeKind, datetimeMin, datetimeMax }: QuestionOf<'datetime'>): Row {
  const type = datetimeKind === 'time' ? 'time' : datetimeKind === 'datetime' ? 'dateTime' : 'date'
  const bound = (sign: string, day: string | null | undefined): string[] =>
    type === 'date' && /^\d{4}-\d\d-\d\d$/.test(day ?? '') ? [`. ${sign} date('${day}')`] : []
  const bounds = [...bound('>=', datetimeMin), ...bound('<=', datetimeMax)]
  return { type, ...(bounds.length > 0 && { constraint: bounds.join(' and ') }) }
}

function mediaOf({ multimedia }: Question): Row {
  const { imgUrl, videoUrl, audioUrl } = multimedia ?? {}
  return { ...(imgUrl && { image: imgUrl }), ...(videoUrl && { video: videoUrl }), ...(audioUrl && { audio: audioUrl }) }
}

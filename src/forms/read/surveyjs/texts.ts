/** Fields of SurveyJS that are typed in: texts, numbers, dates. */
import type { Question } from '../../../model/survey.ts'
import type { Place } from '../../loss.ts'
import { momentQuestion, numberQuestion } from '../draft.ts'
import { finiteNumber, textIn, type Fields } from '../json.ts'
import type { Source } from './source.ts'
import { counted } from '../../../text/counted.ts'

/** The fields of a text, by its `inputType`; also of an item of `multipletext` and a cell of a matrix. */
export function textQuestion(source: Source, element: Fields, place: Place): Question {
  const placeholder = source.optional(element.placeholder ?? element.placeHolder, place)
  const checks = source.validators(element)
  const kinds = checks.map(({ type }) => type)
  const [inputType, numeric] = [textIn(element.inputType), checks.find(({ type }) => type === 'numeric')]
  const left = checks.filter(({ type }) => !['numeric', 'text', 'email', 'answercount'].includes(textIn(type)))
  for (const { type, regex, expression } of left)
    source.losses.add('validation.dropped', place, `${textIn(type)} ${textIn(regex ?? expression)}`)
  const [min, max] = [finiteNumber(element.min ?? numeric?.minValue), finiteNumber(element.max ?? numeric?.maxValue)]
  switch (inputType) {
    case 'email':
      return { type: 'email', ...(placeholder !== undefined && { emailPlaceholder: placeholder }) }
    case 'tel':
      return { type: 'phone', ...(placeholder !== undefined && { phonePlaceholder: placeholder }) }
    case 'date':
    case 'datetime-local':
    case 'datetime':
    case 'time':
      return dated(source, element, place, inputType === 'date' ? 'date' : inputType === 'time' ? 'time' : 'datetime')
    case 'range':
      return { type: 'slider', sliderMin: min ?? 0, sliderMax: max ?? 100, sliderStep: finiteNumber(element.step) ?? 1 }
    case 'number':
      return numberQuestion({ min, max, whole: Number.isInteger(finiteNumber(element.step) ?? 1) }, place, source.losses)
    default:
  }
  if (kinds.includes('email')) return { type: 'email', ...(placeholder !== undefined && { emailPlaceholder: placeholder }) }
  if (numeric) return numberQuestion({ min, max, whole: false }, place, source.losses)
  const text = checks.find(({ type }) => type === 'text')
  if (finiteNumber(text?.minLength))
    source.losses.add('validation.dropped', place, `at least ${counted(Number(text?.minLength), 'character')}`)
  const longest = finiteNumber(element.maxLength) ?? finiteNumber(text?.maxLength)
  return {
    type: 'input',
    ...(textIn(element.type) === 'comment' && { inputMultiline: true }),
    ...(longest !== undefined && longest > 0 && { inputMaxLength: longest }),
    ...(placeholder !== undefined && { inputPlaceholder: placeholder }),
  }
}

function dated(source: Source, element: Fields, place: Place, kind: 'date' | 'time' | 'datetime'): Question {
  const form = { date: /^\d{4}-\d\d-\d\d$/, time: /^\d\d:\d\d$/, datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d/ }[kind]
  const bound = (value: unknown): string | undefined => {
    const text = textIn(value)
    if (text === '' || form.test(text)) return text === '' ? undefined : text.slice(0, 16)
    source.losses.add('validation.dropped', place, text)
    return undefined
  }
  return momentQuestion(kind, bound(element.min ?? element.minValueExpression), bound(element.max ?? element.maxValueExpression))
}

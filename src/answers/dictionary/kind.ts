import type { Question } from '../../model/survey.ts'
import type { Kind } from './shape.ts'

interface Typed {
  type: Question['type']
  choiceMultiple?: boolean | null | undefined
  matrixMultiple?: boolean | null | undefined
  datetimeKind?: string | null | undefined
}

/** `undefined` for screens that only show something. */
export function kindOf(question: Typed): Kind | undefined {
  const { type } = question
  switch (type) {
    case 'yesno':
    case 'dropdown':
      return 'single'
    case 'choice':
      return question.choiceMultiple ? 'multiple' : 'single'
    case 'ranking':
      return 'ranking'
    case 'matrix':
      return question.matrixMultiple ? 'matrix-multiple' : 'matrix'
    case 'slider':
    case 'rating':
    case 'scale':
      return 'number'
    case 'input':
    case 'email':
    case 'phone':
      return 'text'
    case 'datetime':
      return question.datetimeKind === 'time' || question.datetimeKind === 'datetime' ? question.datetimeKind : 'date'
    case 'file':
      return 'file'
    case 'welcome':
    case 'message':
    case 'html':
    case 'submit':
      return undefined
    default:
      return unknownType(type)
  }
}

/** A type of a newer service: its answers are texts. */
const unknownType = (_type: never): Kind => 'text'

import { questionTypes } from '../../contract/core/records.ts'
import { isOneOf } from '../../text/is-one-of.ts'
import type { Kind } from './shape.ts'

interface Typed {
  type: string
  choiceMultiple?: boolean | null | undefined
  matrixMultiple?: boolean | null | undefined
  datetimeKind?: string | null | undefined
}

/** `undefined` for screens that only show something. */
export function kindOf(question: Typed): Kind | undefined {
  const { type } = question
  // Of a newer service: its answers are texts.
  if (!isOneOf(questionTypes, type)) return 'text'
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
      return type satisfies never
  }
}

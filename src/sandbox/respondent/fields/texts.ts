import type { QuestionOf } from '../../../model/survey.ts'
import { datetimeKindOf, maxLengthOf } from '../../../model/question/index.ts'
import { attributes, html, type Html } from '../../pages/html.ts'
import { described, type Shown } from './shown.ts'

export function textField(shown: Shown<QuestionOf<'input' | 'email' | 'phone'>>): Html {
  const { id, key, question, say } = shown
  const value = typeof shown.value === 'string' ? shown.value : ''
  const common = {
    id: `field-${key}`,
    name: id,
    placeholder: placeholderOf(question) ?? say('input_placeholder'),
    maxlength: question.type === 'input' ? maxLengthOf(question) : 254,
  }
  if (question.type === 'input' && question.inputMultiline) {
    // Browsers drop the first line break in a textarea.
    return html`<textarea rows="5" ${attributes(common)}${described(shown)}>${`\n${value}`}</textarea>`
  }
  const kind = { input: { type: 'text' }, email: { type: 'email', autocomplete: 'email' }, phone: { type: 'tel', autocomplete: 'tel' } }[
    question.type
  ]
  return html`<input${attributes({ ...kind, ...common, value })}${described(shown)}>`
}

function placeholderOf(question: QuestionOf<'input' | 'email' | 'phone'>): string | null | undefined {
  switch (question.type) {
    case 'email':
      return question.emailPlaceholder ?? 'name@example.com'
    case 'phone':
      return question.phonePlaceholder ?? '+1 202 555 0100'
    case 'input':
      return question.inputPlaceholder
  }
}

export function datetimeField(shown: Shown<QuestionOf<'datetime'>>): Html {
  const { id, key, question, value } = shown
  const type = { date: 'date', time: 'time', datetime: 'datetime-local' }[datetimeKindOf(question)]
  return html`<input
    class="moment"
    ${attributes({
      type,
      id: `field-${key}`,
      name: id,
      min: question.datetimeMin,
      max: question.datetimeMax,
      value: typeof value === 'string' ? value : '',
    })}${described(shown)}
  />`
}

import { lengthProblem, textual } from './parts/texts.ts'
import { finite } from './value.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'input'>

export const maxLengthOf = ({ inputMaxLength, inputMultiline }: Question): number =>
  Math.max(Math.trunc(finite(inputMaxLength, inputMultiline ? 5000 : 500)), 1)

const example: Question = {
  type: 'input',
  title: 'What should we do better?',
  inputMultiline: true,
  inputMaxLength: 1000,
  inputPlaceholder: 'In a few words',
}

const remarks = [
  'All good, thank you',
  'Everything was clear',
  'It took longer than expected',
  'I would like more choices',
  'The delivery was quick',
  'Support answered within an hour',
  'The price is a little high',
  'Easy to use',
  'Nothing to add',
  'Please add a dark theme',
  'I had to look for the button',
  'Works well on the phone',
  'Would recommend it',
  'The instructions could be shorter',
] as const

export const input = textual<Question>(
  { example, seconds: 35, personal: 'data-by-title' },
  (question, value) => lengthProblem(value, maxLengthOf(question)),
  {
    verbatim: true,
    paper: ({ inputMultiline }) => ({ lines: inputMultiline ? 4 : 1, label: '' }),
    others: () => ['zzz other text'],
    near: (_, word) => [
      `zz ${word}`,
      `${word} zz`,
      `!`,
      `~`,
      ...(Number.isFinite(Number(word)) ? [-1, -0.001, 0.001, 1].map((by) => String(Number(word) + by)) : []),
    ],
    sample: (question, { pick }) => {
      const text = question.inputMultiline ? `${pick(remarks)}. ${pick(remarks)}.` : pick(remarks)
      return [...text].slice(0, maxLengthOf(question)).join('').trim()
    },
  },
)

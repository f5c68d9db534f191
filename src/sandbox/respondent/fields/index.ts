/** The control of each question type. */
import type { QuestionType } from '../../../contract/core/records.ts'
import type { Question, QuestionOf } from '../../../model/survey.ts'
import { plain } from '../../../model/markup.ts'
import { html, type Html } from '../html.ts'
import { choiceField, dropdownField, rankingField } from './choices.ts'
import { fileField } from './file.ts'
import { matrixField } from './matrix.ts'
import { ratingField, scaleField, sliderField } from './numbers.ts'
import type { Shown } from './shown.ts'
import { datetimeField, textField } from './texts.ts'

interface Field<Q = Question> {
  control(shown: Shown<Q>): Html | undefined
  /** One label names the control; the others are groups with a heading. */
  labelled: boolean
  /** Choosing one thing answers it: the survey may move on by itself. */
  single(question: Q): boolean
}

const grouped = { labelled: false, single: () => false }
const labelled = { labelled: true, single: () => false }
/** Screens that only show something. */
const silent: Field = { control: () => undefined, ...grouped }

const fields: { readonly [T in QuestionType]: Field<QuestionOf<T>> } = {
  welcome: silent,
  yesno: { control: choiceField, labelled: false, single: () => true },
  choice: { control: choiceField, labelled: false, single: ({ choiceMultiple }) => !choiceMultiple },
  dropdown: { control: dropdownField, labelled: true, single: () => true },
  ranking: { control: rankingField, ...grouped },
  slider: { control: sliderField, ...labelled },
  rating: { control: ratingField, labelled: false, single: () => true },
  scale: { control: scaleField, labelled: false, single: () => true },
  input: { control: textField, ...labelled },
  email: { control: textField, ...labelled },
  phone: { control: textField, ...labelled },
  datetime: { control: datetimeField, ...labelled },
  matrix: { control: matrixField, ...grouped },
  message: silent,
  file: { control: fileField, ...labelled },
  html: { control: htmlContent, ...grouped },
  submit: silent,
}

const fieldOf = ({ type }: Question): Field => fields[type]

export const controlOf = (shown: Shown): Html | undefined => fieldOf(shown.question).control(shown)

export const isLabelled = (question: Question): boolean => fieldOf(question).labelled

export const isSingle = (question: Question): boolean => fieldOf(question).single(question)

/** No script of its own runs in it (the sandbox, and the page's policy); being of the same origin lets the page fit its height. */
function htmlContent({ question }: Shown<QuestionOf<'html'>>): Html {
  return html`<iframe
    class="content"
    title="${plain(question.title) || 'HTML'}"
    sandbox="allow-same-origin allow-popups"
    srcdoc="${frame(question.htmlContent)}"
  ></iframe>`
}

const frame = (content: unknown): string =>
  `<!doctype html><base target="_blank"><style>body{margin:0;display:flow-root;font:17px/1.5 system-ui,sans-serif}body>:first-child{margin-top:0}body>:last-child{margin-bottom:0}</style>${typeof content === 'string' ? content : ''}`

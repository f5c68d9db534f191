/** The control of each question type. */
import type { QuestionType } from '../../../contract/surveys/question.ts'
import type { Question, QuestionOf } from '../../../model/survey.ts'
import { answerKindOf, isAnsweredByList, writtenOf } from '../../../model/question/index.ts'
import { withoutMarkup } from '../../../model/markup.ts'
import { html, type Html } from '../../pages/html.ts'
import type { Reads } from '../decode.ts'
import { choiceField, dropdownField, rankingField } from './choices.ts'
import { fileField } from './file.ts'
import { matrixField } from './matrix.ts'
import { ratingField, scaleField, sliderField } from './numbers.ts'
import type { Shown } from './shown.ts'
import { datetimeField, textField } from './texts.ts'

interface Field<Q = Question> {
  control(shown: Shown<Q>): Html | undefined
  /** Whether the control has a label; others are groups of controls with a heading. */
  labelled: boolean
  /** Whether one choice answers the question, so that the survey may move on by itself. */
  single(question: Q): boolean
}

const grouped = { labelled: false, single: () => false }
const labelled = { labelled: true, single: () => false }
/** Screens without a control. */
const noControl: Field = { control: () => undefined, ...grouped }

const fields: { readonly [T in QuestionType]: Field<QuestionOf<T>> } = {
  welcome: noControl,
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
  message: noControl,
  file: { control: fileField, ...labelled },
  html: { control: htmlContent, ...grouped },
  submit: noControl,
}

/** How the server and the page's script read its form. */
export function readsOf(question: Question): Reads {
  const kind = answerKindOf(question)
  if (kind === 'files' || (kind === 'options' && isAnsweredByList(question.type))) return 'list'
  if (kind === 'text') return writtenOf(question)?.verbatim ? 'text' : 'one'
  return kind === 'options' || kind === 'nothing' ? 'one' : kind
}

const fieldOf = ({ type }: Question): Field => fields[type]

export const controlOf = (shown: Shown): Html | undefined => fieldOf(shown.question).control(shown)

export const isLabelled = (question: Question): boolean => fieldOf(question).labelled

export const isSingle = (question: Question): boolean => fieldOf(question).single(question)

/** The frame's sandbox lets none of its scripts run; `allow-same-origin` lets the page read its height. */
function htmlContent({ question }: Shown<QuestionOf<'html'>>): Html {
  return html`<iframe
    class="content"
    title="${withoutMarkup(question.title) || 'HTML'}"
    sandbox="allow-same-origin allow-popups"
    srcdoc="${frame(question.htmlContent)}"
  ></iframe>`
}

const frame = (content: unknown): string =>
  `<!doctype html><base target="_blank"><style>body{margin:0;display:flow-root;font:17px/1.5 system-ui,sans-serif}body>:first-child{margin-top:0}body>:last-child{margin-bottom:0}</style>${typeof content === 'string' ? content : ''}`

/** Every type of question. A new one is a file beside this and a line here: without it this doesn't compile. */
import type { QuestionType } from '../../contract/surveys/question.ts'
import type { Question, QuestionOf } from '../survey.ts'
import { choice } from './choice.ts'
import { datetime } from './datetime.ts'
import type { Definition } from './definition.ts'
import { dropdown } from './dropdown.ts'
import { email } from './email.ts'
import { file } from './file.ts'
import { html } from './html.ts'
import { input } from './input.ts'
import { matrix } from './matrix.ts'
import { message } from './message.ts'
import { phone } from './phone.ts'
import { ranking } from './ranking.ts'
import { rating } from './rating.ts'
import { scale } from './scale.ts'
import { slider } from './slider.ts'
import { submit } from './submit.ts'
import { welcome } from './welcome.ts'
import { yesno } from './yesno.ts'

const definitions: { readonly [T in QuestionType]: Definition<QuestionOf<T>> } = {
  welcome,
  yesno,
  choice,
  dropdown,
  ranking,
  slider,
  rating,
  scale,
  input,
  email,
  phone,
  datetime,
  matrix,
  message,
  file,
  html,
  submit,
}

export const examples = Object.fromEntries(Object.entries(definitions).map(([type, { example }]) => [type, example])) as {
  readonly [T in QuestionType]: QuestionOf<T>
}

// Not by the contract's table of fields: the threads that write documents have no use for it.
const isDefined = (type: string): type is QuestionType => Object.hasOwn(definitions, type)

/** A type that this version doesn't know counts as one that can't be answered. */
export const definitionOfType = (type: string): Definition => (isDefined(type) ? definitions[type] : definitions.message)

export const definitionOf = (question: Question | undefined): Definition => definitionOfType(question?.type ?? 'message')

/** What the reader of QSF files has found so far. */
import { isObject } from '../../../text/is-object.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Losses, Place } from '../../loss.ts'
import { Texts } from '../../text.ts'
import type { DraftItem, RawOption } from '../draft.ts'
import { fieldsOf, finiteNumber, isOn, textIn, type Fields } from '../json.ts'
import type { Languages } from '../languages.ts'

/** A question with all that becomes of it. */
export interface QsfQuestion {
  qid: string
  payload: Fields
  place: Place
  items: DraftItem[]
  /** Ids of options here, by numbers of choices there. */
  options: Map<string, string>
  /** Its display logic, once it is understood. */
  shown?: Expression
}

export class Source {
  readonly questions = new Map<string, QsfQuestion>()
  readonly losses: Losses
  readonly texts: Texts
  scored = false
  readonly #languages: Languages
  readonly #base: string

  constructor(losses: Losses, languages: Languages, base: string) {
    this.losses = losses
    this.#languages = languages
    this.#base = base
    this.texts = new Texts(losses, { piping: /\$\{[a-z]+:\/\/[^{}]*\}/gi })
  }

  /** A text of a question, with those of `Language`. */
  text(payload: Fields, find: (of: Fields) => unknown): string {
    const others = isObject(payload.Language) ? payload.Language : {}
    return textIn(
      this.#languages.pick({
        [this.#base]: find(payload),
        ...Object.fromEntries(Object.entries(others).map(([name, own]) => [name, find(fieldsOf(own))])),
      }),
    )
  }

  title = ({ payload, place }: QsfQuestion) =>
    this.texts.titled(
      this.text(payload, ({ QuestionText }) => QuestionText),
      place,
    )

  /** Choices (`Choices`) or columns (`Answers`), in their order. */
  choices(
    { payload, place }: QsfQuestion,
    field: 'Choices' | 'Answers',
    recode = 'RecodeValues',
  ): (RawOption & { number: string; entry: Fields })[] {
    const all = payload[field]
    const entries = new Map(
      Object.entries(isObject(all) ? all : Array.isArray(all) ? Object.fromEntries(all.map((one, index) => [index, one])) : {}),
    )
    const order = payload[field === 'Choices' ? 'ChoiceOrder' : 'AnswerOrder']
    const ordered = Array.isArray(order) ? order.map(textIn).filter((number) => entries.has(number)) : []
    const numbers = [...ordered, ...[...entries.keys()].filter((number) => ordered.length === 0 || !ordered.includes(number))]
    const recoded = fieldsOf(payload[recode])
    const codes = numbers.map((number) => textIn(recoded[number]))
    const areCodes = numbers.length > 0 && codes.every((code) => code !== '') && new Set(codes).size === codes.length
    const points = new Map(
      (Array.isArray(payload.GradingData) ? payload.GradingData : []).map((each) => [
        textIn(fieldsOf(each).ChoiceID),
        Object.values(fieldsOf(fieldsOf(each).Grades))
          .map(finiteNumber)
          .find((value) => value !== undefined),
      ]),
    )
    return numbers.map((number, index) => {
      const entry = fieldsOf(entries.get(number))
      const display = this.text(payload, (of) => fieldsOf(fieldsOf(of[field])[number]).Display)
      const { text, image } = this.texts.plain(display, place)
      const score = field === 'Choices' ? points.get(number) : undefined
      if (score !== undefined) this.scored = true
      if (isObject(entry.DisplayLogic)) this.losses.add('logic.choice-filter', place, `"${text}" has a condition of its own`)
      return {
        number,
        entry,
        value: areCodes ? codes[index]! : number,
        title: text,
        ...(image !== undefined && { link: image }),
        ...(score !== undefined && { score }),
      }
    })
  }

  add(asked: QsfQuestion, question: DraftItem['question'], part?: { code: string; title: string }): DraftItem {
    const { qid, place, items } = asked
    const { title, multimedia } = this.title(asked)
    const item: DraftItem = {
      key: part ? `${qid}#${part.code}` : qid,
      at: place.at,
      visible: [],
      question: {
        ...question,
        title: (part ? [title, part.title].filter(Boolean).join(' · ') : title) || qid,
        ...(isOn(settingsOf(asked).ForceResponse) && { isRequired: true }),
        ...(multimedia && { multimedia }),
      },
    }
    items.push(item)
    return item
  }
}

export const settingsOf = ({ payload }: QsfQuestion): Fields => fieldsOf(fieldsOf(payload.Validation).Settings)
export const configurationOf = ({ payload }: QsfQuestion): Fields => fieldsOf(payload.Configuration)

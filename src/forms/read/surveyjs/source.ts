/** What the parts of the reader of SurveyJS share. */
import type { Question } from '../../../model/survey.ts'
import type { ReadOptions } from '../../form.ts'
import type { Losses, Place } from '../../loss.ts'
import { Texts } from '../../text.ts'
import { isObject } from '../../../text/is-object.ts'
import type { DraftItem, RawOption, Said } from '../draft.ts'
import { fieldsOf, isOn, listOf, textIn, type Fields } from '../json.ts'
import type { Languages } from '../languages.ts'
import { Names } from './language.ts'

/** Where an element is: its place, the conditions of what it stands in, and how its name becomes a key. */
export interface Around {
  at: string
  visible: readonly Said[]
  keyOf: (name: string) => string
  /** Expressions inside a repeated part name its questions by `{panel.NAME}`. */
  say: (text: string) => string
}

export const placeOf = ({ at, keyOf }: Around, name: string): Place & { key: string } => ({ at, key: keyOf(name) })

export class Source {
  readonly items: DraftItem[] = []
  readonly names = new Names()
  readonly losses: Losses
  readonly groups: ReadOptions['groups']
  readonly texts: Texts
  readonly #languages: Languages
  /** Whether an answer is worth points. */
  scored = false

  constructor({ losses, groups }: ReadOptions, languages: Languages) {
    this.losses = losses
    this.groups = groups
    this.texts = new Texts(losses, { piping: /\{[A-Za-z_#][^{}]*\}/g })
    this.#languages = languages
  }

  /** A text, or texts by language. */
  text(value: unknown): string {
    return textIn(isObject(value) ? this.#languages.pick(value) : value)
  }

  label = (value: unknown, place: Place): string => this.texts.label(this.text(value), place)

  optional(value: unknown, place: Place): string | undefined {
    return this.label(value, place) || undefined
  }

  /** Conditions of an element, beside those of what it stands in. `undefined`: it is never shown. */
  visible(element: Fields, { at, visible, say }: Around, name: string): Said[] | undefined {
    const own = textIn(element.visibleIf)
    if (element.visible === false && own === '') {
      this.losses.add('hidden.undeclared', { at, key: name }, `"${name}" is hidden`)
      return undefined
    }
    const enabled = textIn(element.enableIf)
    if (enabled !== '') this.losses.add('logic.widened', { at: `${at}.enableIf`, key: name }, enabled, 'can be answered always')
    return [...visible, ...(own === '' ? [] : [{ text: say(own), at: `${at}.visibleIf` }])]
  }

  choices(list: unknown, place: Place): RawOption[] {
    const filtered = listOf(list).some((choice) => isObject(choice) && (textIn(choice.visibleIf) !== '' || textIn(choice.enableIf) !== ''))
    if (filtered) this.losses.add('logic.choice-filter', place, 'options with conditions of their own')
    return listOf(list).map((choice) => {
      const { value, text, imageLink } = isObject(choice) ? choice : { value: choice }
      const link = textIn(isObject(imageLink) ? this.#languages.pick(imageLink) : imageLink)
      return { value: textIn(value), title: this.label(text, place), ...(link !== '' && { link }) }
    })
  }

  /** Adds a question with what all kinds have. */
  add(
    element: Fields,
    around: Around,
    name: string,
    question: Question,
    more: Partial<Pick<DraftItem, 'values'>> = {},
  ): DraftItem | undefined {
    const visible = this.visible(element, around, name)
    if (!visible) return undefined
    const place = placeOf(around, name)
    const { at, key } = place
    const { title, multimedia } = this.texts.titled(this.text(element.title) || name, place)
    const description = this.optional(element.description, place)
    if (textIn(element.requiredIf) !== '') this.losses.add('required.conditional', place, textIn(element.requiredIf))
    for (const field of ['defaultValue', 'defaultValueExpression', 'defaultRowValue'])
      if (element[field] !== undefined)
        this.losses.add(field === 'defaultValue' ? 'default.dropped' : 'calc.dropped', place, `${field}: ${JSON.stringify(element[field])}`)
    for (const field of ['setValueExpression', 'setValueIf', 'resetValueIf'])
      if (textIn(element[field]) !== '') this.losses.add('calc.dropped', place, `${field}: ${textIn(element[field])}`)
    const item: DraftItem = {
      key,
      at,
      visible,
      ...more,
      question: {
        ...question,
        title,
        ...(element.titleLocation === 'hidden' && { withTitle: false }),
        ...(description !== undefined && { description }),
        ...(isOn(element.isRequired) && { isRequired: true }),
        ...(isOn(element.readOnly) && { isBlocked: true }),
        ...(multimedia && { multimedia }),
      },
    }
    this.items.push(item)
    this.names.set(key, { key })
    this.#comment(element, item)
    return item
  }

  #comment(element: Fields, item: DraftItem): void {
    if (!isOn(element.hasComment) && !isOn(element.showCommentArea)) return
    this.losses.add('other.split', item, 'a comment beside it', 'a text field of its own')
    const title = this.label(element.commentText, item) || this.label(element.title, item) || item.key
    this.items.push({
      key: `${item.key}#comment`,
      at: item.at,
      visible: item.visible,
      question: { type: 'input', inputMultiline: true, title },
    })
    this.names.set(`${item.key}-Comment`, { key: `${item.key}#comment` })
  }

  validators(element: Fields): Fields[] {
    return listOf(element.validators).map(fieldsOf)
  }
}

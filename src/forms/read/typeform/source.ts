/** Fields of Typeform's JSON as questions. */
import { counted } from '../../../text/counted.ts'
import type { Question } from '../../../model/survey.ts'
import type { ReadOptions } from '../../form.ts'
import type { Losses, Place } from '../../loss.ts'
import { multimediaOf } from '../../media.ts'
import { Texts } from '../../text.ts'
import {
  choosing,
  matrixOf,
  numberQuestion,
  optionsOf,
  otherField,
  rankingOf,
  titleScreen,
  type DraftItem,
  type RawOption,
} from '../draft.ts'
import { fieldsOf, finiteNumber, isOn, objectsIn, textIn, type Fields } from '../json.ts'

const texts = new Map(
  Object.entries<Question>({
    short_text: { type: 'input' },
    long_text: { type: 'input', inputMultiline: true },
    website: { type: 'input' },
    email: { type: 'email' },
    phone_number: { type: 'phone' },
    date: { type: 'datetime', datetimeKind: 'date' },
  }),
)

export class Source {
  readonly items: DraftItem[] = []
  readonly texts: Texts
  scored = false
  readonly losses: Losses
  readonly #groups: ReadOptions['groups']
  /** The screen that a reference leads to. */
  readonly first = new Map<string, string>()
  readonly #scores = new Map<string, number>()

  constructor({ losses, groups }: ReadOptions) {
    this.losses = losses
    this.#groups = groups
    this.texts = new Texts(losses, { piping: /\{\{[^{}]*\}\}/g, markdown: true })
  }

  fields(list: unknown, path: string, before: string): void {
    objectsIn(list).forEach((field, index) => {
      const ref = textIn(field.ref) || textIn(field.id)
      const start = this.items.length
      this.#field(field, { at: `${path}[${index}]`, key: ref }, before)
      const first = this.items[start]
      if (first) this.first.set(ref, first.key)
    })
  }

  #field(field: Fields, place: Place & { key?: string }, before: string): void {
    const [type, properties, checks] = [textIn(field.type), fieldsOf(field.properties), fieldsOf(field.validations)]
    const inner = objectsIn(properties.fields)
    if (type === 'group' || type === 'inline_group') return this.#group(field, inner, place, before)
    if (type === 'contact_info' || type === 'address') {
      this.losses.add('structure.table', place, `${counted(inner.length, 'field')} in one question`)
      return this.fields(inner, `${place.at}.fields`, this.texts.label(field.title, place))
    }
    const question = type === 'matrix' ? this.#matrix(inner, place) : this.#question(type, properties, checks, place)
    if (!question) return this.losses.add('type.unknown', place, type)
    const item = this.#add(field, question, place, before)
    if (isOn(properties.allow_other_choice)) this.items.push(otherField(item, 'other', 'Other', this.losses))
  }

  #group(field: Fields, inner: readonly Fields[], place: Place, before: string): void {
    const title = this.texts.label(field.title, place)
    const text = this.texts.label(fieldsOf(field.properties).description, place)
    this.losses.add('structure.group', place, title, this.#groups === 'drop' ? undefined : 'a screen with its title')
    if (this.#groups === 'message' && title !== '') this.items.push(titleScreen(place.at, String(place.key), [], title, text))
    this.fields(inner, `${place.at}.properties.fields`, before)
  }

  #add(field: Fields, question: Question, place: Place, before: string): DraftItem {
    const { title, multimedia } = this.texts.titled(field.title, place)
    const description = this.texts.label(fieldsOf(field.properties).description, place)
    const attachment = fieldsOf(field.attachment)
    const media = /^https?:/.test(textIn(attachment.href))
      ? multimediaOf(textIn(attachment.href), attachment.type === 'video' ? 'video' : 'img')
      : undefined
    const item: DraftItem = {
      key: place.key ?? '',
      at: place.at,
      visible: [],
      ...(question.type === 'yesno' && { values: { true: 'yes', false: 'no' } }),
      question: {
        ...question,
        title: [before, title].filter(Boolean).join(' · ') || (place.key ?? ''),
        ...(description !== '' && { description }),
        ...(isOn(fieldsOf(field.validations).required) && { isRequired: true }),
        ...((media ?? multimedia) && { multimedia: media ?? multimedia }),
      },
    }
    this.items.push(item)
    return item
  }

  #options(list: unknown, place: Place): RawOption[] {
    return objectsIn(list).map((choice) => {
      const value = textIn(choice.ref) || textIn(choice.id)
      const link = textIn(fieldsOf(choice.attachment).href)
      const score = this.#scores.get(`${place.key} ${value}`)
      return {
        value,
        title: this.texts.label(choice.label, place),
        ...(/^https?:/.test(link) && { link }),
        ...(score !== undefined && { score }),
      }
    })
  }

  #question(type: string, properties: Fields, checks: Fields, place: Place): Question | undefined {
    const longest = finiteNumber(checks.max_length)
    const known = texts.get(type)
    if (known) return { ...known, ...(known.type === 'input' && longest !== undefined && { inputMaxLength: longest }) }
    const steps = finiteNumber(properties.steps)
    const labels = fieldsOf(properties.labels)
    const [low, high] = [this.texts.label(labels.left, place), this.texts.label(labels.right, place)]
    switch (type) {
      case 'number':
        return numberQuestion({ min: finiteNumber(checks.min_value), max: finiteNumber(checks.max_value), whole: true }, place, this.losses)
      case 'yes_no':
        return { type: 'yesno' }
      case 'legal':
        return { type: 'yesno', yesnoYesLabel: 'I accept', yesnoNoLabel: "I don't accept" }
      case 'opinion_scale':
      case 'nps': {
        const from = isOn(properties.start_at_one) ? 1 : 0
        return {
          type: 'scale',
          scaleFrom: from,
          scaleTo: from + (steps ?? 11) - 1,
          ...(low !== '' && { scaleFromLabel: low }),
          ...(high !== '' && { scaleToLabel: high }),
        }
      }
      case 'rating':
        return { type: 'rating', ratingCount: Math.min(steps ?? 5, 20) }
      case 'statement':
        return {
          type: 'message',
          ...(textIn(properties.button_text) !== '' && { messageLabel: this.texts.label(properties.button_text, place) }),
        }
      case 'file_upload':
        return { type: 'file' }
      case 'payment':
      case 'calendly':
        this.losses.add('type.unsupported', place, type)
        return { type: 'input' }
      default:
        return this.#choice(type, properties, checks, place)
    }
  }

  #choice(type: string, properties: Fields, checks: Fields, place: Place): Question | undefined {
    if (!['multiple_choice', 'picture_choice', 'dropdown', 'ranking', 'checkbox'].includes(type)) return undefined
    if (isOn(properties.randomize)) this.losses.add('options.random', place, 'options in a random order')
    const raw = this.#options(properties.choices, place)
    const other = isOn(properties.allow_other_choice) && raw.length > 0 ? [{ value: 'other', title: 'Other' }] : []
    const options = optionsOf([...raw, ...other], place, this.losses)
    if (type === 'ranking') return rankingOf(options, place, this.losses)
    const kind = { several: isOn(properties.allow_multiple_selection), dropdown: type === 'dropdown', pictures: type === 'picture_choice' }
    return choosing(
      options,
      { ...kind, min: finiteNumber(checks.min_selection), max: finiteNumber(checks.max_selection) },
      place,
      this.losses,
    )
  }

  #matrix(rows: readonly Fields[], place: Place): Question {
    const columns = optionsOf(this.#options(fieldsOf(rows[0]?.properties).choices, place), place, this.losses)
    const matrixRows = optionsOf(
      rows.map((row) => ({ value: textIn(row.ref) || textIn(row.id), title: this.texts.label(row.title, place) })),
      place,
      this.losses,
    )
    if (columns.length === 0 || matrixRows.length === 0) return choosing(columns, {}, place, this.losses)
    const several = rows.some((row) => isOn(fieldsOf(row.properties).allow_multiple_selection))
    return matrixOf(matrixRows, columns, several)
  }

  /** Points of single options, before the questions are read. */
  score(data: Fields): void {
    for (const { actions } of objectsIn(data.logic))
      for (const { action, details, condition } of objectsIn(actions)) {
        if (!/^(add|subtract|multiply|divide)$/.test(textIn(action))) continue
        const { op, vars } = fieldsOf(condition)
        const [field, choice] = objectsIn(vars)
        const points = finiteNumber(fieldsOf(fieldsOf(details).value).value)
        const isScore = textIn(fieldsOf(fieldsOf(details).target).value) === 'score' && /^(add|subtract)$/.test(textIn(action))
        this.scored = true
        if (isScore && op === 'is' && choice?.type === 'choice' && points !== undefined)
          this.#scores.set(`${textIn(field?.value)} ${textIn(choice.value)}`, action === 'add' ? points : -points)
        else this.losses.add('scoring.partial', { at: 'logic', key: textIn(field?.value) }, JSON.stringify(details))
      }
  }
}

/** Questions of SurveyJS by their types. */
import type { Question, QuestionOf } from '../../../model/survey.ts'
import { localMedia, multimediaOf } from '../../media.ts'
import type { Place } from '../../loss.ts'
import { choosing, extensionsOf, optionsOf, otherField, rankingOf, type RawOption } from '../draft.ts'
import { finiteNumber, isOn, listOf, textIn, type Fields } from '../json.ts'
import { placeOf, type Around, type Source } from './source.ts'
import { textQuestion } from './texts.ts'

export type Reader = (source: Source, element: Fields, around: Around, name: string) => void

const put =
  (make: (source: Source, element: Fields, place: Place) => Question): Reader =>
  (source, element, around, name) =>
    void source.add(element, around, name, make(source, element, placeOf(around, name)))

const special = [
  { flags: ['hasNone', 'showNoneItem'], value: 'none', text: 'noneText', usual: 'None' },
  { flags: ['showRefuseItem'], value: 'refused', text: 'refuseText', usual: 'Refuse to answer' },
  { flags: ['showDontKnowItem'], value: 'dontknow', text: 'dontKnowText', usual: "Don't know" },
] as const

/** Options with those that stand behind them: none, other. */
function choicesOf(source: Source, element: Fields, place: Place): { options: RawOption[]; other?: string } {
  const from = textIn(element.choicesFromQuestion)
  if (from !== '') source.losses.add('choices.external', place, `options of "${from}"`, 'a text field, as they depend on an answer')
  const byUrl = textIn((element.choicesByUrl as Fields | undefined)?.url)
  if (byUrl !== '') source.losses.add('choices.external', place, `options from ${byUrl}`)
  for (const field of ['choicesVisibleIf', 'choicesEnableIf'])
    if (textIn(element[field]) !== '') source.losses.add('logic.choice-filter', place, textIn(element[field]))
  const order = textIn(element.choicesOrder)
  if (order === 'random') source.losses.add('options.random', place, 'options in a random order')
  const listed = source.choices(element.choices, place)
  const compared = (a: RawOption, b: RawOption): number => (a.title || a.value).localeCompare(b.title || b.value, 'en')
  const options = order === 'asc' ? listed.toSorted(compared) : order === 'desc' ? listed.toSorted((a, b) => compared(b, a)) : listed
  if (options.length === 0) return { options }
  for (const { flags, value, text, usual } of special) {
    if (!flags.some((flag) => isOn(element[flag])) || options.some((option) => option.value === value)) continue
    options.push({ value, title: source.label(element[text], place) || usual })
    if (element.type === 'checkbox' || element.type === 'tagbox') source.losses.add('none.exclusive', place, options.at(-1)!.title)
  }
  if (!isOn(element.hasOther) && !isOn(element.showOtherItem)) return { options }
  const other = source.label(element.otherText, place) || 'Other (describe)'
  if (!options.some(({ value }) => value === 'other')) options.push({ value: 'other', title: other })
  return { options, other }
}

function scored(source: Source, element: Fields, options: RawOption[]): RawOption[] {
  if (element.correctAnswer === undefined) return options
  source.scored = true
  const right = [element.correctAnswer].flat().map(textIn)
  return options.map((option) => (right.includes(option.value) ? { ...option, score: 1 } : option))
}

const choice =
  (kind: { several?: boolean; dropdown?: boolean; pictures?: boolean }): Reader =>
  (source, element, around, name) => {
    const place = placeOf(around, name)
    const { options: raw, other } = choicesOf(source, element, place)
    const several = kind.several === true || (kind.pictures === true && isOn(element.multiSelect))
    const linked = kind.pictures
      ? raw.map((option) => ({ ...option, ...(option.link !== undefined && { link: localMedia(option.link) }) }))
      : raw
    const options = optionsOf(scored(source, element, linked), place, source.losses)
    const counts = source.validators(element).find(({ type }) => type === 'answercount')
    const item = source.add(
      element,
      around,
      name,
      choosing(
        options,
        {
          ...kind,
          several,
          min: finiteNumber(element.minSelectedChoices) ?? finiteNumber(counts?.minCount),
          max: finiteNumber(element.maxSelectedChoices) ?? finiteNumber(counts?.maxCount),
        },
        place,
        source.losses,
      ),
    )
    if (!item || other === undefined || options.length === 0) return
    const field = otherField(item, 'other', source.label(element.otherPlaceholder, place) || other, source.losses)
    source.items.push(field)
    source.names.set(`${item.key}-Comment`, { key: field.key })
  }

const ranking = put((source, element, place) => {
  const options = optionsOf(choicesOf(source, element, place).options, place, source.losses)
  if (isOn(element.selectToRankEnabled)) source.losses.add('type.approximated', place, 'only some are put in order', 'all are put in order')
  return rankingOf(options, place, source.losses)
})

const yesNo: Reader = (source, element, around, name) => {
  const place = placeOf(around, name)
  const [yes, no] = [source.optional(element.labelTrue, place), source.optional(element.labelFalse, place)]
  const values = { true: 'yes', false: 'no', [textIn(element.valueTrue) || 'true']: 'yes', [textIn(element.valueFalse) || 'false']: 'no' }
  const right = textIn(element.correctAnswer)
  if (right !== '') source.scored = true
  const question: QuestionOf<'yesno'> = {
    type: 'yesno',
    ...(yes !== undefined && { yesnoYesLabel: yes }),
    ...(no !== undefined && { yesnoNoLabel: no }),
    ...(right !== '' && (values[right] === 'yes' ? { yesnoYesScore: 1 } : { yesnoNoScore: 1 })),
  }
  source.add(element, around, name, question, { values })
}

const most = 20

const rating: Reader = (source, element, around, name) => {
  const place = placeOf(around, name)
  const values = source.choices(element.rateValues, place)
  const [from, step] = [finiteNumber(element.rateMin) ?? 1, finiteNumber(element.rateStep) ?? 1]
  const count = finiteNumber(element.rateCount)
  const to = finiteNumber(element.rateMax) ?? (count === undefined ? 5 : from + (count - 1) * step)
  const [low, high] = [source.optional(element.minRateDescription, place), source.optional(element.maxRateDescription, place)]
  const numbers = values.map(({ value, title }) => (title === '' || title === value ? Number(value) : Number.NaN))
  const whole = numbers.length > 0 && numbers.every((number, index) => Number.isInteger(number) && number === numbers[0]! + index)
  const plain = values.length === 0 && step === 1 && Number.isInteger(from) && Number.isInteger(to) && to > from && to - from <= 100
  const isRated = plain && from === 1 && to <= most && ['stars', 'smileys'].includes(textIn(element.rateType))
  if (isRated) {
    for (const text of [low, high]) if (text !== undefined) source.losses.add('text.dropped', place, text)
    if (element.rateType === 'smileys') source.losses.add('appearance.dropped', place, 'smileys', 'stars')
    return void source.add(element, around, name, { type: 'rating', ratingCount: to })
  }
  if (plain || whole) {
    const labels = { ...(low !== undefined && { scaleFromLabel: low }), ...(high !== undefined && { scaleToLabel: high }) }
    return void source.add(element, around, name, {
      type: 'scale',
      scaleFrom: plain ? from : numbers[0]!,
      scaleTo: plain ? to : numbers.at(-1)!,
      ...labels,
    })
  }
  const many = Math.min(Math.max(Math.floor((to - from) / step), 0), 200)
  const steps = Array.from({ length: many + 1 }, (_, index) => ({ value: String(from + index * step), title: '' }))
  source.losses.add('type.approximated', place, 'a rating of other values than 1, 2, 3 ...', 'options')
  source.add(element, around, name, choosing(optionsOf(values.length > 0 ? values : steps, place, source.losses), {}, place, source.losses))
}

const file = put((source, element, place) => {
  const accepted = textIn(element.acceptedTypes)
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean)
  const endings = accepted.flatMap((each) => (each.endsWith('/*') ? extensionsOf(each.slice(0, -2)) : [each.replace(/^\.|^.*\//, '')]))
  const [bytes, count] = [finiteNumber(element.maxSize), finiteNumber(element.maxFiles)]
  if (element.type === 'signaturepad') source.losses.add('type.approximated', place, 'a signature', 'a file with a picture')
  return {
    type: 'file',
    ...(isOn(element.allowMultiple) && { fileMaxCount: count ?? 20 }),
    ...(bytes !== undefined && bytes > 0 && { fileMaxBytes: bytes }),
    ...(element.type === 'signaturepad' ? { fileExtensions: extensionsOf('image') } : endings.length > 0 && { fileExtensions: endings }),
  }
})

const slider: Reader = (source, element, around, name) => {
  const question = (): Question => ({
    type: 'slider',
    sliderMin: finiteNumber(element.min) ?? 0,
    sliderMax: finiteNumber(element.max) ?? 100,
    sliderStep: finiteNumber(element.step) ?? 1,
  })
  const first = source.add(element, around, name, question())
  if (!first || element.sliderType !== 'range') return
  source.losses.add('type.approximated', first, 'a range with two ends', 'a slider for each end')
  source.items.push({ ...first, key: `${first.key}#to` })
}

const shown: Reader = (source, element, around, name) => {
  const visible = source.visible(element, around, name)
  const place = placeOf(around, name)
  if (!visible) return
  const link = source.text(element.imageLink)
  const question: Question =
    element.type === 'image'
      ? {
          type: 'message',
          title: source.label(element.altText ?? element.title, place) || name,
          ...(link !== '' && { multimedia: multimediaOf(link) }),
        }
      : source.texts.shown(source.text(element.html), place)
  if ('title' in question && question.title === '' && element.type !== 'image') question.title = name
  source.items.push({ key: place.key, at: around.at, visible, question })
}

const unsupported: Reader = (source, element, around, name) => {
  source.losses.add('type.unsupported', placeOf(around, name), textIn(element.type))
  source.add(element, around, name, { type: 'input' })
}

const calculated: Reader = (source, element, { at }, name) => {
  source.names.calculated.set(name, { text: textIn(element.expression), at })
}

const areas: Reader = (source, element, around, name) => {
  const place = placeOf(around, name)
  source.losses.add('type.approximated', place, 'areas of a picture', 'options')
  const options = optionsOf(source.choices(listOf(element.areas), place), place, source.losses)
  source.add(element, around, name, choosing(options, { several: element.multiSelect !== false }, place, source.losses))
}

export const readers = {
  text: put(textQuestion),
  comment: put(textQuestion),
  radiogroup: choice({}),
  buttongroup: choice({}),
  dropdown: choice({ dropdown: true }),
  checkbox: choice({ several: true }),
  tagbox: choice({ several: true }),
  imagepicker: choice({ pictures: true }),
  ranking,
  boolean: yesNo,
  rating,
  file,
  signaturepad: file,
  slider,
  html: shown,
  image: shown,
  imagemap: areas,
  expression: calculated,
  color: put(textQuestion),
  microphone: unsupported,
} satisfies Record<string, Reader>

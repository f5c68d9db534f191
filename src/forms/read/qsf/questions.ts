/** Questions of QSF files by type and selector. */
import { counted } from '../../../text/counted.ts'
import type { Question } from '../../../model/survey.ts'
import { choosing, matrixOf, numberQuestion, optionsOf, otherField, rankingOf } from '../draft.ts'
import { fieldsOf, finiteNumber, isOn, textIn, type Fields } from '../json.ts'
import { configurationOf, settingsOf, type QsfQuestion, type Source } from './source.ts'

type Reader = (source: Source, asked: QsfQuestion) => void

const bound = (asked: QsfQuestion, ...names: string[]): number | undefined => {
  const [settings, payload] = [settingsOf(asked), asked.payload]
  return names.map((name) => finiteNumber(settings[name]) ?? finiteNumber(payload[name])).find((value) => value !== undefined && value > 0)
}

/** One of a list, or several. */
function chosen(source: Source, asked: QsfQuestion, kind: { several?: boolean; dropdown?: boolean }): void {
  const { place, payload, options } = asked
  const raw = source.choices(asked, 'Choices')
  const made = optionsOf(raw, place, source.losses)
  raw.forEach(({ number, value }) => options.set(number, value.trim()))
  if (raw.some(({ entry }) => isOn(entry.ExclusiveAnswer)))
    source.losses.add('none.exclusive', place, raw.find(({ entry }) => isOn(entry.ExclusiveAnswer))!.title)
  if (payload.Randomization) source.losses.add('options.random', place, 'options in a random order')
  if (payload.DynamicChoices) source.losses.add('logic.choice-filter', place, 'options that were chosen before')
  const item = source.add(
    asked,
    choosing(made, { ...kind, min: bound(asked, 'MinChoices'), max: bound(asked, 'MaxChoices'), pictures: true }, place, source.losses),
  )
  for (const { entry, value, title, number } of raw) {
    if (!isOn(entry.TextEntry)) continue
    const field = otherField(item, value, title, source.losses)
    asked.items.push({ ...field, key: `${item.key}#${number}.text` })
  }
}

const multipleChoice: Reader = (source, asked) => {
  const selector = textIn(asked.payload.Selector)
  if (selector === 'NPS') return nps(source, asked)
  chosen(source, asked, { several: selector.startsWith('M'), dropdown: selector === 'DL' })
}

function nps(source: Source, asked: QsfQuestion): void {
  const [low, high] = Object.values(fieldsOf(asked.payload.ColumnLabels)).map((label) =>
    source.texts.label(fieldsOf(label).Display, asked.place),
  )
  source.add(asked, { type: 'scale', scaleFrom: 0, scaleTo: 10, ...(low && { scaleFromLabel: low }), ...(high && { scaleToLabel: high }) })
}

function typed(source: Source, asked: QsfQuestion, part?: { code: string; title: string }): Question {
  const settings = settingsOf(asked)
  const content = textIn(settings.ContentType) || (settings.Type === 'ContentType' ? textIn(settings.ValidEmailType) : '')
  const kind = content || textIn(settings.Type)
  const own = fieldsOf(settings.ValidNumber)
  if (settings.Type === 'CustomValidation') source.losses.add('validation.dropped', asked.place, 'a condition on the answer')
  const selector = textIn(asked.payload.Selector)
  const longest = bound(asked, 'MaxChars')
  const least = finiteNumber(settings.MinChars)
  if (least) source.losses.add('validation.dropped', asked.place, `at least ${counted(least, 'character')}`)
  switch (kind) {
    case 'ValidEmail':
      return { type: 'email' }
    case 'ValidPhone':
      return { type: 'phone' }
    case 'ValidDate':
      return { type: 'datetime', datetimeKind: 'date' }
    case 'ValidNumber':
      return numberQuestion(
        { min: finiteNumber(own.Min), max: finiteNumber(own.Max), whole: finiteNumber(own.NumDecimals) === 0 },
        { ...asked.place, key: part ? `${asked.qid}#${part.code}` : asked.qid },
        source.losses,
      )
    default:
      if (kind.startsWith('Valid')) source.losses.add('validation.dropped', asked.place, kind)
      return {
        type: 'input',
        ...(/^(ML|ESTB)$/.test(selector) && { inputMultiline: true }),
        ...(longest !== undefined && { inputMaxLength: longest }),
      }
  }
}

/** A question for each choice. */
const each =
  (make: (source: Source, asked: QsfQuestion, part: { code: string; title: string }) => Question): Reader =>
  (source, asked) => {
    const parts = source.choices(asked, 'Choices').map(({ number, title }) => ({ code: number, title }))
    source.losses.add('structure.table', asked.place, `${counted(parts.length, 'field')} in one question`)
    for (const part of parts) source.add(asked, make(source, asked, part), part)
  }

const text: Reader = (source, asked) => {
  if (asked.payload.Selector === 'FORM') return each(typed)(source, asked)
  source.add(asked, typed(source, asked))
}

const matrix: Reader = (source, asked) => {
  const { place, payload, options } = asked
  const [selector, sub] = [textIn(payload.Selector), textIn(payload.SubSelector)]
  if (selector === 'TE') return each(typed)(source, asked)
  if (/^(CS|RO|MaxDiff|Profile)$/.test(selector) || /^(DND)$/.test(sub)) return unsupported(source, asked)
  const rows = source.choices(asked, 'Choices', 'none')
  const columns = source.choices(asked, 'Answers')
  columns.forEach(({ number, value }) => options.set(number, value.trim()))
  const lists = [rows, columns].map((list) => optionsOf(list, place, source.losses))
  if (lists.some((list) => list.length === 0))
    return void source.add(asked, choosing(lists.find((list) => list.length > 0) ?? [], {}, place, source.losses))
  if (rows.some(({ entry }) => isOn(entry.TextEntry)))
    source.losses.add('type.approximated', place, 'a text in a row', 'the row without its text')
  if (selector === 'Bipolar') source.losses.add('type.approximated', place, 'two ends a row', 'the title of a row has both')
  source.add(asked, matrixOf(lists[0]!, lists[1]!, sub === 'MultipleAnswer'))
}

const slider: Reader = (source, asked) => {
  const configuration = configurationOf(asked)
  const decimals = finiteNumber(configuration.NumDecimals) ?? 0
  const stars = finiteNumber(configuration.NumStars) ?? finiteNumber(configuration.StarCount) ?? 5
  const make = (): Question =>
    asked.payload.Selector === 'STAR'
      ? { type: 'rating', ratingCount: Math.min(stars, 20) }
      : {
          type: 'slider',
          sliderMin: finiteNumber(configuration.CSSliderMin) ?? 0,
          sliderMax: finiteNumber(configuration.CSSliderMax) ?? 100,
          sliderStep: 10 ** -Math.min(decimals, 4),
        }
  each(make)(source, asked)
}

const ranking: Reader = (source, asked) => {
  const options = optionsOf(source.choices(asked, 'Choices'), asked.place, source.losses)
  source.add(asked, rankingOf(options, asked.place, source.losses))
}

const shown: Reader = (source, asked) => {
  const { payload, place } = asked
  if (payload.Selector === 'GRB') {
    const link = /https?:\/\/\S+/.exec(textIn(payload.GraphicsURL))?.[0]
    if (!link) source.losses.add('media.dropped', place, textIn(payload.Graphics) || 'a picture of the library')
    source.add(asked, { type: 'message', ...(link && { multimedia: { type: 'img', imgUrl: link, imgLocation: 'blocks' } }) })
    return
  }
  const item = source.add(asked, { type: 'message' })
  item.question = source.texts.shown(
    source.text(payload, ({ QuestionText }) => QuestionText),
    place,
  )
  if (!item.question.title) item.question.title = asked.qid
}

/** Tables side by side: one after the other. */
const sideBySide: Reader = (source, asked) => {
  source.losses.add('structure.table', asked.place, 'tables side by side', 'tables one after the other')
  for (const [number, inner] of Object.entries(fieldsOf(asked.payload.AdditionalQuestions))) {
    const payload: Fields = {
      Choices: asked.payload.Choices,
      ChoiceOrder: asked.payload.ChoiceOrder,
      Validation: asked.payload.Validation,
      ...fieldsOf(inner),
    }
    const part = { ...asked, qid: `${asked.qid}#${number}`, payload, items: [] }
    readQuestion(source, part)
    asked.items.push(...part.items)
  }
}

const unsupported: Reader = (source, asked) => {
  source.losses.add(
    'type.unsupported',
    asked.place,
    [asked.payload.QuestionType, asked.payload.Selector].map(textIn).filter(Boolean).join(' '),
  )
  source.add(asked, { type: 'input' })
}

const nobodySees: Reader = (source, { payload, place }) => source.losses.add('meta.dropped', place, textIn(payload.QuestionType))

const readers = new Map(
  Object.entries<Reader>({
    MC: multipleChoice,
    NPS: nps,
    TE: text,
    Matrix: matrix,
    SBS: sideBySide,
    Slider: slider,
    RO: ranking,
    DB: shown,
    FileUpload: (source, asked) => void source.add(asked, { type: 'file' }),
    Draw: (source, asked) => {
      source.losses.add('type.approximated', asked.place, 'a signature', 'a file with a picture')
      source.add(asked, { type: 'file', fileExtensions: ['jpg', 'jpeg', 'png'] })
    },
    Timing: nobodySees,
    Meta: nobodySees,
    Captcha: (source, { place }) => source.losses.add('setting.changed', place, 'a captcha', 'asked before the survey'),
  }),
)

const unknown = new Set(['CS', 'PGR', 'HotSpot', 'HeatMap', 'HL', 'DD', 'ScreenCapture', 'TreeTesting', 'SS', 'Slider2', 'PGR2'])

export function readQuestion(source: Source, asked: QsfQuestion): void {
  const type = textIn(asked.payload.QuestionType)
  if (textIn(asked.payload.QuestionJS) !== '') source.losses.add('text.script', asked.place, textIn(asked.payload.QuestionJS))
  if (isOn(asked.payload.DefaultChoices) || Array.isArray(asked.payload.DefaultChoices))
    source.losses.add('default.dropped', asked.place, 'answers that are there at first')
  const read = readers.get(type) ?? (unknown.has(type) ? unsupported : undefined)
  if (read) read(source, asked)
  else source.losses.add('type.unknown', asked.place, type)
}

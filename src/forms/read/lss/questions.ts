/** Questions of LSS files by their letters. */
import type { Option } from '../../../contract/surveys/question.ts'
import type { Question } from '../../../model/survey.ts'
import { choosing, momentQuestion, extensionsOf, optionsOf, rankingOf } from '../draft.ts'
import { array, cells, dual, each, number, numberIn, sliding, type Reader } from './arrays.ts'
import type { LssQuestion, Source } from './source.ts'

const put =
  (make: (source: Source, asked: LssQuestion) => Question, values?: Record<string, string>): Reader =>
  (source, asked) => {
    source.add(asked, make(source, asked), values && { code: '', title: '', values })
    source.names.subjects.set(asked.key, { key: asked.key })
  }

const text =
  (several: boolean): Reader =>
  (source, asked) =>
    put(() => {
      const longest = numberIn(asked, 'maximum_chars')
      return { type: 'input', ...(several && { inputMultiline: true }), ...(longest !== undefined && { inputMaxLength: longest }) }
    })(source, asked)

/** With the field behind "other", where the question has one. */
function chosen(source: Source, asked: LssQuestion, options: Option[], kind: { several?: boolean; dropdown?: boolean }): void {
  const { key, row, place, attributes } = asked
  const hasOther = row.other === 'Y'
  const label = source.texts.label(attributes.get('other_replace_text') ?? '', place) || 'Other'
  const value = '-oth-'
  const all = hasOther && options.length > 0 ? [...options, { id: value, title: label }] : options
  const limits = { min: numberIn(asked, 'min_answers'), max: numberIn(asked, 'max_answers') }
  if (attributes.get('random_order') === '1' || attributes.get('answer_order') === 'random')
    source.losses.add('options.random', place, 'options in a random order')
  if (attributes.get('exclude_all_others')) source.losses.add('none.exclusive', place, attributes.get('exclude_all_others')!)
  if (attributes.get('array_filter') || attributes.get('array_filter_exclude'))
    source.losses.add('logic.choice-filter', place, attributes.get('array_filter') || attributes.get('array_filter_exclude')!)
  source.add(asked, choosing(all, { ...kind, ...limits }, place, source.losses))
  source.names.subjects.set(key, { key })
  if (kind.several)
    for (const { id } of all) source.names.subjects.set(`${key}_${id === value ? 'other' : String(id)}`, { key, option: String(id) })
  if (!hasOther || options.length === 0) return
  source.losses.add('other.split', place, label)
  const shown = { text: `${key} = other`, at: place.at, when: { kind: 'test' as const, key, operator: 'contains' as const, value } }
  source.add({ ...asked, title: label }, { type: 'input' }, { code: 'other', title: '', visible: [shown] })
  if (!kind.several) source.names.subjects.set(`${key}_other`, { key: `${key}#other` })
}

const single =
  (dropdown: boolean): Reader =>
  (source, asked) =>
    chosen(source, asked, optionsOf(source.answers(asked.row, asked.place), asked.place, source.losses), { dropdown })

const multiple: Reader = (source, asked) => {
  const parts = source.subquestions(asked.row)
  chosen(source, asked, optionsOf(parts, asked.place, source.losses), { several: true })
  if (asked.row.type !== 'P') return
  source.losses.add('other.split', asked.place, 'a comment for each option')
  for (const { code, title } of parts) {
    const when = { kind: 'test' as const, key: asked.key, operator: 'contains' as const, value: code }
    source.add(
      asked,
      { type: 'input' },
      { code: `${code}comment`, title, visible: [{ text: `${asked.key}_${code} = Y`, at: asked.place.at, when }] },
    )
    source.names.subjects.set(`${asked.key}_${code}comment`, { key: `${asked.key}#${code}comment` })
  }
}

const withComment: Reader = (source, asked) => {
  single(false)(source, asked)
  source.losses.add('other.split', asked.place, 'a comment beside it', 'a text field of its own')
  source.add({ ...asked, row: { ...asked.row, mandatory: 'N' } }, { type: 'input', inputMultiline: true }, { code: 'comment', title: '' })
  source.names.subjects.set(`${asked.key}_comment`, { key: `${asked.key}#comment` })
}

const ranking: Reader = put((source, { row, place }) => {
  const answers = source.answers(row, place)
  return rankingOf(optionsOf(answers.length > 0 ? answers : source.subquestions(row), place, source.losses), place, source.losses)
})

const dated = put((source, { attributes, place }) => {
  const format = attributes.get('date_format') ?? ''
  const [day, time] = [format === '' || /[dmy]/i.test(format.replace(/MM/g, '')), /[HM]{2}:|HH/.test(format)]
  const kind = day && time ? 'datetime' : time ? 'time' : 'date'
  const bound = (name: string): string | undefined => {
    const value = attributes.get(name) ?? ''
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return kind === 'date' ? value : `${value}T00:00`
    if (value !== '') source.losses.add('validation.dropped', place, `${name} ${value}`)
    return undefined
  }
  return momentQuestion(kind, bound('date_min'), bound('date_max'))
})

const file = put((_, asked) => {
  const endings = (asked.attributes.get('allowed_filetypes') ?? '')
    .split(',')
    .map((ending) => ending.trim().toLowerCase())
    .filter(Boolean)
  const [count, size] = [numberIn(asked, 'max_num_of_files'), numberIn(asked, 'max_filesize')]
  return {
    type: 'file',
    ...(count !== undefined && { fileMaxCount: count }),
    ...(size !== undefined && { fileMaxBytes: size * 1024 }),
    ...(endings.length > 0 && { fileExtensions: endings.flatMap((ending) => (ending === 'image' ? extensionsOf('image') : [ending])) }),
  }
})

const shown: Reader = (source, { key, place, visible, title }) => {
  const question = source.texts.shown(title, place)
  source.items.push({ key, at: place.at, visible, question: { ...question, title: question.title || key } })
}

const gender = put((source, { place }) => ({
  type: 'choice',
  choiceEntities: optionsOf(
    [
      { value: 'F', title: 'Female' },
      { value: 'M', title: 'Male' },
    ],
    place,
    source.losses,
  ),
}))

export const readers = new Map(
  Object.entries<Reader>({
    L: single(false),
    '!': single(true),
    O: withComment,
    M: multiple,
    P: multiple,
    S: text(false),
    T: text(true),
    U: text(true),
    N: put(number),
    Q: each(() => ({ type: 'input' })),
    K: each(sliding),
    F: array,
    H: array,
    A: array,
    B: array,
    C: array,
    E: array,
    '1': dual,
    ':': cells,
    ';': cells,
    Y: put(() => ({ type: 'yesno' }), { Y: 'yes', N: 'no' }),
    G: gender,
    '5': put(() => ({ type: 'scale', scaleFrom: 1, scaleTo: 5 })),
    R: ranking,
    D: dated,
    '|': file,
    X: shown,
  }),
)

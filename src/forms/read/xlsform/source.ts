/** What the reader of XLSForm has found so far. */
import { multimediaOf } from '../../media.ts'
import type { ReadOptions } from '../../form.ts'
import type { Losses, Place } from '../../loss.ts'
import { Texts } from '../../text.ts'
import { isOn } from '../json.ts'
import type { DraftItem, Said } from '../draft.ts'
import type { Languages } from '../languages.ts'
import type { Question } from '../../../model/survey.ts'
import type { Choice } from './choices.ts'
import { Names } from './language.ts'
import type { SheetRow } from './workbook.ts'

export interface SheetGroup {
  name: string
  row: SheetRow
  visible: Said[]
  /** The suffix of keys in a part that is repeated. */
  keyOf: (name: string) => string
  /** In a loop: the choice that this turn is about. */
  label?: string
}

/** Questions that are shown as one table. */
export interface Table {
  key: string
  title: string
  row: SheetRow
  visible: Said[]
  members: string[]
}

export class Source {
  readonly items: DraftItem[] = []
  readonly tables: Table[] = []
  readonly names = new Names()
  /** Of rows of a table, by their keys, where they are not these. */
  readonly rowIds = new Map<string, string>()
  readonly losses: Losses
  readonly groups: ReadOptions['groups']
  readonly texts: Texts
  readonly choices: ReadonlyMap<string, Choice[]>
  readonly #languages: Languages
  readonly #used = new Set<string>()

  constructor({ losses, groups }: ReadOptions, languages: Languages, choices: (source: Source) => ReadonlyMap<string, Choice[]>) {
    this.losses = losses
    this.groups = groups
    this.#languages = languages
    this.texts = new Texts(losses, { piping: /\$\{[^{}]+\}/g, markdown: true })
    this.choices = choices(this)
  }

  raw = (row: SheetRow, field: string): string => String(this.#languages.pick(row.texts(field)) ?? '')
  label = (row: SheetRow, field: string, place: Place = { at: row.at(field) }): string => this.texts.label(this.raw(row, field), place)

  /** The name, with its group where another one has it already. */
  keyOf(name: string, group: SheetGroup | undefined): string {
    const wanted = group ? group.keyOf(name) : name
    const key = this.#used.has(wanted) && group ? `${group.name}/${wanted}` : wanted
    this.#used.add(key)
    return key
  }

  visible(row: SheetRow, group: SheetGroup | undefined): Said[] {
    const relevant = row.get('relevant')
    return [...(group?.visible ?? []), ...(relevant === '' ? [] : [{ text: relevant, at: row.at('relevant') }])]
  }

  /** Adds a question with what all types have. */
  add(row: SheetRow, key: string, question: Question, group: SheetGroup | undefined): DraftItem {
    const place: Place = { at: row.at(), key }
    const [required, hint, label] = [row.get('required'), this.label(row, 'hint', place), this.raw(row, 'label')]
    const { title, multimedia } = this.texts.titled(label.replaceAll('%(label)s', group?.label ?? '…'), place)
    const isRequired = isOn(required.replace(/\(\s*\)$/, ''))
    if (required !== '' && !isRequired && !/^(no|false|0|false\(\s*\))$/i.test(required))
      this.losses.add('required.conditional', { ...place, at: row.at('required') }, required)
    if (row.get('default') !== '') this.losses.add('default.dropped', { ...place, at: row.at('default') }, row.get('default'))
    if (row.get('calculation') !== '') this.losses.add('calc.dropped', { ...place, at: row.at('calculation') }, row.get('calculation'))
    const guidance = this.raw(row, 'guidance_hint')
    if (guidance !== '') this.losses.add('text.dropped', { ...place, at: row.at('guidance_hint') }, guidance)
    const media = this.media(row)
    const item: DraftItem = {
      key,
      at: row.at(),
      visible: this.visible(row, group),
      question: {
        ...question,
        title: title || ((multimedia ?? media) ? '' : key),
        ...(hint !== '' && question.type !== 'message' && question.type !== 'html' && { description: hint }),
        ...(isRequired && { isRequired: true }),
        ...(isOn(row.get('read_only').replace(/\(\s*\)$/, '')) && { isBlocked: true }),
        ...((multimedia ?? media) && { multimedia: multimedia ?? media }),
      },
    }
    this.items.push(item)
    this.names.subjects.set(row.get('name'), { key })
    if (['input', 'email', 'phone'].includes(question.type)) this.names.texts.add(key)
    return item
  }

  media(row: SheetRow): ReturnType<typeof multimediaOf> | undefined {
    const [found, ...more] = (['image', 'video', 'audio'] as const).flatMap((kind) => {
      const name = this.raw(row, `media::${kind}`) || this.raw(row, kind)
      return name === '' || name === '-' ? [] : [{ kind, name }]
    })
    for (const { kind, name } of more) this.losses.add('media.dropped', { at: row.at(`media::${kind}`) }, name)
    return found && multimediaOf(found.name, found.kind === 'image' ? 'img' : found.kind)
  }
}

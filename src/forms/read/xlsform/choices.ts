/** Questions of XLSForm with a list of choices. */
import type { Question } from '../../../model/survey.ts'
import { localMedia } from '../../media.ts'
import type { Losses, Place } from '../../loss.ts'
import { choosing, optionsOf, rankingOf, type RawOption } from '../draft.ts'
import { boundsOf, dropConstraint } from './language.ts'
import type { SheetRow } from './workbook.ts'

export interface Choice {
  row: SheetRow
  name: string
  /** Of the option: its name, or what it is called in the survey that the form was made of. */
  id: string
  label: string
  image: string
}

export interface Select {
  kind: 'one' | 'multiple' | 'rank'
  list: string
  other: boolean
  /** The options are in another file. */
  external: boolean
  /** A row of a table, whose columns are the options. */
  row?: boolean
}

const words =
  /^(?:add )?(select_?1|select[ _]one(?: prompt)?|select[ _](?:multiple|all(?: that apply)?)(?: prompt)?|rank)((?:_from_file|_external)?)(?:[ _](?:from|using)\b)?\s+(\S.*?)(\s+or[ _]other|\s+or specify other)?$/i

export function selectOf(type: string): Select | undefined {
  const [, word, external, list = '', other] = words.exec(type) ?? []
  if (word === undefined) return undefined
  const kind = /^rank/i.test(word) ? 'rank' : /one|1/i.test(word) ? 'one' : 'multiple'
  return { kind, list: list.trim(), other: other !== undefined, external: external !== '' || /\.(csv|xml|geojson)$/i.test(list) }
}

const rawOf = ({ id, label, image }: Choice): RawOption => ({
  value: id,
  title: label,
  ...(image !== '' && { link: localMedia(image) }),
})

/** `undefined`: no list of that name is there. */
export function selectQuestion(
  { kind, other, row: inTable }: Select,
  choices: readonly Choice[],
  row: SheetRow,
  place: Place,
  losses: Losses,
): Question {
  const appearance = row.get('appearance').toLowerCase()
  const names = choices.map(({ name }) => name.toLowerCase())
  const bounds = boundsOf(row.get('constraint'), true)
  if (bounds.more || bounds.min !== undefined || bounds.max !== undefined) dropConstraint(row, place, losses)
  if (/randomi[sz]e\s*=\s*true/i.test(row.get('parameters'))) losses.add('options.random', place, 'options in a random order')
  if (kind === 'one' && !other && !inTable && names.length === 2 && names.includes('yes') && names.includes('no')) {
    const label = (name: string): string => choices.find((choice) => choice.name.toLowerCase() === name)?.label ?? ''
    return { type: 'yesno', yesnoYesLabel: label('yes') || 'yes', yesnoNoLabel: label('no') || 'no' }
  }
  const raw = choices.map(rawOf)
  const withOther = other && !names.includes('other') && raw.length > 0 ? [...raw, { value: 'other', title: 'Other' }] : raw
  const options = optionsOf(withOther, place, losses)
  if (kind === 'rank') return rankingOf(options, place, losses)
  return choosing(
    options,
    {
      several: kind === 'multiple',
      dropdown: /\b(minimal|autocomplete|search|quick-?compact)\b|^search/.test(appearance) && !/quick/.test(appearance),
      min: bounds.least,
      max: bounds.longest,
      pictures: true,
    },
    place,
    losses,
  )
}

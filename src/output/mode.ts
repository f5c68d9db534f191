/** How results are written, decided by the flags and by what standard output is. */
import type { IO } from '../system/io.ts'
import { wantsColor } from './color.ts'
import type { ChosenForm, OutputForm } from './form.ts'

/** What a result comes as: `document`, whole, and `lines`, a thing each, are data for programs. */
const results: Record<OutputForm, 'words' | 'document' | 'lines'> = { human: 'words', tsv: 'words', json: 'document', ndjson: 'lines' }

export const isDocument = ({ form }: OutputMode): boolean => results[form] === 'document'
export const isLines = ({ form }: OutputMode): boolean => results[form] === 'lines'
export const isData = (mode: OutputMode): boolean => isDocument(mode) || isLines(mode)

export interface OutputMode {
  form: OutputForm
  fields?: readonly string[] | undefined
  jq?: string | undefined
  quiet: boolean
  /** Columns and lines of the terminal. */
  width: number
  height: number
  color: boolean
  tty: boolean
  /** What comes is shown at once, for as long as it comes. */
  endless: boolean
  io: IO
}

export interface OutputFlags {
  /** What was asked for; standard output decides otherwise. */
  form?: ChosenForm | undefined
  quiet?: boolean
  fields?: readonly string[] | undefined
  jq?: string | undefined
  color?: boolean | undefined
  endless?: boolean
}

const usualWidth = 80

export function outputMode(flags: OutputFlags, io: IO): OutputMode {
  const { isTerminal: tty, columns, rows } = io.stdout
  return {
    form: flags.form ?? (tty ? 'human' : 'tsv'),
    fields: flags.fields,
    jq: flags.jq,
    quiet: flags.quiet ?? false,
    width: columns || usualWidth,
    height: rows || Infinity,
    color: wantsColor(tty, flags.color, io.env),
    tty,
    endless: flags.endless ?? false,
    io,
  }
}

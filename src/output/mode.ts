/** How results are written, decided by the flags and by what standard output is. */
import { isTerminal } from './terminal.ts'
import { wantsColor } from './color.ts'
import type { ChosenForm, Form } from './form.ts'

/** What a result comes as: `document`, whole, and `lines`, a thing each, are data for programs. */
const results: Record<Form, 'words' | 'document' | 'lines'> = { human: 'words', tsv: 'words', json: 'document', ndjson: 'lines' }

export const isDocument = ({ form }: OutputMode): boolean => results[form] === 'document'
export const isLines = ({ form }: OutputMode): boolean => results[form] === 'lines'
export const isData = (mode: OutputMode): boolean => isDocument(mode) || isLines(mode)

export interface OutputMode {
  form: Form
  fields?: readonly string[] | undefined
  jq?: string | undefined
  quiet: boolean
  /** Columns and lines of the terminal. */
  width: number
  height: number
  color: boolean
  tty: boolean
}

/** Whether rows are printed exactly as the service sent them, one a line. */
export const showsWholeRows = ({ form, tty, fields, jq }: OutputMode): boolean =>
  (form === 'ndjson' || (form === 'json' && !tty)) && fields === undefined && jq === undefined

export interface OutputFlags {
  /** What was asked for; standard output decides otherwise. */
  form?: ChosenForm | undefined
  quiet?: boolean
  fields?: readonly string[] | undefined
  jq?: string | undefined
  color?: boolean | undefined
}

const usualWidth = 80

/** Reads the terminal only when there is one: `process.stdout` costs milliseconds on a pipe. */
export function outputMode(flags: OutputFlags, env: NodeJS.ProcessEnv = process.env): OutputMode {
  const tty = isTerminal(1)
  return {
    form: flags.form ?? (tty ? 'human' : 'tsv'),
    fields: flags.fields,
    jq: flags.jq,
    quiet: flags.quiet ?? false,
    width: (tty && process.stdout.columns) || usualWidth,
    height: (tty && process.stdout.rows) || Infinity,
    color: wantsColor(tty, flags.color, env),
    tty,
  }
}

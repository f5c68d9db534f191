/** How results are written, decided by the flags and by what standard output is. */
import { isTerminal } from './terminal.ts'
import { wantsColor } from './color.ts'

/** A person's tables and lines; tab-separated rows for scripts; JSON; one JSON object a line. */
export type Form = 'human' | 'tsv' | 'json' | 'ndjson'

/** How a bulk run reports each item; `rows` and `lines` are for programs. */
const reports: Record<Form, 'words' | 'rows' | 'lines'> = { human: 'words', tsv: 'words', json: 'rows', ndjson: 'lines' }

export const forms: readonly string[] = Object.keys(reports)

export const reportsOf = ({ form }: OutputMode) => reports[form]

export const isData = (mode: OutputMode): boolean => reportsOf(mode) !== 'words'

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
  json?: boolean
  ndjson?: boolean
  quiet?: boolean
  fields?: readonly string[] | undefined
  jq?: string | undefined
  color?: boolean | undefined
}

const usualWidth = 80

/** Reads the terminal only when there is one: `process.stdout` costs milliseconds on a pipe. */
export function outputMode(flags: OutputFlags, env: NodeJS.ProcessEnv = process.env): OutputMode {
  const tty = isTerminal(1)
  const form = flags.ndjson ? 'ndjson' : flags.json || flags.jq !== undefined ? 'json' : tty ? 'human' : 'tsv'
  return {
    form,
    fields: flags.fields,
    jq: flags.jq,
    quiet: flags.quiet ?? false,
    width: (tty && process.stdout.columns) || usualWidth,
    height: (tty && process.stdout.rows) || Infinity,
    color: wantsColor(tty, flags.color, env),
    tty,
  }
}

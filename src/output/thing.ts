/** Single things: aligned `label: value` lines for people, `path<TAB>value` for scripts. */
import type { Column } from './columns.ts'
import { Exact } from '../text/exact.ts'
import { fold } from './fold.ts'
import { humanText, plainText } from './format.ts'
import { compactJson, prettyJson } from './json.ts'
import { layout, refuseUnknown, withComputed, type ShownField } from './table/layout.ts'
import type { OutputForm } from './form.ts'
import type { OutputMode } from './mode.ts'
import { openOutput } from './output.ts'
import { picker, reader } from './paths.ts'
import { tsvLine } from './rows.ts'
import type { OutputSink } from './stdout.ts'
import { loadStyle, type Style } from './style.ts'
import { oneLine, sanitise, tsvCell } from './text.ts'
import { fit, width } from './table/width.ts'
import { isObject } from '../text/is-object.ts'

export async function showThing(
  thing: unknown,
  columns: readonly Column[] | undefined,
  mode: OutputMode,
  sink: OutputSink = openOutput(mode),
): Promise<void> {
  if (mode.fields) refuseUnknown(mode.fields, columns ?? [], [thing].flat())
  await sink.write(await writers[mode.form](thing, columns, mode))
  await sink.end()
}

type Writer = (thing: unknown, columns: readonly Column[] | undefined, mode: OutputMode) => Promise<string>

const writers: Record<OutputForm, Writer> = {
  human: (thing, columns, mode) =>
    inFields(thing, columns, mode, async (fields) => lines(thing, fields, mode.width, await loadStyle(mode.color))),
  tsv: (thing, columns, mode) =>
    inFields(thing, columns, mode, async (fields) =>
      mode.fields
        ? `${tsvLine(thing, fields)}\n`
        : fields.map(({ path, read }) => `${tsvCell(path)}\t${tsvCell(plainText(read(thing)))}\n`).join(''),
    ),
  json: jsonOf,
  ndjson: jsonOf,
}

async function inFields(
  thing: unknown,
  columns: readonly Column[] | undefined,
  mode: OutputMode,
  write: (fields: readonly ShownField[]) => Promise<string>,
): Promise<string> {
  const fields = mode.fields || columns ? layout(columns, mode.fields, [thing]) : unfolded(thing)
  // A single value without a label is printed alone, e.g. a key.
  return fields.length === 1 && fields[0]!.label === '' ? `${sanitise(plainText(fields[0]!.read(thing)))}\n` : write(fields)
}

async function jsonOf(thing: unknown, columns: readonly Column[] | undefined, { fields, jq, form, tty }: OutputMode): Promise<string> {
  const value = fields ? picker(fields)(withComputed(columns, fields)(thing)) : thing
  if (jq !== undefined) {
    const { runJq } = await import('./jq/jq.ts')
    return runJq(jq, JSON.stringify(value ?? null), { compact: form === 'ndjson', tty })
  }
  return `${form === 'ndjson' ? compactJson(value) : prettyJson(value)}\n`
}

/** Every value of a thing that has no columns; nested values under their path. */
function unfolded(thing: unknown): ShownField[] {
  const paths: string[] = []
  const walk = (value: unknown, path: string): void => {
    const inner = isObject(value) ? Object.entries(value) : []
    if (inner.length === 0) paths.push(path)
    for (const [name, below] of inner) walk(below, path === '' ? name : `${path}.${name}`)
  }
  walk(thing, '')
  if (paths[0] === '') return [{ path: 'value', label: '', as: undefined, whole: true, read: (value) => value }]
  return paths.map((path) => ({
    path,
    label: path.replaceAll(/[._]/g, ' '),
    as: path.endsWith('_at') ? 'time' : undefined,
    whole: false,
    read: reader(path),
  }))
}

/** With less room the terminal breaks the lines. */
const narrowest = 30

function lines(thing: unknown, fields: readonly ShownField[], columns: number, { dim }: Style): string {
  const now = Date.now()
  const labels = fields.map(({ label }) => `${oneLine(label)}:`)
  const column = Math.max(...labels.map(width))
  const room = columns - column - 2
  const folded = (line: string): string[] => (width(line) <= room || room < narrowest ? [line] : fold(line, room, width))
  return fields
    .map(({ read, as }, index) => {
      const [first, ...rest] = linesOf(read(thing), as, now).flatMap(folded)
      return [`${dim(fit(labels[index] ?? '', column))}  ${first}`, ...rest.map((line) => `${' '.repeat(column)}  ${line}`)]
        .map((line) => `${line.trimEnd()}\n`)
        .join('')
    })
    .join('')
}

/** Text keeps its line ends; each element of a list of things gets a line. */
function linesOf(value: unknown, as: ShownField['as'], now: number): string[] {
  if (
    !as &&
    Array.isArray(value) &&
    value.some((element) => typeof element === 'object' && element !== null && !(element instanceof Exact))
  ) {
    return value.map((element) => oneLine(pairs(element)))
  }
  return sanitise(humanText(value, as, { now, detail: true }) || '–')
    .replaceAll('\t', '  ')
    .split('\n')
}

const pairs = (value: unknown): string =>
  isObject(value)
    ? Object.entries(value)
        .map(([name, inner]) => `${name} ${plainText(inner) || '–'}`)
        .join(' · ')
    : plainText(value)

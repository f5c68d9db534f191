/** `-o report.docx` says which format to save where a command has several; a name of another format is refused. */
import { statSync } from 'node:fs'
import { usageError } from '../../errors.ts'
import type { Command, Values } from '../command.ts'
import type { Shape } from '../shape.ts'

/** How files of a format end, the usual ending first. Any other is the person's own, and may stand on every file. */
const endings = new Map(
  Object.entries<readonly string[]>({
    pdf: ['pdf'],
    word: ['docx'],
    txt: ['txt'],
    html: ['html', 'htm'],
    png: ['png'],
    svg: ['svg'],
    eps: ['eps'],
    csv: ['csv', 'txt'],
    xlsx: ['xlsx'],
    sav: ['sav'],
    zip: ['zip'],
    md: ['md', 'markdown', 'txt'],
    json: ['json'],
    yaml: ['yaml', 'yml'],
    sarif: ['sarif'],
    xml: ['xml'],
    surveyjs: ['json'],
    xlsform: ['xlsx'],
    sss: ['sss'],
    other: ['doc', 'xls', 'ods', 'odt', 'rtf', 'parquet', 'ndjson', 'jsonl', 'sqlite', 'jpg', 'jpeg', 'gif'],
  }),
)

const endingsOf = (format: string): readonly string[] => endings.get(format) ?? []

const isOf = (format: string, ending: string): boolean => endingsOf(format).includes(ending)

/** That of a file's name, where it belongs to a format; a folder has none. */
function knownEnding(path: unknown): string | undefined {
  const ending = typeof path === 'string' ? /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() : undefined
  if (ending === undefined || ![...endings.keys()].some((format) => isOf(format, ending))) return undefined
  return statSync(String(path), { throwIfNoEntry: false })?.isDirectory() ? undefined : ending
}

/** The flag that chooses among formats, and those there are. */
function choiceOf({ definition: { extra = {} } }: Command, { flags }: Shape): { name: 'as' | 'format'; formats: readonly string[] } {
  if (extra.as?.choices) return { name: 'as', formats: extra.as.choices }
  return { name: 'format', formats: extra.format?.choices ?? flags.find(({ name }) => name === 'format')?.field.choices?.map(String) ?? [] }
}

export interface ChosenFormat {
  name: 'as' | 'format'
  format: string
}

/** The format that a file's name asks for; refused when it isn't the one that was typed, or none that the command has. */
export function formatOfFile(
  command: Command,
  shape: Shape,
  output: unknown,
  typedOf: (name: string) => unknown,
): ChosenFormat | undefined {
  const { name, formats } = choiceOf(command, shape)
  const ending = knownEnding(output)
  // Of what is read, not of what is written.
  if (command.definition.extra?.output?.saves) return undefined
  if (formats.length < 2 || ending === undefined) return undefined
  const chosen = [typedOf(name)].flat().at(-1)
  if (chosen !== undefined && isOf(String(chosen), ending)) return undefined
  const format = formats.find((one) => isOf(one, ending))
  if (format === undefined)
    throw usageError(`-o ${String(output)}: .${ending} is no format of this command`, `It has: --${name} ${formats.join('|')}`)
  if (chosen !== undefined)
    throw usageError(
      `-o ${String(output)} contradicts --${name} ${String(chosen)}`,
      `Leave out --${name}, or name the file .${endingsOf(String(chosen))[0]}`,
    )
  return { name, format }
}

/** Refuses names of other formats than those that a command writes to its files. */
export function refuseOtherEndings(command: Command, options: Readonly<Record<string, unknown>>): void {
  const { file, extra = {} } = command.definition
  if (file?.formats) refuse('-o', options.output, file.formats(options), othersFor(command))
  for (const [name, { flag, saves: formats }] of Object.entries(extra)) {
    if (formats) refuse(flag.replace(/[, ].*$/, ''), options[name], formats, () => '')
  }
}

function refuse(flag: string, path: unknown, formats: readonly string[], otherFor: (ending: string) => string): void {
  const ending = knownEnding(path)
  if (ending === undefined || formats.some((format) => isOf(format, ending))) return
  const right = formats.map((format) => `.${endingsOf(format)[0]}`).join(' or ')
  throw usageError(
    `${flag} ${String(path)}: what is written there is ${right}, not .${ending}`,
    `Name the file ${right}${otherFor(ending)}`,
  )
}

/** The flag or the command of the group that writes files of such a name. */
const othersFor =
  ({ definition, siblings = [] }: Command) =>
  (ending: string): string => {
    const writes = (file: typeof definition.file, options: Values): boolean =>
      file?.formats?.(options).some((format) => isOf(format, ending)) === true
    const [, extra] = Object.entries(definition.extra ?? {}).find(([name]) => writes(definition.file, { [name]: true })) ?? []
    if (extra) return `, or take ${extra.flag}`
    const other = siblings.find((sibling) => writes(sibling.definition.file, {}))
    return other ? `, or take "${other.noun} ${other.verb}"` : ''
  }

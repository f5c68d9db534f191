/** `-o report.docx` says which format to save, where a command has several. */
import { usageError } from '../errors.ts'
import type { Command } from './command.ts'
import type { Shape } from './shape.ts'

/** How files of a format end. */
const endings: Readonly<Record<string, readonly string[]>> = {
  pdf: ['pdf'],
  word: ['docx'],
  txt: ['txt'],
  html: ['html', 'htm'],
  png: ['png'],
  svg: ['svg'],
  eps: ['eps'],
  csv: ['csv'],
  xlsx: ['xlsx'],
  sav: ['sav'],
}

const formatsOf = ({ definition }: Command, { flags }: Shape): readonly string[] =>
  definition.extra?.format?.choices ?? flags.find(({ name }) => name === 'format')?.field.choices?.map(String) ?? []

/** The format that a file's name asks for; refused when it isn't the one that was typed, or none that the command has. */
export function formatOfFile(command: Command, shape: Shape, output: unknown, typed: unknown): string | undefined {
  const formats = formatsOf(command, shape)
  const ending = typeof output === 'string' ? /\.(\w+)$/.exec(output)?.[1]?.toLowerCase() : undefined
  const format = Object.keys(endings).find((name) => ending !== undefined && endings[name]?.includes(ending))
  if (formats.length < 2 || format === undefined || output === undefined) return undefined
  const chosen = [typed].flat().at(-1)
  if (!formats.includes(format))
    throw usageError(`-o ${String(output)}: .${ending} is no format of this command`, `It has: --format ${formats.join('|')}`)
  if (chosen !== undefined && chosen !== format)
    throw usageError(
      `-o ${String(output)} contradicts --format ${String(chosen)}`,
      `Leave out --format, or name the file .${endingOf(String(chosen))}`,
    )
  return format
}

const endingOf = (format: string): string => endings[format]?.[0] ?? format

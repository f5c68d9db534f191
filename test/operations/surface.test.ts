/**
 * What scripts rely on: commands, their arguments, flags and columns off a terminal, common flags, exit codes, settings. It may grow;
 * what is taken from it breaks scripts, and CHANGELOG has to say so. After a change: `npx vitest run test/operations/surface -u`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Group } from '../../src/cli/command.ts'
import { commonFlags } from '../../src/cli/flags/table.ts'
import { shapeOf } from '../../src/cli/shape.ts'
import { loaders } from '../../src/commands/index.ts'
import { exitCodes } from '../../src/errors.ts'
import { settingKeys } from '../../src/settings/keys.ts'

const path = join(import.meta.dirname, 'surface.txt')
const changelog = readFileSync(join(import.meta.dirname, '..', '..', 'CHANGELOG.md'), 'utf8')

const groups: Group[] = await Promise.all([...loaders().values()].map((load) => load()))

const ofCommands = groups.flatMap(({ noun, aliases, commands }) => [
  ...aliases.map((alias) => `${noun} is also ${alias}`),
  ...commands.flatMap((command) => {
    const name = [noun, command.verb].filter(Boolean).join(' ')
    const { positionals, flags } = shapeOf(command)
    const { extra = {}, columns = [] } = command.definition
    const words = [
      ...flags.flatMap(({ flag, negative, clear }) => [flag, negative, clear]).filter((flag) => flag !== undefined),
      ...Object.values(extra).map(({ flag }) => flag.replace(/ .*/s, '')),
    ]
    const shown = columns.map((column) => (typeof column === 'string' ? column : column.path))
    return [
      [name, ...positionals.map((positional) => positional.name.toUpperCase())].join(' '),
      ...words.map((flag) => `${name} ${flag.replace(/,? <.*/, '')}`),
      ...(shown.length > 0 ? [`${name} prints ${shown.join(', ')}`] : []),
    ]
  }),
])

const surface = [
  ...ofCommands,
  ...Object.values(commonFlags).map(({ long }) => `all commands ${long}`),
  ...Object.entries(exitCodes).map(([kind, code]) => `exit ${code}: ${kind}`),
  ...settingKeys.map(({ name }) => `setting ${name}`),
].toSorted()

/** What was there, and isn't any more. */
const taken = (before: readonly string[], now: readonly string[]): string[] => before.filter((line) => line !== '' && !now.includes(line))

const unreleased = changelog.split('\n## ')[1]!
const before = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []

it('26: takes nothing from what scripts rely on, unless CHANGELOG says "Breaking" of what is unreleased', () => {
  if (!unreleased.includes('Breaking')) expect(taken(before, surface)).toEqual([])
})

it('26: would notice a flag that is gone', () => {
  const flag = 'quiz list --folder'
  expect(surface).toContain(flag)
  expect(
    taken(
      [...surface, ''],
      surface.filter((line) => line !== flag),
    ),
  ).toEqual([flag])
})

it('is written down', () => expect(`${surface.join('\n')}\n`).toMatchFileSnapshot(path))

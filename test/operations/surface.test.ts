/**
 * What scripts rely on: commands, their arguments, flags and columns off a terminal, common flags, exit codes, settings, variables. It may grow;
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
const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8')
const changelog = read('CHANGELOG.md')
const variables = read('src/reference/guides/configuration.md')

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
  ...new Set(Array.from(variables.matchAll(/`(SURVEYCTL_\w+)`/g), ([, name]) => `environment ${name}`)),
].toSorted()

/** What was there, and isn't any more; columns may come behind those that were there. */
const taken = (before: readonly string[], now: readonly string[]): string[] =>
  before.filter((line) => !now.includes(line) && !(line.includes(' prints ') && now.some((other) => other.startsWith(`${line}, `))))

/** What an entry of the changelog that says "Breaking" doesn't name: of columns it names the command. */
const untold = (gone: readonly string[], entries: string): string[] => {
  const breaking = entries.split(/\n(?=- )/).filter((entry) => entry.includes('Breaking'))
  const told = breaking.join('\n').replaceAll(/\s+/g, ' ')
  return gone.filter((line) => !told.includes(`\`${line.replace(/ prints .*/s, '')}\``))
}

const unreleased = changelog.split('\n## ')[1]!
const before = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
const missed = untold(taken(before, surface), unreleased)

it('26: takes nothing from what scripts rely on, unless CHANGELOG says "Breaking" of it', () => expect(missed).toEqual([]))

it('26: would notice a flag that is gone, until it is told, and columns that are moved', () => {
  const flag = 'quiz list --folder'
  const columns = surface.find((line) => line.startsWith('quiz list prints '))
  expect(surface).toContain(flag)
  const without = surface.filter((line) => line !== flag)
  expect(taken(surface, without)).toEqual([flag])
  expect(untold([flag], '- Breaking: `quiz view` is gone\n- `quiz list --folder` is new')).toEqual([flag])
  expect(untold([flag], '- More\n- Breaking: `quiz list\n  --folder` is `--in` now')).toEqual([])
  const rest = surface.filter((line) => line !== columns)
  expect(taken(surface, [...rest, `${columns}, more`])).toEqual([])
  const moved = columns!.replace(/prints (\w+), (\w+)/, 'prints $2, $1')
  expect(taken(surface, [...rest, moved])).toEqual([columns])
  expect(untold([columns!], '- Breaking: `quiz list` begins with the name')).toEqual([])
})

// What is gone and isn't told stays in it, whoever writes it anew.
it('is written down', () => expect(`${[...surface, ...missed].toSorted().join('\n')}\n`).toMatchFileSnapshot(path))

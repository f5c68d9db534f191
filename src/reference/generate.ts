/** Writes what is derived from the commands: the manifest, the completion scripts, the reference of commands, parts of the guides. With `--check` it only compares. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command, Group } from '../cli/command.ts'
import { sections } from '../commands/index.ts'
import { manPages } from './help/man.ts'
import { guideNames, guides } from './help/topics.ts'
import { withParts } from './guide-parts.ts'
import { referencePage } from './reference-page.ts'
import { completionScripts } from './completions.ts'
import type { CommandEntry } from './root-help.ts'

const root = join(import.meta.dirname, '..', '..')

interface Section {
  title: string
  groups: Group[]
}

const loadSections = (): Promise<Section[]> =>
  Promise.all(
    Object.entries(sections).map(async ([title, groups]) => ({
      title,
      groups: await Promise.all(Object.values(groups).map((load) => load())),
    })),
  )

function manifestText(all: readonly Section[]): string {
  const entries = all.flatMap(({ title, groups }) =>
    groups.map(({ noun, summary, aliases }): CommandEntry => ({ section: title, noun, summary, aliases })),
  )
  // In the form of the formatter, which would change it otherwise.
  const line = ({ section, noun, summary, aliases }: CommandEntry): string => {
    const parts = [
      `section: ${quoted(section)}`,
      `noun: ${quoted(noun)}`,
      `summary: ${quoted(summary)}`,
      `aliases: [${aliases.map(quoted).join(', ')}]`,
    ]
    const whole = `  { ${parts.join(', ')} },`
    return whole.length <= 140 ? whole : ['  {', ...parts.map((part) => `    ${part},`), '  },'].join('\n')
  }
  return [
    '// Written by `npm run generate` from the groups of src/commands.',
    "import type { CommandEntry } from './root-help.ts'",
    '',
    '/** A function: most commands need one of its names, which the index of the groups knows as well. */',
    'export const manifest = (): readonly CommandEntry[] => [',
    ...entries.map(line),
    ']',
    '',
  ].join('\n')
}

/** A line a group: `list, ls` is a verb with its aliases. */
function verbsText(all: readonly Section[]): string {
  const namesOf = ({ verb, definition }: Command): string => [verb, ...(definition.aliases ?? [])].join(', ')
  return [
    '// Written by `npm run generate` from the groups of src/commands.',
    '',
    '/** The verbs of each group, with their aliases. A mistyped command is looked for here, so that no group is loaded. */',
    'export const verbs = `',
    ...all.flatMap(({ groups }) => groups.map(({ noun, commands }) => `${noun}: ${commands.map(namesOf).join('; ')}`)),
    '`',
    '',
  ].join('\n')
}

const quoted = (text: string): string => (text.includes("'") ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`)

/** npm links what stands in this list, and no folder. */
function withManual(text: string): string {
  const names = [...manPages(all, guides(), '', '').keys()]
  return `${JSON.stringify({ ...(JSON.parse(text) as object), man: names.map((name) => `dist/man/${name}`) }, null, 2)}\n`
}

function refuseStale(paths: readonly string[]): void {
  if (paths.length === 0) return
  console.error(`Not up to date: ${paths.join(', ')}. Run: npm run generate`)
  process.exitCode = 1
}

function write(texts: readonly (readonly [path: string, text: string])[]): void {
  for (const [path, text] of texts) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

const all = await loadSections()

function files(): Map<string, string> {
  return new Map([
    ['src/reference/manifest.ts', manifestText(all)],
    ['src/reference/verbs.ts', verbsText(all)],
    ...completionScripts(),
    ['src/commands/README.md', referencePage(all)],
    ...guideNames.map((name): [string, string] => {
      const path = `src/reference/guides/${name}.md`
      return [path, withParts(readFileSync(join(root, path), 'utf8'), root)]
    }),
    ['package.json', withManual(readFileSync(join(root, 'package.json'), 'utf8'))],
  ])
}

function current(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

/** `--man FOLDER`: the pages of the manual, which are not kept in the repository. */
const manual = process.argv.includes('--man') ? process.argv[process.argv.indexOf('--man') + 1] : undefined
/** The same sources make the same pages. */
const manualDate = '2026-11-22'

if (manual !== undefined) {
  mkdirSync(manual, { recursive: true })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  for (const [name, text] of manPages(all, guides(), version, manualDate)) writeFileSync(join(manual, name), text)
} else {
  const stale = [...files()].filter(([path, text]) => current(path) !== text)
  if (process.argv.includes('--check')) refuseStale(stale.map(([path]) => path))
  else write(stale)
}

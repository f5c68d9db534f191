/** What this tool wrote itself, each value of it once of a wrong type: told in a line or passed over, never a bug. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'
import { full } from './killed.ts'

const served = useSandbox('demo', { isFound: true })
const visitors = join(import.meta.dirname, '..', 'support', 'examples', 'visitors.json')

interface Kind {
  /** What writes it. */
  made: readonly string[]
  /** Its path in the folder of settings, or where the commands run. */
  file: string
  read: readonly string[]
}

const project = ['project init', 'project pull --all']
const kinds: Record<string, Kind> = {
  'the draft before a change': {
    made: ['question set 43 1 title=Other'],
    file: 'state/surveys/*43.json',
    read: ['quiz undo 43 --yes', 'answer stats 43', 'quiz diff 43'],
  },
  'what was published last': {
    made: ['question set 43 1 title=Other', 'quiz publish 43'],
    file: 'state/surveys/*43.published.json',
    read: ['quiz publish 43', 'answer stats 43', 'quiz diff 43'],
  },
  'what was deleted': {
    made: ['quiz delete 44 --yes'],
    file: 'state/surveys/*deleted*.json',
    read: ['quiz restore', 'quiz delete 44 --yes'],
  },
  'what was imported': {
    made: [`quiz import ${visitors} --into 43 --allow-loss --yes`],
    file: 'state/surveys/*43.imported.json',
    read: [`quiz import ${visitors} --into 43 --allow-loss --yes`],
  },
  'the state of a project': {
    made: project,
    file: '.surveyctl/state/default/spring.json',
    read: ['project status', 'project plan', 'project pull', 'project drift', 'project apply --yes', 'answer stats 42'],
  },
  'the ids of a project': { made: project, file: 'surveys/spring/ids.yaml', read: ['project status', 'project plan', 'project check'] },
  'a saved plan': {
    made: [...project, 'project plan --out plan.json'],
    file: 'plan.json',
    read: ['project apply --plan plan.json --yes', 'project plan --out plan.json'],
  },
  'what a sync remembers': {
    made: ['answer sync 42 answers --to csv,ndjson'],
    file: 'answers/answers.json',
    read: ['answer sync status answers', 'answer sync 42 answers', 'answer sync answers'],
  },
  'the manifest of a backup': {
    made: ['account backup copy'],
    file: 'copy/manifest.json',
    read: ['account verify copy', 'account diff copy copy', 'account restore copy --dry-run', 'account backup copy'],
  },
  'the map of a restore': {
    made: ['account backup copy', 'account restore copy --yes'],
    file: 'copy.restore/*/map.json',
    read: ['account restore copy --dry-run', 'account diff copy --map {file}'],
  },
}

/** The first file whose path fits; a star is any part of a name. */
function find(folders: readonly string[], pattern: string): string | undefined {
  const wanted = new RegExp(`^${pattern.replaceAll('.', '[.]').replaceAll('*', '[^/]*')}$`)
  for (const folder of folders) {
    const found = existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) => wanted.test(path))
      : undefined
    if (found !== undefined) return join(folder, found)
  }
  return undefined
}

type Path = readonly (string | number)[]

/** Paths of values, the first ones of a list or map that is long. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || path.length === 5) return [path]
  const inner = Object.entries(value).slice(0, path.length < 2 ? 12 : 4)
  return [path, ...inner.flatMap(([name, one]) => pathsIn(one, [...path, name]))]
}

function changed(value: any, [name, ...rest]: Path, wrong: unknown): unknown {
  if (name === undefined) return wrong
  const copy = Array.isArray(value) ? [...value] : { ...value }
  copy[name as any] = changed(value[name as any], rest, wrong)
  return copy
}

const deep = (): unknown => {
  let value: unknown = 1
  for (let depth = 0; depth < 300; depth++) value = [value]
  return value
}
const wrongs = [null, 0, 'x', [], {}, true, -1.5, [null], { a: null }, deep()]
/** Values of each file; with SURVEYCTL_FULL=1 all. */
const most = full ? 400 : 6

describe.each(Object.entries(kinds))('%s', (_, { made, file, read }) => {
  it('of wrong types is no bug', async () => {
    const [cwd, config] = [freshFolder(), freshFolder()]
    const env = { SURVEYCTL_CONFIG_DIR: config }
    for (const line of made) expect([line, (await served.run(line, { cwd, env })).exitCode]).toEqual([line, expect.toBeOneOf([0, 9, 10])])
    const path = find([cwd, config], file)
    expect(path, file).toBeDefined()
    const value: unknown = parse(readFileSync(path!, 'utf8'))
    const paths = pathsIn(value)
    const step = Math.max(1, Math.ceil(paths.length / most))
    for (const [at, place] of paths.entries()) {
      if (at % step !== 0 && place.length > 1) continue
      const wrong = wrongs[at % wrongs.length]
      const line = read[at % read.length]!.replace('{file}', path!)
      writeFileSync(path!, JSON.stringify(changed(value, place, wrong)))
      const { exitCode, stderr } = await served.run(line, { cwd, env })
      expect([line, place.join('.'), JSON.stringify(wrong).slice(0, 20), stderr]).toEqual([
        line,
        place.join('.'),
        JSON.stringify(wrong).slice(0, 20),
        expect.not.stringMatching(/bug in surveyctl|\n\s+at |undefined|\[object/),
      ])
      expect(exitCode).toBeLessThan(11)
    }
  }, 120_000)
})

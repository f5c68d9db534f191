/** Files that a command makes: one that somebody else made is never replaced, and a folder in which things are odd is refused. */
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loaders } from '../../src/commands/index.ts'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true, isFound: true })

/** What a line of the table below is about: a flag or argument that names a file or folder, the file of a command, or all that it makes. */
const groups = await Promise.all([...loaders().values()].map((load) => load()))
const places = groups.flatMap(({ noun, commands }) =>
  commands.flatMap(({ verb, operation, definition: { extra = {}, positionals = [], file } }) => {
    const name = [noun, verb].filter(Boolean).join(' ')
    const flags = Object.values(extra).flatMap(({ flag }) => /^(?:-\w, )?(--[\w-]+) [<[](?:file|folder|dir|path)\b/.exec(flag)?.[1] ?? [])
    const given = positionals.map((one) => one.replaceAll(/[[\].]/g, '')).filter((one) => /^(file|folder|dir|paths?|target)$/.test(one))
    return [
      ...flags.map((flag) => `${name} ${flag}`),
      ...given.map((one) => `${name} ${one.toUpperCase()}`),
      ...(operation?.file || file ? [`${name} --output`] : []),
      ...(['project', 'completion'].includes(noun) ? [name] : []),
    ]
  }),
)

interface Made {
  line: string
  /** Lines that come before somebody else's file does. */
  before?: readonly string[]
}

const examples = join(import.meta.dirname, '..', 'support', 'examples')
const survey = join(examples, 'visitors.json')
const project = ['project init', 'project pull --all']

const makes = new Map<string, Made>(
  Object.entries<string | Made>({
    'quiz import --output': `quiz import ${survey} --output made.yaml`,
    'quiz import --keys-out': `quiz import ${survey} --folder 2 --new --keys-out keys.yaml`,
    'quiz import --report': `quiz import ${survey} --folder 2 --new --report report.json`,
    'quiz export --output': 'quiz export 42 -o survey.yaml',
    'quiz check --sarif': 'quiz check 42 --sarif check.sarif',
    'quiz check --junit': 'quiz check 42 --junit check.xml',
    'project init': 'project init',
    'project pull': { before: ['project init'], line: 'project pull --all' },
    'project plan --out': { before: project, line: 'project plan --out plan.json' },
    'project check --sarif': { before: project, line: 'project check --sarif check.sarif' },
    'project check --junit': { before: project, line: 'project check --junit check.xml' },
    'qr build --output': 'qr build 42 --output code.png',
    'promo import --failures': `promo import 42 ${join(examples, 'codes.txt')} --name Own --failures failures.txt`,
    'answer stats --html': 'answer stats 42 --html stats.html',
    'answer sync TARGET': 'answer sync 42 answers --to csv,ndjson,parquet,sqlite,changes',
    'export csv --output': 'export csv 42 46 -o files/ --typed',
    'export xlsx --output': 'export xlsx 42 46 -o files/',
    'export word --output': 'export word 42 46 -o files/',
    'export sav --output': 'export sav 42 46 -o files/',
    'export codebook --output': 'export codebook 42 46 -o files/',
    'export sss --output': 'export sss 42 -o files/',
    'export form --output': 'export form 42 -o form.json',
    'export summary --output': 'export summary 42 -o summary.pdf',
    'export report --output': 'export report 42 -o report.pdf',
    'export print --output': 'export print 42 -o print.docx',
    'report files --download': 'report files 42 13 --download files',
    'account backup DIR': 'account backup copy --answers --media',
    'account restore DIR': { before: ['account backup copy'], line: 'account restore copy --yes' },
    'account audit --sarif': 'account audit --sarif audit.sarif',
    'account audit --junit': 'account audit --junit audit.xml',
    'sandbox save FOLDER': 'sandbox save data',
  }).map(([place, made]) => [place, typeof made === 'string' ? { line: made } : made]),
)

/** Files of a person or of this tool that are read, or that the line is there to change. */
const others = `
  quiz import --upload-media, quiz import FILE, quiz save --file, quiz diff --file, quiz impact --file, quiz check --config,
  quiz conditions --file, question add --file, question set --file, condition add --file, project pull --from-backup, project status,
  project drift, project plan, project apply --plan, project apply, project check --config, project check, project adopt, project forget, project env add, project schema,
  project resolve PATHS, project resolve, project rename-key, project fmt, text set --file, media upload FILE, media option-image FILE,
  favorite add --data, favorite edit --data, promo create --codes-file, promo add --codes-file, promo import FILE,
  answer stats --synced, answer stats --keys, answer sync status FOLDER, answer sync stop FOLDER, answer forget FOLDER, answer sync --keys, export csv --synced, export csv --keys,
  export xlsx --synced, export xlsx --keys, export sav --synced, export sav --keys, export codebook --synced, export codebook --keys,
  export sss --synced, export sss --keys, appearance set --file, appearance preset-add --file, webhook add --header-file,
  webhook edit --header-file, email template --letter-file, email template --formatted-letter-file, email template --raw-html-file,
  email template --file, account backup --from, account verify DIR, account diff --map, account diff DIR, account audit --config,
  sandbox start --data, sandbox run --data, mcp tools --export-dir, mcp config --export-dir, mcp --export-dir, api --file, api PATH,
  completion
`
  .split(',')
  .map((one) => one.trim())

it('each place that a definition names is known here', () => {
  const known = new Set([...makes.keys(), ...others])
  expect(places.filter((place) => !known.has(place))).toEqual([])
  expect([...known].filter((place) => !places.includes(place))).toEqual([])
})

/** Every file with its bytes; what this tool keeps for itself in its own folder is no file of a person. */
const filesIn = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.startsWith('.surveyctl') && lstatSync(join(folder, path)).isFile())
      .map((path) => [path, readFileSync(join(folder, path), 'latin1')]),
  )

const mine = 'Somebody else made this.\n'

async function prepared({ before = [] }: Made): Promise<string> {
  const cwd = freshFolder()
  for (const line of before) expect((await served.run(line, { cwd })).exitCode, line).toBe(0)
  return cwd
}

/** Of many alike, some; by day fewer of those that one line of code writes. */
const mostOf = (place: string): number => (process.env.SURVEYCTL_FULL !== '1' && /^(account|project) /.test(place) ? 2 : 6)

describe.each([...makes])('%s', (place, made) => {
  it('replaces no file that somebody else made', async () => {
    const before = await prepared(made)
    const copy = (): string => {
      const folder = freshFolder()
      cpSync(before, folder, { recursive: true, preserveTimestamps: true })
      return folder
    }
    const had = filesIn(before)
    const first = copy()
    const { exitCode, stderr } = await served.run(made.line, { cwd: first })
    expect([exitCode, stderr]).toEqual([expect.toSatisfy((code) => [0, 1, 10].includes(code)), expect.anything()])
    const files = [...filesIn(first).keys()].filter((path) => !had.has(path)).toSorted()
    expect(files.length, stderr).toBeGreaterThan(0)
    const step = Math.max(1, Math.floor(files.length / mostOf(place)))
    for (const path of files.filter((_file, at) => at % step === 0)) {
      const cwd = copy()
      mkdirSync(dirname(join(cwd, path)), { recursive: true })
      writeFileSync(join(cwd, path), mine)
      const again = await served.run(made.line, { cwd })
      const now = filesIn(cwd)
      expect([path, now.get(path)]).toEqual([path, mine])
      // It is refused, or something else was made of it that is named.
      const other = [...now.keys()].filter((file) => !had.has(file) && !files.includes(file))
      expect([path, again.exitCode !== 0 || other.length > 0]).toEqual([path, true])
    }
  })
})

it.each(['answer sync 42 odd', 'account backup odd', 'sandbox save odd', 'export xlsx 42 46 -o odd/', 'report files 42 13 --download odd'])(
  '%s refuses a folder that is a file, and a link to nowhere',
  async (line) => {
    for (const make of [(path: string) => writeFileSync(path, mine), (path: string) => symlinkSync('/nowhere/at/all', path)]) {
      const cwd = freshFolder()
      make(join(cwd, 'odd'))
      const { exitCode, stderr } = await served.run(line, { cwd })
      expect([exitCode, stderr]).toEqual([expect.toSatisfy((code) => code > 0), expect.stringMatching(/odd/)])
      expect([...filesIn(cwd).values()].every((text) => text === mine)).toBe(true)
      expect(readdirSync(cwd)).toEqual(['odd'])
    }
  },
)

/** The main job, played on a sandbox with the real program; each command is shown as it runs. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'surveyctl.js')
const folder = mkdtempSync(join(tmpdir(), 'surveyctl-demo-'))
const env: NodeJS.ProcessEnv = { ...process.env, SURVEYCTL_CONFIG_DIR: join(folder, 'settings') }
for (const name of ['SURVEYCTL_API_KEY', 'SURVEYCTL_API_KEY_FILE', 'SURVEYCTL_BASE_URL', 'SURVEYCTL_WORKSPACE', 'SURVEYCTL_PROFILE'])
  delete env[name]

interface Address {
  base_url: string
  api_key: string
  folder_id: number
  workspace_id: number
}

function startSandbox(): Promise<{ address: Address; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [launcher, 'sandbox', 'start', '--port', '0', '--seed', 'empty', '--no-profile', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // What it writes as it ends stands in the folder that is removed then.
  const ended = once(child, 'exit').then(() => {})
  const stop = (): Promise<void> => {
    child.kill()
    return ended
  }
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)))
    createInterface(child.stdout).once('line', (line) => {
      const address = JSON.parse(line) as Address
      resolve({ address, stop })
    })
  })
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

const tell = (line: string): void => console.log(`\n\u001B[1m$ ${line}\u001B[0m`)

interface Playing {
  input?: string
  keep?: boolean
  before?: string
  /** The exit code that it is to end with. */
  exit?: number
}

/** Shows a command, runs it, and gives its standard output when it is to be used. */
function play(args: readonly string[], { input, keep, before = '', exit = 0 }: Playing = {}): string {
  tell(`${before}surveyctl ${args.map(quoted).join(' ')}`)
  const { status, stdout } = spawnSync(process.execPath, [launcher, ...args], {
    env,
    cwd: folder,
    encoding: 'utf8',
    input,
    stdio: [input === undefined ? 'ignore' : 'pipe', keep ? 'pipe' : 'inherit', 'inherit'],
  })
  if (keep) process.stdout.write(stdout)
  if (status !== exit) throw new Error(`surveyctl ${args.join(' ')} ended with ${status}`)
  return (stdout ?? '').trim()
}

/** Gives the survey's id. */
function story({ base_url, api_key, folder_id }: Address): string {
  play(['auth', 'login', '--with-key', '--base-url', base_url], { input: api_key, before: 'printenv KEY | ' })
  const id = play(['quiz', 'create', '--folder', String(folder_id), '--name', 'Visitors', '--quiet'], { keep: true })
  play(['quiz', 'save', id, '--file', join(import.meta.dirname, 'survey.yaml')])
  play(['quiz', 'set', id, 'lang=en', 'show_progressbar=true'])
  play(['quiz', 'view', id])
  play(['quiz', 'publish', id])
  play(['sandbox', 'answer', id, '--count', '200', '--seed', '7'])
  play(['quiz', 'list'])
  play(['answer', 'list', id, '--limit', '5'])
  play(['export', 'csv', id, '-o', 'answers.csv'])
  play(['quiz', 'rename', id, 'Visitors, spring'])
  play(['quiz', 'publish', id])
  play(['version', 'list', id])
  const versions = JSON.parse(play(['version', 'list', id, '--json'], { keep: true })) as { id: number }[]
  play(['version', 'restore', id, String(versions.at(-1)!.id), '--yes'])
  play(['quiz', 'archive', id])
  play(['quiz', 'list', '--archived'])
  play(['export', 'summary', id, '-o', 'summary.pdf'])
  play(['qr', 'build', id, '--format', 'png', '--size', '400', '-o', 'code.png'])
  play(['qr', 'view', id])
  return id
}

/** The same survey as files of a repository: a plan before anything is sent, and what others changed. */
function inRepository(id: string, { workspace_id }: Address): void {
  play(['quiz', 'unarchive', id])
  play(['config', 'set', 'workspace', String(workspace_id)])
  play(['project', 'init'])
  play(['project', 'pull', '--all'])
  const [key] = readdirSync(join(folder, 'surveys'))
  retitle(`surveys/${key}/survey.yaml`, 'Would you come again?', 'Will you come again?')
  play(['project', 'check'])
  play(['project', 'plan'], { exit: differences })
  play(['project', 'apply', '--publish', '--yes'])
  play(['quiz', 'set', id, 'show_progressbar=false'])
  play(['project', 'drift'], { exit: differences })
}

/** Answers in a folder that follows the service, counted, and as a file for statistics. */
function intoAnalysis(id: string): void {
  play(['answer', 'sync', id, 'answers', '--to', 'parquet,csv'])
  play(['sandbox', 'answer', id, '--count', '3', '--seed', '9'])
  const [latest] = JSON.parse(play(['answer', 'list', id, '--limit', '1', '--json'], { keep: true })) as { id: number }[]
  play(['sandbox', 'answer', id, '--delete', String(latest!.id)])
  play(['answer', 'sync', id, 'answers'])
  play(['answer', 'stats', id, '--synced', 'answers'])
  play(['answer', 'stats', id, '--synced', 'answers', '--funnel', '--html', 'answers.html'])
  play(['export', 'sav', id, '--typed', '--synced', 'answers', '-o', 'answers.sav'])
  openElsewhere()
}

/** By a program that isn't ours, where there is one. */
function openElsewhere(): void {
  const programs: [name: string, ...args: string[]][] = [
    ['pspp', '-O', 'format=txt', 'open.sps'],
    ['Rscript', '-e', 'summary(haven::read_sav("answers.sav"))'],
  ]
  writeFileSync(join(folder, 'open.sps'), "GET FILE='answers.sav'.\nSHOW N.\nDESCRIPTIVES ALL.\n")
  for (const [name, ...args] of programs) {
    if (spawnSync(name, ['--version'], { stdio: 'ignore' }).error) continue
    tell([name, ...args.map(quoted)].join(' '))
    const { status } = spawnSync(name, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
    if (status === 0) return
  }
  console.log('\nHere is neither pspp nor R with haven to open answers.sav; PSPP, R, SPSS and Stata read it.')
}

const differences = 10

/** As an editor does it. */
function retitle(path: string, from: string, to: string): void {
  tell(`sed -i 's/${from}/${to}/' ${path}`)
  const text = readFileSync(join(folder, path), 'utf8')
  if (!text.includes(from)) throw new Error(`${path} has no "${from}"`)
  writeFileSync(join(folder, path), text.replace(from, to))
}

const next = `
That was a survey's life, on a sandbox that ends now. To go on yourself:
  npx surveyctl sandbox start      the same service, in a terminal of its own
  npx surveyctl quiz example       a survey file to start from
  npx surveyctl auth login         a real account
  npx surveyctl --help             all there is; README.md has a first survey to type`

const sandbox = await startSandbox()
try {
  const id = story(sandbox.address)
  inRepository(id, sandbox.address)
  intoAnalysis(id)
  console.log(next)
} finally {
  await sandbox.stop()
  rmSync(folder, { recursive: true, force: true })
}

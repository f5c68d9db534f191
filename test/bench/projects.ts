/** A folder of five hundred surveys: what is asked beside curl asking the same, what is read beside reading the same files. */
import { appendFileSync, cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { otherSections } from '../support/everything.ts'
import { freshFolder, launcher } from '../support/program.ts'
import { askedBy, curlOf } from './curl.ts'
import { measure, time, type Comparison, type Contender, type Measured } from './measure.ts'
import type { Sandbox } from './services.ts'
import { makeSurveys } from './surveys.ts'

const [surveys, questions] = [500, 60]
const most = 250
const inFolder = (folder: string, words: string, more: Partial<Contender> = {}): Contender => ({
  name: `surveyctl project ${words}`,
  command: ['sh', '-c', `cd ${folder} && exec ${process.execPath} ${launcher} project ${words}`],
  ...more,
})

/** Fails where a plan asks more than it should. */
function asked(folder: string, env: NodeJS.ProcessEnv, atMost: number): Contender {
  const requests = askedBy(['project', 'plan'], env, folder)
  if (requests.length > atMost) throw new Error(`project plan: ${requests.length} requests, where ${atMost} are allowed`)
  return curlOf(requests, env)
}

/** The same surveys, each with what else a file can hold. */
function withOthers(folder: string): string {
  const copy = join(freshFolder(), 'all')
  cpSync(folder, copy, { recursive: true })
  for (const key of readdirSync(join(copy, 'surveys'))) appendFileSync(join(copy, 'surveys', key, 'survey.yaml'), otherSections)
  return copy
}

const yaml = join(import.meta.dirname, '..', '..', 'node_modules', 'yaml', 'dist', 'index.js')
const parsing = (folder: string): string =>
  `const { parse } = require(${JSON.stringify(yaml)}), fs = require('node:fs')
for (const key of fs.readdirSync('${folder}/surveys')) for (const name of ['survey.yaml', 'ids.yaml']) parse(fs.readFileSync(\`${folder}/surveys/\${key}/\${name}\`, 'utf8'))`

export async function projects(sandbox: Sandbox, rounds: number): Promise<Measured[][]> {
  await makeSurveys(sandbox, surveys, questions)
  const folder = freshFolder()
  const { env } = sandbox
  for (const words of ['init', 'pull --all']) time(inFolder(folder, words), { env })
  const all = withOthers(folder)
  const few = { env, rounds, warmUps: 1 }
  const here = `${surveys} surveys of ${questions} questions`
  const planned = async (
    title: string,
    path: string,
    atMost: number,
    latency: number,
    { limit, ...more }: Partial<Comparison> & Pick<Contender, 'limit'>,
  ): Promise<Measured[]> => {
    const baseline = asked(path, env, atMost)
    sandbox.control(['fault', 'clear'])
    if (latency > 0) sandbox.control(['fault', 'add', 'GET *', '--delay', `${latency}ms`])
    const contenders = [inFolder(path, 'plan', { ...(limit !== undefined && { limit }), most }), inFolder(path, 'apply', { most })]
    const results = await measure({ ...few, ...more, title: `${title}, to curl asking the same`, baseline, contenders })
    sandbox.control(['fault', 'clear'])
    return results
  }
  const status = inFolder(folder, 'status', { most })
  const forgotten = join(String(env.SURVEYCTL_CONFIG_DIR), 'cache', 'projects')
  const forTheFirstTime = { prepare: () => rmSync(forgotten, { recursive: true, force: true }) }
  const within = { limit: 1.3 }
  return [
    await planned(`Plan of ${here}, each answer after 100 ms`, folder, surveys + 4, 100, within),
    await planned(`Plan of ${here} for the first time, each answer after 100 ms`, folder, surveys + 4, 100, {
      ...within,
      ...forTheFirstTime,
    }),
    // The limit is that of a service which takes its time; here all of it is our own work.
    await planned(`Plan of ${here}, at once`, folder, surveys + 4, 0, {}),
    await planned(`Plan of ${here}, all sections`, all, 13 * surveys + 4, 0, within),
    await measure({
      ...few,
      title: `Status of ${here}, to bare node`,
      baseline: { name: 'node -e 0', command: [process.execPath, '-e', '0'] },
      contenders: [{ ...status, limit: 5 }],
    }),
    await measure({
      ...few,
      title: `Status of ${here} for the first time, to yaml.parse of its files`,
      by: 'cpu',
      baseline: { name: 'yaml.parse', command: [process.execPath, '-e', parsing(folder)], weighed: true },
      contenders: [{ ...status, limit: 1 }],
      ...forTheFirstTime,
    }),
  ]
}

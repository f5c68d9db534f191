/** What is asked: a service that does next to nothing, also over TLS, and the sandbox. Each in a process of its own. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text as consumeText } from 'node:stream/consumers'
import { authority, hasOpenssl } from '../support/certificates.ts'
import { peakOf } from '../support/memory.ts'
import { environment, freshFolder, launcher } from '../support/program.ts'

export interface Service {
  /** Of the service with lists and files of a size: `at('/rows/10000')`. */
  at: (path: string) => NodeJS.ProcessEnv
  stop: () => Promise<void>
}

const key = 'sk_bench'

async function firstLine(child: ChildProcess): Promise<string> {
  const [line] = await Promise.race([once(createInterface(child.stdout!), 'line'), once(child, 'exit').then(() => [undefined])])
  if (line === undefined) throw new Error('the service did not start')
  return line as string
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}

async function start(scheme: string, files: readonly string[], more: Record<string, string>, program = 'service.ts'): Promise<Service> {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...files], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await firstLine(child)
  return {
    at: (path) => environment({ baseUrl: `${scheme}://127.0.0.1:${port}${path}`, apiKey: key, workspace: 1, env: more }),
    stop: () => stop(child),
  }
}

/** Of answers: `at('/1000000')`. */
export const answerService = (): Promise<Service> => start('http', [], {}, 'answers.ts')

export const plainService = (): Promise<Service> => start('http', [], {})

/** Undefined where there is no openssl to make a certificate with. */
export async function secureService(): Promise<Service | undefined> {
  if (!hasOpenssl) return undefined
  const { file, issue } = authority()
  const issued = issue('127.0.0.1')
  const folder = freshFolder()
  const [keyFile, certificateFile] = [join(folder, 'server.key'), join(folder, 'server.crt')]
  writeFileSync(keyFile, issued.key)
  writeFileSync(certificateFile, issued.cert)
  return start('https', [keyFile, certificateFile], { NODE_EXTRA_CA_CERTS: file, CURL_CA_BUNDLE: file })
}

export interface Sandbox {
  env: NodeJS.ProcessEnv
  /** One request with the owner's key; throws when it is refused. */
  post: (path: string, body: object) => Promise<any>
  folder: number
  /** `surveyctl sandbox ...` on it. */
  control: (words: readonly string[]) => void
  /** The most memory that it held so far, in MiB. */
  peak: () => number
  stop: () => Promise<void>
}

export async function startSandbox(): Promise<Sandbox> {
  const own = environment({})
  const child = spawn(process.execPath, [launcher, 'sandbox', 'start', '--port', '0', '--seed', 'empty', '--no-profile', '--json'], {
    env: own,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { base_url: baseUrl, api_key: apiKey, workspace_id: workspace, folder_id: folder } = JSON.parse(await firstLine(child))
  return {
    env: environment({ baseUrl, apiKey, workspace }),
    folder,
    control: (words) => void execFileSync(process.execPath, [launcher, 'sandbox', ...words], { env: own, stdio: 'pipe' }),
    peak: () => peakOf(child.pid!),
    post: async (path, body) => {
      // A connection of its own: one that is kept goes stale while other processes are timed.
      const sent = request(baseUrl + path, {
        method: 'POST',
        agent: false,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      }).end(JSON.stringify(body))
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      const text = await consumeText(answer)
      if (answer.statusCode! >= 300) throw new Error(`${path}: ${answer.statusCode} ${text}`)
      return JSON.parse(text)
    },
    stop: () => stop(child),
  }
}

/** An assistant's client of the official kit, over standard input and output of the built program: as others, by day in this process. */
import { Client, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { HereTransport } from './assistant-here.ts'
import { environment, launcher, mayRunHere, type Line, type Where } from './program.ts'
import { startSandbox, type RunningSandbox } from './sandbox.ts'

export interface Assistant {
  client: Client
  /** What the person was asked, word for word. */
  asked: string[]
  /** What the person answers from now on; declines without an answer. */
  answer: (content: Record<string, unknown> | undefined) => void
  call: (name: string, input?: Record<string, unknown>) => Promise<Said>
  /** Learns what the screens of a survey are called. */
  look: (survey?: string) => Promise<void>
  /** Standard error so far. */
  log: () => string
  close: () => Promise<void>
}

export interface Said {
  text: string
  facts: any
  failed: boolean
}

export interface Asking extends Where {
  args?: readonly string[]
  /** The revision of 2026 (default), or the one before. */
  era?: 'new' | 'old'
  /** Whether the client can ask its person. */
  canAsk?: boolean | { url: Record<string, string> }
  /** Where the server works. */
  cwd?: string
}

/** Clients as there are. */
export const kinds = [
  { era: 'new', canAsk: true },
  { era: 'old', canAsk: false },
  { era: 'old', canAsk: true },
  { era: 'new', canAsk: false },
] as const
/** Where nobody is asked, each era and each kind of client once. */
export const eachOnce = [kinds[0], kinds[1]] as const
export const kindsWhoAsk = [kinds[0], kinds[2]] as const
export const ofKind = 'a client of the $era era, which can ask: $canAsk'

function transportTo(line: Line): { transport: Transport; log: () => string } {
  if (mayRunHere(line)) {
    const transport = new HereTransport(line)
    return { transport, log: transport.log }
  }
  let log = ''
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [launcher, ...line.args],
    env: { ...line.env },
    cwd: line.cwd,
    stderr: 'pipe',
  })
  transport.stderr?.on('data', (piece) => (log += String(piece)))
  return { transport, log: () => log }
}

export async function assistant({ args = [], era = 'new', canAsk = true, cwd = process.cwd(), ...where }: Asking): Promise<Assistant> {
  const asked: string[] = []
  let content: Record<string, unknown> | undefined = { confirm: true }
  const { transport, log } = transportTo({ args: ['mcp', ...args], env: environment(where), cwd })
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: canAsk ? { elicitation: canAsk === true ? {} : canAsk } : {},
      ...(era === 'new' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    },
  )
  if (canAsk === true)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message)
      return content ? { action: 'accept' as const, content: content as Record<string, string | boolean> } : { action: 'decline' as const }
    })
  await client.connect(transport)
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<Said> => {
    const result: any = await client.callTool({ name, arguments: input }, { timeout: 120_000 })
    return {
      text: result.content.map((part: { text?: string }) => part.text ?? '').join('\n'),
      facts: result.structuredContent,
      failed: result.isError === true,
    }
  }
  return {
    client,
    asked,
    answer: (next) => void (content = next),
    call,
    look: async (survey = '42') => void (await call('survey_view', { survey, max_characters: 30_000 })),
    log,
    close: () => client.close(),
  }
}

/** The demo's sandbox, anew for each test, with assistants that end with it. */
export function withAssistants() {
  let sandbox: RunningSandbox
  const open: Assistant[] = []
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'demo' })
  })
  beforeEach(async () => {
    await sandbox.restore()
    sandbox.requests.splice(0)
  })
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
  })
  afterAll(() => sandbox.close())
  const where = () => ({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, workspace: sandbox.workspaceId })
  return {
    get sandbox() {
      return sandbox
    },
    where,
    start: async (asking: Asking = {}): Promise<Assistant> => {
      const one = await assistant({ ...where(), ...asking, args: ['--rate', '1000', ...(asking.args ?? [])] })
      open.push(one)
      return one
    },
    /** Requests that changed something, since `from`. */
    writes: (from = 0): string[] => sandbox.requests.slice(from).filter((one) => !one.startsWith('GET') && !one.endsWith('/report')),
  }
}

/** The server as it is, a line at a time. */
export function rawServer(env: NodeJS.ProcessEnv, args: readonly string[] = []) {
  const child = spawn(process.execPath, [launcher, 'mcp', ...args], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  const lines: any[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const answers = async (count: number): Promise<void> => {
    await expect.poll(() => lines.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
  }
  const send = (line: string) => child.stdin.write(`${line}\n`)
  return {
    lines,
    ended,
    child,
    send,
    answers,
    greet: async () => {
      send(greetings.old)
      await answers(1)
    },
  }
}

export const request = (id: number, method: string, params: object = {}): string => JSON.stringify({ jsonrpc: '2.0', id, method, params })
/** What each request of the new era carries. */
export const inNewEra = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}
export const toolCall = (id: number, name: string, input: object): string => request(id, 'tools/call', { name, arguments: input })
/** The first line of each era; in the new one every request says what it is. */
export const greetings = {
  new: request(1, 'server/discover', inNewEra),
  old: request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } }),
} as const

/** An assistant's client of the official kit, over standard input and output of the built program. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { environment, launcher, type Where } from './program.ts'

export interface Assistant {
  client: Client
  /** What the person was asked, word for word. */
  asked: string[]
  /** What the person answers from now on; declines without an answer. */
  answer: (content: Record<string, unknown> | undefined) => void
  call: (name: string, input?: Record<string, unknown>) => Promise<Said>
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
  canAsk?: boolean
}

export async function assistant({ args = [], era = 'new', canAsk = true, ...where }: Asking): Promise<Assistant> {
  const asked: string[] = []
  let content: Record<string, unknown> | undefined = { confirm: true }
  let log = ''
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [launcher, 'mcp', ...args],
    env: environment(where),
    stderr: 'pipe',
  })
  transport.stderr?.on('data', (piece) => (log += String(piece)))
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: canAsk ? { elicitation: {} } : {}, ...(era === 'new' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }) },
  )
  if (canAsk)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message)
      return content ? { action: 'accept' as const, content: content as Record<string, string | boolean> } : { action: 'decline' as const }
    })
  await client.connect(transport)
  return {
    client,
    asked,
    answer: (next) => void (content = next),
    call: async (name, input = {}) => {
      const result: any = await client.callTool({ name, arguments: input }, { timeout: 120_000 })
      return {
        text: result.content.map((part: { text?: string }) => part.text ?? '').join('\n'),
        facts: result.structuredContent,
        failed: result.isError === true,
      }
    },
    log: () => log,
    close: () => client.close(),
  }
}

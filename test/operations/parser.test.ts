/** The parser of answers, in a list that is long enough for V8 to optimise it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { environment, launcher } from '../support/program.ts'

const isOld = process.versions.node.startsWith('22.')

it.skipIf(isOld)('is not optimised, which takes more memory than the list (Node 22 optimises it anyway)', async () => {
  const rows = Array.from({ length: 80_000 }, (_, index) => ({ id: index + 1, name: 'Survey '.repeat(50) }))
  const body = Buffer.from(JSON.stringify(rows))
  const server = createServer((_, answer) => void answer.setHeader('content-type', 'application/json').end(body))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const env = environment({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key', workspace: 1 })
    const command = ['--trace-wasm-compilation-times', launcher, 'quiz', 'list', '--ndjson', '--fields', 'id']
    const { stdout, stderr } = await execa(process.execPath, command, { env, extendEnv: false })
    // V8 says on standard error that it doesn't know a flag.
    expect(stderr).toBe('')
    expect(stdout).toContain('{"id":80000}')
    expect([stdout.includes('using Liftoff'), stdout.includes('using TurboFan')]).toEqual([true, false])
  } finally {
    server.close()
  }
})

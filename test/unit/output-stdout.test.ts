import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = (path: string): string => JSON.stringify(join(import.meta.dirname, '..', '..', 'src', path))
const program = (body: string): string[] => [
  '--input-type=module-typescript',
  '-e',
  `import { BatchedOutput, OutputClosed, writeText } from ${source('output/stdout.ts')}
   import { PagedOutput } from ${source('output/pager.ts')}
   import { processIO } from ${source('system/process-io.ts')}
   const io = processIO(undefined)
   ${body}`,
]
const run = (body: string) => spawnSync(process.execPath, program(body), { encoding: 'utf8', maxBuffer: 1 << 28 })

/** Pipes standard output through a shell command. */
const piped = (body: string, command: string) =>
  spawnSync('bash', ['-c', `"$0" "$@" | ${command}; echo "\${PIPESTATUS[0]}"`, process.execPath, ...program(body)], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })

describe('standard output', () => {
  it('has everything in order, texts and bytes', () => {
    expect(
      run(
        `const out = new BatchedOutput(io.stdout); out.write('a'); out.write('ё'); out.write(Buffer.from([0x62])); out.write('c'); out.end()`,
      ).stdout,
    ).toBe('aёbc')
  })
  it('loses nothing of millions of rows', () => {
    const { stdout } = run(
      `const out = new BatchedOutput(io.stdout); for (let row = 0; row < 1e6; row++) out.write(row + '\\n'); out.end()`,
    )
    expect(stdout.length).toBe(6_888_890)
    expect(stdout.endsWith('\n999999\n')).toBe(true)
  })
  it('waits for a slow reader, also when the pipe does not block', () => {
    // Opening process.stdout makes the pipe non-blocking: writes then fail with EAGAIN while it is full.
    const { stdout } = piped(
      `process.stdout._handle?.setBlocking?.(false); const out = new BatchedOutput(io.stdout); for (let row = 0; row < 3e5; row++) out.write('0123456789'); out.end()`,
      '(sleep 0.3; wc -c)',
    )
    expect(stdout.trim().split(/\s+/)).toEqual(['3000000', '0'])
  })
  it('tells apart that the reader has gone', () => {
    const { stdout } = piped(
      `try { for (;;) await writeText(io.stdout, 'y\\n'.repeat(1000)) } catch (error) { process.exitCode = error instanceof OutputClosed ? 10 : 11 }`,
      'head -n 1',
    )
    expect(stdout).toBe('y\n10\n')
  })
})

describe('a pager', () => {
  const paged = (lines: number, command: string) => `
    const out = new PagedOutput(${JSON.stringify(command)}, 10, io)
    try { for (let line = 0; line < ${lines}; line++) await out.write(line + '\\n'); await out.end() }
    catch (error) { process.exitCode = error instanceof OutputClosed ? 10 : 11 }`

  it('is left out when everything fits on the screen', () => expect(run(paged(9, 'sed s/^/:/')).stdout).toBe('0\n1\n2\n3\n4\n5\n6\n7\n8\n'))
  it('gets everything when it does not', () => expect(run(paged(12, 'sed s/^/:/ | tail -n 2')).stdout).toBe(':10\n:11\n'))
  it('gets text of bytes', () =>
    expect(
      run(`const out = new PagedOutput('sed s/^/:/', 1, io); await out.write(Buffer.from([0xd1, 0x91, 0x0a])); await out.end()`).stdout,
    ).toBe(':ё\n'))
  it('may be quit', () => expect(run(paged(200_000, 'head -n 1'))).toMatchObject({ status: 10, stdout: '0\n' }))
  it('is waited for', async () => {
    const child = spawn(process.execPath, program(`${paged(20, 'sleep 0.2; echo shown')}; console.log('after')`))
    let text = ''
    child.stdout.on('data', (part) => (text += part))
    await once(child, 'close')
    expect(text).toBe('shown\nafter\n')
  })
})

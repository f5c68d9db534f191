import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const source = (name: string): string => join(import.meta.dirname, '..', '..', 'src', 'output', `${name}.ts`)
const folder = mkdtempSync(join(tmpdir(), 'surveyctl-progress-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What a terminal of 60 columns sees of a program that has `progress`. */
function seen(body: string, env: Record<string, string> = {}): string {
  const file = join(folder, 'program.mts')
  writeFileSync(
    file,
    `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    import { Progress } from ${JSON.stringify(source('progress/progress'))}
    import { writeError as writeTo } from ${JSON.stringify(source('stderr'))}
    import { processIO } from ${JSON.stringify(join(source('stderr'), '..', '..', 'system', 'process-io.ts'))}
    const io = processIO(undefined)
    const writeError = (text) => writeTo(io.stderr, text)
    const progress = new Progress({ quiet: false, color: false }, io)
    const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time))
    let screen = ''
    const write = fs.writeSync
    fs.writeSync = (descriptor, bytes, ...rest) => { screen += bytes; return write(descriptor, bytes, ...rest) }
    syncBuiltinESMExports()
    const errors = process.stderr.write
    process.stderr.write = (text, ...rest) => { screen += text; return errors.call(process.stderr, text, ...rest) }
    /** Whether all that is said from now on shows this, which is waited for. */
    const shown = async (wanted: RegExp) => {
      for (const from = screen.length; !wanted.test(screen.slice(from)); ) await wait(10)
    }
    process.stderr.columns = 60
    ${body}`,
  )
  const { PATH } = process.env
  const { stdout } = spawnSync('script', ['-qec', `"${process.execPath}" "${file}"`, '/dev/null'], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { PATH, TERM: 'xterm', ...env } as NodeJS.ProcessEnv,
  })
  return stdout
}

describe('a spinner', () => {
  it('turns while something is awaited, and leaves nothing behind', () => {
    const text = seen(`await progress.during(() => shown(/Reading/), 'Reading')`)
    expect(text).toContain('Reading')
    expect(text.slice(text.lastIndexOf('Reading'))).toMatch(/\x1b\[1?G\x1b\[0?K.*\x1b\[\?25h/s)
  })
  it('is not shown for what is quick', () => expect(seen(`await progress.during(() => wait(1), 'Reading')`)).toBe(''))
  it('goes away when the work fails', () => {
    const text = seen(
      `await progress.during(async () => { await shown(/Reading/); throw new Error('no') }, 'Reading').catch((error) => console.log('caught', error.message))`,
    )
    expect(text.slice(text.lastIndexOf('Reading'))).toContain('caught no')
  })
  it('makes room for notes, which stay whole', () => {
    const text = seen(
      `await progress.during(async () => { await shown(/Reading/); writeError('a note\\n'); await shown(/Reading/) }, 'Reading')`,
    )
    expect(text).toMatch(/\x1b\[1?G\x1b\[0?K[^\n]*a note\r\n/)
    expect(text.slice(text.indexOf('a note'))).toContain('Reading')
  })
  it('is one for several waits', () => {
    const text = seen(`await Promise.all([progress.during(() => shown(/one/), 'one'), progress.during(() => shown(/two/), 'two')])`)
    expect(text).toMatch(/one[^]*\x1b\[1?G[^]*two/)
    expect(text).not.toMatch(/one[^\x1b]*two/)
  })
  it.each([{ CI: 'true' }, { SURVEYCTL_SPINNER: '0' }, { TERM: 'dumb' }])('is not shown under %j', (env) => {
    expect(seen(`await progress.during(() => wait(300), 'Reading')`, env)).toBe('')
  })
})

describe('a meter', () => {
  const meter = `
    const meter = progress.meter('a.csv', 'bytes')
    meter.expect(1024)
    for (let part = 0; part < 8; part++) { await wait(60); meter.advance(128) }
    writeError('a note\\n')
    meter.end()
    console.log('saved')`
  it('shows how far it is, and leaves nothing behind', () => {
    const text = seen(meter)
    expect(text).toMatch(/a\.csv {2}━+─+ {2}\d+%/)
    expect(text).toMatch(/\x1b\[1?G\x1b\[0?K[^\n]*saved\r\n(\x1b\[\?25h)?$/)
    expect(text).toMatch(/\x1b\[1?G\x1b\[0?K[^\n]*a note\r\n/)
  })
  it('never wraps', () => {
    for (const line of seen(meter)
      .replaceAll(/\x1b\[\?\d+[hl]/g, '')
      .split(/[\r\n]|\x1b\[\d*[A-Z]/))
      expect(line.length).toBeLessThan(60)
  })
  it('is one for several files', () => {
    const text = seen(`
      const meters = [1, 2].map(() => progress.meter('a.csv', 'bytes'))
      for (const each of meters) each.expect(100)
      for (let part = 0; part < 5; part++) { await wait(60); for (const each of meters) each.advance(10) }
      for (const each of meters) each.end()`)
    expect(text).toMatch(/a\.csv \(2 at once\) .* of 200 B/)
  })
  it('is the newest of those with another name, and then the one before', () => {
    const text = seen(`
      const outer = progress.meter('surveys')
      outer.expect(2)
      const inner = progress.meter('answers')
      inner.expect(10)
      inner.advance(5)
      await shown(/answers.*5 of 10/)
      inner.end()
      outer.advance()
      await shown(/surveys.*1 of 2/)
      outer.end()`)
    expect(text).toMatch(/surveys.*1 of 2/)
  })
  it('has what else is printed above it, and waits for lines that are whole', () => {
    const text = seen(`
      const meter = progress.meter('rows')
      await shown(/rows/)
      writeError('half')
      await wait(300)
      writeError(' a line\\n')
      await shown(/rows/)
      meter.end()`)
    expect(text).toMatch(/half a line\r\n/)
  })
  it('is a spinner until something comes', () =>
    expect(seen(`const meter = progress.meter('a.csv', 'bytes'); await shown(/a[.]csv/); meter.end()`)).toContain(' a.csv'))
})

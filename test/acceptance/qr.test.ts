/** The QR code of a survey, as a file and on a terminal. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '../../src/files/png.ts'
import { noBrowser, openBrowser, readPicture } from '../support/browser.ts'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { isThere, itWith } from '../support/readers.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const { run } = served
const folder = freshFolder()

const scan = (path: string): string =>
  execFileSync('zbarimg', ['--quiet', '--raw', path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
const address = async (): Promise<string> => (await run('quiz view 42 --json')).json.url_shared

itWith('zbarimg')('builds a code that leads to the survey', async () => {
  const path = join(folder, 'code.png')
  const { exitCode, stdout } = await run(['qr', 'build', '42', '--format', 'png', '--size', '400', '--color', '#102030', '-o', path])
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining(path)])
  expect(scan(path)).toBe(await address())
  expect((await run('qr view 42 --json')).json).toMatchObject({ format: 'png', size: 400, color: '#102030', is_published: true })
})

it('builds again only what changed, unless forced', async () => {
  expect((await run('qr build 42 --json')).json.regenerated).toBe(false)
  expect((await run('qr build 42 --margin 4 --json')).json).toMatchObject({ regenerated: true, size: 400, margin: 4 })
  expect((await run('qr build 42 --force --json')).json.regenerated).toBe(true)
})

it('saves SVG and EPS, and replaces a file only when forced', async () => {
  const path = join(folder, 'code.svg')
  writeFileSync(path, 'mine')
  const refused = await run(['qr', 'build', '42', '--format', 'svg', '-o', path])
  expect([refused.exitCode, refused.stderr, readFileSync(path, 'utf8')]).toEqual([1, expect.stringContaining('--force'), 'mine'])
  expect((await run(['qr', 'build', '42', '--force', '-o', path])).exitCode).toBe(0)
  expect(readFileSync(path, 'utf8')).toContain('<svg')
  await run(['qr', 'build', '42', '--format', 'eps', '-o', `${folder}/`])
  expect(readFileSync(join(folder, 'qr-42.eps'), 'latin1')).toMatch(/^%!PS-Adobe/)
  expect((await run(['qr', 'build', '42', '-o', '-'])).stdout).toMatch(/^%!PS-Adobe/)
})

const missing =
  noBrowser ||
  ['zbarimg', 'gs']
    .filter((name) => !isThere(name))
    .map((name) => ` (no ${name} here)`)
    .join('')

describe.skipIf(missing)(`as other programs see it${missing}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  /** A picture of any format as one that a browser opens. */
  function opened(path: string): string {
    if (!path.endsWith('.eps')) return path
    const made = path.replace(/eps$/, 'eps.png')
    execFileSync('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-dSAFER', '-dEPSCrop', '-sDEVICE=png16m', '-r72', `-sOutputFile=${made}`, path])
    return made
  }

  it.each([
    ['png', 100, 0, '#000000', '#FFFFFF'],
    ['png', 640, 4, '#1A2B3C', '#FFE0A0'],
    ['svg', 300, 10, '#7A0019', '#F0F0F0'],
    ['eps', 1000, 2, '#003366', '#FFFFCC'],
  ] as const)('%s of %i pixels with a margin of %i, %s on %s', async (format, size, margin, color, background) => {
    const path = join(folder, `look-${size}.${format}`)
    const look = ['--size', String(size), '--margin', String(margin), '--color', color, '--background', background]
    expect((await run(['qr', 'build', '42', '--format', format, ...look, '-o', path])).exitCode).toBe(0)
    const { width, height, colors, png: seen } = await readPicture(browser, opened(path))
    expect([width, height]).toEqual([size, size])

    // The first dark row begins with the seven modules of a corner's square.
    const first = colors.indexOf(color)
    const [row, left] = [Math.floor(first / size), first % size]
    const dark = colors.slice(first).findIndex((each) => each !== color)
    expect([left, row].map((pixels) => Math.round(pixels / (dark / 7)))).toEqual([margin, margin])
    expect(new Set(colors)).toEqual(new Set([color, background]))
    if (margin > 0) expect(colors[0]).toBe(background)

    writeFileSync(`${path}.seen.png`, seen)
    // A reader needs four light modules around a code: a smaller margin is made up by what stands around it.
    if (margin >= 2) expect(scan(`${path}.seen.png`)).toBe(await address())
  })
})

/** Lines of half blocks on a dark terminal, as a camera sees them. */
function photographed(lines: readonly string[]): Buffer {
  const [scale, around] = [8, 4]
  const light = (x: number, y: number): boolean => {
    const sign = lines[y >> 1]?.[x] ?? ' '
    return sign === '█' || sign === (y % 2 === 0 ? '▀' : '▄')
  }
  const [width, height] = [lines[0]!.length + 2 * around, lines.length * 2 + 2 * around]
  const palette = [
    [0, 0, 0],
    [255, 255, 255],
  ] as const
  const at = (x: number, y: number): number => Number(light(Math.floor(x / scale) - around, Math.floor(y / scale) - around))
  return png({ width: width * scale, height: height * scale, palette, at })
}

itWith('script')('draws the code on a terminal', async () => {
  const { baseUrl, apiKey, workspaceId } = served.sandbox
  const env = { ...environment({ baseUrl, apiKey, workspace: workspaceId }), TERM: 'xterm', SURVEYCTL_PAGER: 'cat' }
  const { stdout } = await execa('script', ['-qec', `${process.execPath} ${launcher} qr view 42 --no-color`, '/dev/null'], {
    env,
    extendEnv: false,
    stdin: 'ignore',
  })
  const drawn = stdout.split(/\r?\n/).filter((line) => /^[█▀▄ ]{20,}$/.test(line))
  expect(drawn.length).toBeGreaterThanOrEqual(14)
  if (isThere('zbarimg')) {
    const seen = join(folder, 'terminal.png')
    writeFileSync(seen, photographed(drawn))
    expect(scan(seen)).toBe(await address())
  }
  expect(stdout).toContain(await address())
  expect((await run('qr view 42')).stdout).not.toContain('█')
})

it('checks the look before anything is sent, and needs the right "settings"', async () => {
  const { exitCode, stderr } = await run('qr build 42 --size 50 --color blue --margin 11 --format gif')
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/--format[^]*--size[^]*--color[^]*--margin/)])
  expect(existsSync(join(folder, 'never.png'))).toBe(false)
  const { api_key } = await served.control('key participant', {})
  expect(await served.as(api_key)('qr view 42')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('settings') })
})

/** `npm run demo` on a terminal: the main job from a key to the code on the wall. */
import { join } from 'node:path'
import { execa } from 'execa'
import { expect } from 'vitest'
import { environment } from '../support/program.ts'
import { itWith } from '../support/readers.ts'

const demo = join(import.meta.dirname, '..', 'demo', 'demo.ts')

itWith('script')('the demo ends with a summary and a code in the terminal', async () => {
  const env = { ...environment({}), TERM: 'xterm', SURVEYCTL_PAGER: 'cat', NO_COLOR: '1' }
  const { stdout, exitCode } = await execa('script', ['-qec', `${process.execPath} ${demo}`, '/dev/null'], {
    env,
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
  })
  const lines = stdout.split(/\r?\n/)
  const at = (pattern: RegExp): number => lines.findIndex((line) => pattern.test(line))
  expect(exitCode, stdout).toBe(0)
  expect(at(/Saved summary\.pdf \(\d/)).toBeGreaterThan(at(/Answered survey \d+ 200 times/))
  expect(lines.slice(at(/Saved summary\.pdf/)).filter((line) => /^[█▀▄ ]{20,}$/.test(line)).length).toBeGreaterThan(14)
  expect(at(/^http:\/\/127\.0\.0\.1:\d+\/s\/\w+$/)).toBeGreaterThan(at(/Saved summary\.pdf/))
  expect(at(/^ {2}~ screens\.yesno-1\.title {2}"Would you come again\?" → "Will you come again\?"$/)).toBeGreaterThan(at(/project plan$/))
  expect(at(/settings\.show_progressbar/)).toBeGreaterThan(at(/project drift$/))
  const [first, second] = lines.flatMap(
    (line) => /Synced survey .* · (\d+) answers · (.*) · \d+ requests/.exec(line)?.slice(1, 3).join(': ') ?? [],
  )
  expect([first, second]).toEqual(['200: 200 new', '202: 3 new, 1 deleted'])
  expect(at(/answers\.codebook\.md/)).toBeGreaterThan(at(/^\d+ complete answers$/))
  expect(at(/neither pspp nor R|DESCRIPTIVE|Valid|Descriptive|Median/)).toBeGreaterThan(at(/answers\.codebook\.md/))
  expect(lines.findLast(Boolean)).toMatch(/npx surveyctl --help/)
})

import { describe, expect, it } from 'vitest'
import { wantsColor } from '../../src/output/color.ts'
import { wantsProgress } from '../../src/output/progress/progress.ts'
import { loadStyle } from '../../src/output/style.ts'

describe('colour', () => {
  it.each<[tty: boolean, flag: boolean | undefined, env: Record<string, string>, wanted: boolean]>([
    [true, undefined, {}, true],
    [false, undefined, {}, false],
    [true, false, {}, false],
    [true, false, { FORCE_COLOR: '1' }, false],
    [true, undefined, { NO_COLOR: '1' }, false],
    [true, undefined, { NO_COLOR: '' }, true],
    [false, undefined, { FORCE_COLOR: '1' }, true],
    [false, undefined, { FORCE_COLOR: 'true', NO_COLOR: '1' }, true],
    [true, undefined, { FORCE_COLOR: '0' }, false],
    [true, undefined, { FORCE_COLOR: 'false' }, false],
    [true, undefined, { CLICOLOR: '0' }, false],
    [true, undefined, { CLICOLOR: '1' }, true],
    [false, undefined, { CLICOLOR: '1' }, false],
    [false, undefined, { CLICOLOR_FORCE: '1' }, true],
    [false, undefined, { CLICOLOR_FORCE: '0' }, false],
    [false, undefined, { CLICOLOR_FORCE: '1', NO_COLOR: '1' }, false],
    [true, undefined, { TERM: 'dumb' }, false],
    [true, undefined, { TERM: 'dumb', FORCE_COLOR: '1' }, true],
  ])('terminal %j, flag %j, %j: %j', (tty, flag, env, wanted) => expect(wantsColor(tty, flag, env)).toBe(wanted))

  it('leaves text alone when it is off', async () => expect((await loadStyle(false)).failure('no')).toBe('no'))
  it('does not ask again whether there is a terminal when it is on', async () =>
    expect((await loadStyle(true)).failure('no')).toBe('\x1b[31mno\x1b[39m'))
})

describe('a spinner', () => {
  it.each<[tty: boolean, quiet: boolean, env: Record<string, string>, wanted: boolean]>([
    [true, false, {}, true],
    [false, false, {}, false],
    [true, true, {}, false],
    [true, false, { CI: 'true' }, false],
    [true, false, { SURVEYCTL_SPINNER: '0' }, false],
    [true, false, { TERM: 'dumb' }, false],
  ])('terminal %j, quiet %j, %j: %j', (tty, quiet, env, wanted) => expect(wantsProgress(tty, quiet, env)).toBe(wanted))
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CommandError, usageError } from '../../src/errors.ts'
import { memoryIO } from '../support/memory-io.ts'
import { failureText, reportFailure } from '../../src/output/failure.ts'
import { OutputClosed } from '../../src/output/stdout.ts'

const text = (
  kind: ConstructorParameters<typeof CommandError>[0],
  message: string,
  facts: ConstructorParameters<typeof CommandError>[2] = {},
) => failureText(new CommandError(kind, message, facts), memoryIO().io, false)

describe('a failure for people', () => {
  it('is what happened, with the code, and what to do', async () => {
    expect(await text('not_found', 'There is no survey 42', { code: 'quiz_not_found', hint: 'To see them: surveyctl quiz list' })).toBe(
      '✗ There is no survey 42 (quiz_not_found)\n  To see them: surveyctl quiz list\n',
    )
  })
  it('does not say the code twice', async () =>
    expect(await text('locked', 'Survey 42 is locked (in_progress)', { code: 'in_progress' })).toBe(
      '✗ Survey 42 is locked (in_progress)\n',
    ))
  it('names every field', async () => {
    expect(
      await text('invalid', 'The service found the data invalid', {
        fields: { name: ['is too long', 'is empty'], url: ['is not public'] },
      }),
    ).toBe('✗ The service found the data invalid\n  name: is too long\n  name: is empty\n  url: is not public\n')
  })
  it('has a line for each problem of usage', async () =>
    expect(await failureText(usageError(['--a is missing', '--b is missing'], 'See --help'), memoryIO().io, false)).toBe(
      '✗ --a is missing\n✗ --b is missing\n  See --help\n',
    ))
  it('is harmless on a terminal', async () =>
    expect(await text('refused', 'No \x1b[2J', { hint: 'a\x07', fields: { x: ['\x9b'] } })).toBe('✗ No ^[[2J\n  x: \\x9b\n  a^G\n'))
})

async function reported(error: unknown, options: { json?: boolean; debug?: boolean } = {}) {
  const { io, stdout, stderr } = memoryIO()
  const status = await reportFailure(error, io, { json: false, debug: false, noColor: true, ...options })
  return { status, stdout: stdout(), stderr: stderr() }
}

function failureOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('reporting', () => {
  it('goes to standard error, with the exit code', async () =>
    expect(await reported(new CommandError('locked', 'Locked'))).toEqual({ status: 7, stdout: '', stderr: '✗ Locked\n' }))
  it('is one object under --json', async () => {
    const { status, stderr } = await reported(
      new CommandError('invalid', 'Bad', {
        code: 'x',
        status: 422,
        fields: { a: ['b'] },
        details: { message: 'm' },
        request: { method: 'GET', path: '/quiz' },
      }),
      { json: true },
    )
    expect({ status, error: JSON.parse(stderr) }).toEqual({
      status: 6,
      error: {
        error: {
          kind: 'invalid',
          code: 'x',
          status: 422,
          message: 'Bad',
          hint: null,
          retryable: false,
          request: { method: 'GET', path: '/quiz' },
          fields: { a: ['b'] },
          details: { message: 'm' },
        },
      },
    })
  })
  it('calls what is unexpected a bug, and says where to report it', async () => {
    expect(await reported(new TypeError('x is\nnot a function'))).toEqual({
      status: 1,
      stdout: '',
      stderr:
        '✗ A bug in surveyctl: TypeError: x is not a function\n  Please report it to the maintainers of surveyctl, with what the same command prints under --debug\n',
    })
  })
  it('shows the stack only under --debug', async () =>
    expect(await reported(new TypeError('x'), { debug: true })).toMatchObject({ stderr: expect.stringMatching(/\n {4}at /) }))
  it("doesn't call it a bug when the system refuses", async () =>
    expect(await reported(failureOf(() => readFileSync('/nowhere')))).toEqual({
      status: 1,
      stdout: '',
      stderr: '✗ /nowhere: no such file or directory (ENOENT)\n',
    }))
  it('is silent when the reader of the results has gone', async () =>
    expect(await reported(new OutputClosed('closed'))).toEqual({ status: 0, stdout: '', stderr: '' }))
})

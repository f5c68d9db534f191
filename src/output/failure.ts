/** Prints a failure: one line of what happened to what, one of what to do; or an object under `--json`. */
import type { IO } from '../system/io.ts'
import { CommandError, Ended } from '../errors.ts'
import { wantsColor } from './color.ts'
import { compactJson } from './json.ts'
import { valueWithoutSecrets } from '../text/secrets.ts'
import { messageLines } from './message.ts'
import { writeClean, writeError } from './stderr.ts'
import { OutputClosed } from './stdout.ts'
import { loadStyle, signs } from './style.ts'
import { oneLine, sanitise } from './text.ts'

export interface FailureOptions {
  json: boolean
  debug: boolean
  noColor: boolean
}

/** Prints a failure on standard error, and returns its exit code. */
export async function reportFailure(error: unknown, io: IO, { json, debug, noColor }: FailureOptions): Promise<number> {
  if (error instanceof OutputClosed) return 0
  if (error instanceof Ended) return error.exitCode
  const failure = asFailure(error)
  if (json) writeClean(io.stderr, `${compactJson(valueWithoutSecrets(failure.toJSON()))}\n`)
  else writeError(io.stderr, await failureText(failure, io, noColor ? false : undefined))
  if (debug && error instanceof Error) writeError(io.stderr, `${sanitise(error.stack ?? '')}\n`)
  return failure.exitCode
}

/** The lines for a person. */
export async function failureText(failure: CommandError, { stderr, env }: IO, color?: boolean): Promise<string> {
  const style = await loadStyle(wantsColor(stderr.isTerminal, color, env))
  const { columns } = stderr
  const { code, hint, fields } = failure.facts
  const problems = failure.lines.map(oneLine)
  if (code && !failure.message.includes(code)) problems[0] += ` (${oneLine(code)})`
  const details = Object.entries(fields ?? {}).flatMap(([name, texts]) =>
    texts.map((text) => messageLines(`  ${oneLine(name)}: ${oneLine(text)}`, '    ', columns)),
  )
  const hints = hint ? [messageLines(`  ${oneLine(hint)}`, '  ', columns)] : []
  return [
    ...problems.map((problem) => `${style.failure(signs.failure)} ${messageLines(problem, '  ', columns)}`),
    ...details,
    ...hints,
    '',
  ].join('\n')
}

/** An error that isn't a CommandError is one of the system, e.g. a full disk, or else a bug of this program. */
function asFailure(error: unknown): CommandError {
  if (error instanceof CommandError) return error
  // Errors of Node's own modules have these.
  const { code, syscall, path, message } = error as NodeJS.ErrnoException
  if (syscall === 'uv_cwd') return new CommandError('refused', 'The current folder no longer exists', { code, cause: error })
  if (code && syscall && /^E[A-Z0-9]+$/.test(code)) {
    const reason = message.replace(/^[A-Z0-9]+: /, '').replace(/, \w+( '.*')?$/s, '')
    return new CommandError('refused', `${path ?? `Cannot ${syscall}`}: ${reason}`, { code, cause: error })
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return new CommandError('bug', `A bug in surveyctl: ${what}`.replaceAll('\n', ' '), {
    hint: 'Please report it to the maintainers of surveyctl, with what the same command prints under --debug',
    cause: error,
  })
}

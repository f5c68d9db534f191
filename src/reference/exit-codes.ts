import { exitCodes, type ErrorKind } from '../errors.ts'

/** A new kind of failure doesn't compile without its words. */
const meanings: Readonly<Record<ErrorKind, string>> = {
  refused: 'refused or failed for a reason with no code below; a check that answered "no"',
  bug: 'an error of this tool, which says where to report it',
  usage: 'usage: nothing was sent',
  auth: 'not signed in, or the key was refused',
  forbidden: 'forbidden: right, plan option or limit',
  not_found: 'not found',
  invalid: 'the service found the data invalid',
  locked: 'locked by a paid campaign',
  unavailable: 'unreachable, timed out, or too many requests, after the retries',
  partial: 'a bulk command: some items done, some not',
  differences: 'differences found, changes to make, or answers that a change would affect (see the help of the command)',
  interrupted: 'interrupted',
}

export function exitCodeRows(): [string, string][] {
  const byCode = new Map<number, string[]>([[0, ['done']]])
  for (const [kind, code] of Object.entries(exitCodes)) byCode.set(code, [...(byCode.get(code) ?? []), meanings[kind as ErrorKind]])
  return [...byCode].map(([code, words]) => [String(code), words.join('; or ')])
}

/** Faults of the sandbox: what they may be, and that the commands know all of it. */
import { describe, expect, it } from 'vitest'
import { faultAdd } from '../../src/commands/tool/sandbox/fault.ts'
import { faultOptions, faultProblems, type FaultOptions } from '../../src/sandbox/engine/faults.ts'

const inSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe('every option of a fault', () => {
  const { columns = [], extra = {} } = faultAdd.definition
  const paths = columns.map((column) => (typeof column === 'string' ? column : column.path))

  it.each(faultOptions)('%s can be given, and is listed', (name) => {
    expect(['pattern', ...Object.keys(extra).map(inSnakeCase)]).toContain(name)
    expect(paths).toContain(name)
  })
})

it.each<[string, Partial<FaultOptions>, string[]]>([
  ['fine', { pattern: 'POST /quiz/*/save', status: 503, times: 1, retry_after: 2 }, []],
  ['on every request', { pattern: '* *', delay: 0 }, []],
  ['without a pattern', { reset: true }, ['the pattern must be METHOD PATH, e.g. "POST /quiz/*/save"']],
  ['without an effect', { pattern: '* *', times: 3 }, [expect.stringMatching(/^one of status, code, .* is needed$/)]],
  ['of shuffled rows where there are none', { pattern: 'POST /quiz/*/save', shuffle: true }, ['shuffle is for "GET /quiz/*/answers"']],
  ['of taken ids where none are sent', { pattern: 'GET /quiz', taken_ids: true }, ['taken-ids is for "POST /quiz/*/save"']],
  [
    'wrong in all things',
    { pattern: 'quiz', status: 99, delay: -1, cut: 1.5, times: 0, retry_after: -1 },
    [
      'the pattern must be METHOD PATH, e.g. "POST /quiz/*/save"',
      'status must be 200 to 599',
      'delay must not be negative',
      'cut must be a number of bytes',
      'times must be at least 1',
      'retry-after must be a number of seconds',
    ],
  ],
])('one that is %s', (_, fault, problems) => expect(faultProblems(fault)).toEqual(problems))

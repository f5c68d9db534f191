/**
 * Names, titles and texts of the service that hold commands of shells, line ends, escape sequences and overrides, in all that
 * every command prints, plans and differences included: none forges a line, none reaches the terminal as it is, and each command
 * that is offered for copying runs nothing but itself, as a shell finds.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { fc } from '../support/property.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { runAll } from './every.ts'
import { hostile, json, relayed, whole, type Hostile } from './hostile.ts'
import { full } from './killed.ts'
import { count } from './ledger.ts'

const forged = 'forged'
const pieces = [
  '$(touch forged)',
  '`touch forged`',
  '; touch forged;',
  '"; touch forged; "',
  "'; touch forged; '",
  '| touch forged',
  '&& touch forged #',
  '<(touch forged)',
  '> forged ',
  '\n✗ forged',
  '\r\nforged\ttouch forged',
  '\rforged',
  '\u0085forged',
  '\u2028forged',
  '\n  surveyctl; touch forged',
  '\u001b[31mforged',
  '\u001b]8;;http://forged\u0007',
  '\u009b2J',
  '\u202eforged\u2066',
  '\u0000',
  "it's",
  '"',
  '\\',
  '!!',
  '--yes',
]
const text = fc.array(fc.constantFrom(...pieces), { minLength: 4, maxLength: 12 }).map((parts) => `x${parts.join(' ')}`)

/** Fields that people fill in. */
const free = /^(name|title|label|text|comment|note|notes|description|message|host|subject|author|prompt|answer|options?)$/

/** The sandbox, with the text behind each name in its answers; `state.more` stands behind that. */
function through(sandbox: RunningSandbox, poison: string, state: { more: string }): Promise<Hostile> {
  const poisoned = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return free.test(name) ? `${value}${poison}${state.more}` : value
    if (Array.isArray(value)) return value.map((each) => poisoned(each, name))
    return typeof value === 'object' && value !== null
      ? // A header's name is no text of anybody's.
        Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === 'headers' ? inner : poisoned(inner, key)]))
      : value
  }
  return hostile(async (socket, asked) => {
    const [, next] = /^\/command\/(.*)$/.exec(asked.path) ?? []
    if (next !== undefined) {
      if (next === 'changed') state.more = ' changed'
      return socket.write(whole(json({})))
    }
    const { isJson, ...answer } = await relayed(sandbox.baseUrl, asked)
    return socket.write(whole(isJson ? json(poisoned(JSON.parse(answer.body.toString())), answer.status) : answer))
  })
}

const dangerous = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
const isForged = (line: string): boolean => /^\s*(✗ )?(forged|touch|surveyctl; touch)/.test(line)

/** What a shell does with all that is offered for copying: nothing but what it is. */
function filesMadeBy(lines: readonly string[]): string[] {
  const offered = lines.flatMap((line) => (line.includes('surveyctl ') ? [line.slice(line.indexOf('surveyctl '))] : []))
  const cwd = freshFolder()
  // One that lacks its closing quote, as it was cut, is none to a shell.
  const script = `surveyctl() { :; }\nwhile IFS= read -r line; do eval "$line" > /dev/null 2>&1 < /dev/null; done`
  execFileSync('bash', ['-c', script], { cwd, input: `${offered.join('\n')}\n`, env: { PATH: process.env.PATH } })
  const made = readdirSync(cwd)
  return made.length === 0 ? [] : [...made, ...offered.filter((line) => /[^'\\]\$\(|`/.test(line)).slice(0, 5)]
}

function judge(printed: string): void {
  const lines = printed.split('\n')
  expect(lines.filter((line) => dangerous.test(line)).slice(0, 3)).toEqual([])
  expect(lines.filter(isForged).slice(0, 3)).toEqual([])
  expect(filesMadeBy(lines)).toEqual([])
  expect(printed).toContain(forged)
}

/** By what they are told to be, in this order. */
const plans: Readonly<Record<string, string>> = {
  init: 'project init',
  pull: 'project pull --all',
  same: 'project plan',
  edit: '$ sed -i "s/title: \\(.*\\)Seeds/title: \\1Bulbs/; s/isRequired: true/isRequired: false/" surveys/*/survey.yaml',
  plan: 'project plan',
  checked: 'project check',
  apply: 'project apply --dry-run',
  changed: 'project drift',
  both: 'project plan',
  status: 'project status',
  again: 'project pull --all',
  exported: 'quiz export 42 -o draft.yaml',
  emptied: '$ sed -i "s/isRequired: true/isRequired: false/; s/Tools/Things/" draft.yaml',
  impact: 'quiz impact 42 --file draft.yaml',
  save: 'quiz save 42 --file draft.yaml --dry-run',
  saved: 'quiz diff 42 --file draft.yaml',
  question: 'question list 42',
  view: 'question view 42 5',
  set: 'question set 42 5 title=Now --dry-run',
  remove: 'question remove 42 5 --dry-run',
  option: 'option set 42 2 Seeds score=3 --dry-run',
  other: 'quiz diff 42 43',
  full: 'quiz diff 42 43 --full',
  condition: 'condition list 42',
  versions: 'version list 42',
  difference: 'quiz diff 42',
}

const runs = full ? 6 : 1

/** With texts of chance in place of the demo's. */
const expectNames = (options: Parameters<typeof runAll>[2]): Promise<void> =>
  fc.assert(
    fc.asyncProperty(text, async (poison) => {
      const sandbox = await startSandbox({ seed: 'demo' })
      const at = await through(sandbox, poison, { more: '' })
      const { output, errors, bugs, ends } = await runAll(at.url, 1, { ...options, key: sandbox.apiKey })
      at.close()
      await sandbox.close()
      count({ faults: ends.length, traces: bugs.length })
      expect(bugs).toEqual([])
      judge(`${output}\n${errors}`)
    }),
    { numRuns: runs, endOnFailure: true },
  )

it('is a name in all that plans, differences and questions print', () => expectNames({ tell: true, only: true, more: plans }))
it('is a name in all that every command prints', () => expectNames({ files: false }))

/** Whatever the service answers to whichever command: a failure that a person understands, and a terminal that stays as it is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { patience, runAll } from './every.ts'
import { hostile, json, relayed, whole } from './hostile.ts'
import { full } from './killed.ts'
import { count } from './ledger.ts'
import { hasPty, onTerminal } from './pty.ts'
import { watched } from './watched.ts'

const strange: unknown[] = [
  null,
  true,
  7,
  'text',
  [],
  {},
  [null],
  [[]],
  [7, 'x', null, true, []],
  [{}],
  { status: 'yes', data: null, items: null, logs: {}, answers: 7, total: 'many', quiz: null, id: null },
  { data: [null], items: [null], logs: [null], answers: [null], files: [null], quiz: 7, folder: 'x', widgets: [], editing_lock: 7 },
  { data: [{}], items: [{}], logs: [{}], answers: [{}], status: {}, id: {}, name: {}, integrations: [], passwords: 7, codes: {} },
  {
    data: [7],
    items: ['x'],
    logs: [[]],
    answers: [[]],
    integrations: { sheets: null, crm_a: 7 },
    status: [],
    name: [],
    limits: null,
    features: 7,
    tariff: [],
  },
  [{ id: 'x', name: 7, folder: 'x', is_published: {}, url_shared: [], created_at: 'never', updated_at: 1e300 }],
  {
    id: 42,
    name: null,
    quiz_id: 'x',
    recipients: {},
    hidden_widget_ids: 'x',
    widgets: { ids: null, entities: 7 },
    ids: {},
    folder: [],
    ai_quiz_job: 'x',
  },
]

describe('answers of other types than they should have', () => {
  // Half of them as lines, half as JSON: what differs is the last step only; each command meets a third of them. All with SURVEYCTL_FULL=1.
  it.concurrent.each([
    { as: 'lines', flags: [], answers: strange.filter((_, index) => full || index % 2 === 0) },
    { as: 'JSON', flags: ['--json'], answers: strange.filter((_, index) => full || index % 2 === 1) },
  ])(
    'are no bug to any command, shown as $as',
    async ({ flags, answers }) => {
      let round = 0
      const at = await hostile((socket, { path }) => {
        if (path === '/next') round++
        socket.write(whole(json(answers[round])))
      })
      const { bugs } = await runAll(at.url, answers.length, { flags, share: [0, full ? 1 : 3] })
      at.close()
      count({ faults: at.asked.length, traces: bugs.length })
      expect(bugs).toEqual([])
      expect(at.asked.length).toBeGreaterThan((full ? 100 : 30) * answers.length)
    },
    patience,
  )
})

describe('texts full of what terminals and others take for commands', () => {
  /** A third of the commands for each form; all of them with SURVEYCTL_FULL=1. */
  const third = (first: number) => ({ share: full ? ([0, 1] as const) : ([first, 3] as const) })
  let sandbox: RunningSandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'demo' })
  })
  afterAll(() => sandbox.close())

  const poison = '\u001b[2J\u001b]0;title\u0007\u009b31m\u202eesrever\u2066\u0000\r\b\u007f../../CON\t=1+1|calc\n@SUM(A1)'
  const poisoned = (value: unknown): unknown => {
    if (typeof value === 'string') return `${value}${poison}`
    if (Array.isArray(value)) return value.map(poisoned)
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poisoned(inner)]))
      : value
  }
  /** The sandbox, with each text of its answers poisoned. */
  const through = () =>
    hostile(async (socket, asked) => {
      const { isJson, headers, ...answer } = await relayed(sandbox.baseUrl, asked)
      const file = { ...answer, headers: { ...headers, 'content-disposition': 'attachment; filename="x.bin"' } }
      socket.write(whole(isJson ? json(poisoned(JSON.parse(answer.body.toString())), answer.status) : file))
    })

  const dangerous = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
  const around = (output: string): string | undefined => {
    const at = output.search(dangerous)
    return at < 0 ? undefined : JSON.stringify(output.slice(Math.max(0, at - 200), at + 50))
  }

  it('arrive in TSV as signs', async () => {
    const at = await through()
    const { output, bugs } = await runAll(at.url, 1, { files: false, key: sandbox.apiKey, ...third(0) })
    at.close()
    count({ faults: at.asked.length, traces: bugs.length })
    expect([bugs, around(output)]).toEqual([[], undefined])
    expect(output).toContain('^[[2J^[]0;title^G')
    // Formulas are data: changed, they would no longer be what was answered.
    expect(output).toContain('=1+1|calc')
  })
  it('arrive in JSON as its escapes', async () => {
    const at = await through()
    const { output, bugs } = await runAll(at.url, 1, { files: false, key: sandbox.apiKey, flags: ['--json'], ...third(1) })
    at.close()
    count({ faults: at.asked.length, traces: bugs.length })
    expect([bugs, around(output)]).toEqual([[], undefined])
    expect(output).toContain('\\u001b[2J\\u001b]0;title\\u0007')
  })
  it.skipIf(!hasPty)('arrive in a list to choose from as signs (a pseudo-terminal of `script`, which must be there)', async () => {
    const at = await through()
    const { screen, exitCode } = await onTerminal(['quiz', 'view'], {
      baseUrl: at.url,
      env: { SURVEYCTL_API_KEY: sandbox.apiKey },
      keys: [[/=1\+1/, '\u0003']],
    })
    at.close()
    expect(
      [exitCode, screen.includes('\u001b[2J'), screen.includes('\u001b]0;'), /[\u0007\u009b\u202e\u2066]/.test(screen)],
      JSON.stringify(screen),
    ).toEqual([130, false, false, false])
    expect(screen).toContain('^[[2J')
  })
  it('arrive in completions as blanks', async () => {
    const at = await through()
    const { stdout } = await watched(['__complete', 'quiz', 'view', ''], { baseUrl: at.url, env: { SURVEYCTL_API_KEY: sandbox.apiKey } })
    at.close()
    expect([stdout.split('\n').some((line) => /^\d+\t.*=1\+1/.test(line)), around(stdout)]).toEqual([true, undefined])
  })
  it.skipIf(!hasPty)('arrive on a terminal as signs (a pseudo-terminal of `script`, which must be there)', async () => {
    const at = await through()
    const { output, bugs } = await runAll(at.url, 1, { files: false, key: sandbox.apiKey, terminal: true, ...third(2) })
    at.close()
    count({ faults: at.asked.length, traces: bugs.length })
    // Lines end with a carriage return there.
    expect([bugs, around(output.replaceAll('\r\n', '\n'))]).toEqual([[], undefined])
    expect(output).toContain('^[[2J')
  })
})

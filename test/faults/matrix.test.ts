/**
 * Every operation, by each of its commands, against each answer that is none: a refusal with 200, and 204, 205, 206, 304. What
 * a command asks besides is answered by the sandbox, so that a look at how things stand has something to see. Each is asked
 * once, ends with the exit code of its kind, and says in words what came and what that means.
 */
import { expect, it } from 'vitest'
import * as groups from '../../src/contract/index.ts'
import { isWrite, type AnyOperation } from '../../src/contract/core/operation.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { runAll, type End } from './every.ts'
import { head, hostile, json, whole, type Asked } from './hostile.ts'
import { full } from './killed.ts'
import { count } from './ledger.ts'

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'params' in value
const operations = new Map(
  Object.values(groups)
    .flatMap((group): unknown[] => Object.values(group))
    .filter(isOperation)
    .map((operation) => [operation.id, operation]),
)

/** Of operations that no command's first example reaches. */
const more: Readonly<Record<string, string>> = {
  'quiz.archived': 'quiz list --archived',
  'password.change': 'password change 46 1',
  'export.csv': 'export csv 42 -o plain.csv',
  'export.xlsx': 'export xlsx 42 -o plain.xlsx',
  'export.sav': 'export sav 42 -o plain.zip',
  'export.summary': 'export summary 42 -o plain.pdf',
  'export.summary-filtered': 'export summary 42 --file filters.yaml -o filtered.pdf',
  'export.report-word': 'export report 42 --format word -o report.docx',
  'crm.map-a': 'crm map 42 crm_a deal --active 101',
  'quiz.from-template': 'quiz create --folder 2 --template 1',
  'quiz.generate': 'quiz generate --folder 2 --prompt "A visit"',
  'promo.codes': 'promo codes 42 --list 1',
  'promo.attached-codes': 'promo codes 42',
  'promo.import-file': 'promo import 42 codes.csv --list 1',
}

const text = { 'content-type': 'text/csv' }
const forms: Record<string, Buffer> = {
  'status false': whole(json({ status: false })),
  '204': Buffer.from(head(204, text)),
  '205': whole({ status: 205, headers: text, body: Buffer.alloc(0) }),
  '206': whole({ status: 206, headers: { ...text, 'content-range': 'bytes 0-3/9' }, body: Buffer.from('a,b\n') }),
  '304': Buffer.from(head(304, text)),
}
const names = Object.keys(forms)

const isOf = ({ method, path }: AnyOperation, asked: Asked): boolean =>
  method === asked.method && new RegExp(`^/api/v3${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(asked.path.replace(/\?.*/, ''))

interface Tried {
  form: string
  operation: AnyOperation | undefined
  /** How often it was asked. */
  asked: number
}

/** One run of all commands, of which each meets the form that `choose` gives it; in order. */
async function runAgainst(sandbox: RunningSandbox, choose: (index: number) => string): Promise<{ tried: Tried[]; ends: End[] }> {
  const tried: Tried[] = []
  const at = await hostile(async (socket, asked) => {
    const [, next] = /^\/command\/(.*)$/.exec(asked.path) ?? []
    if (next !== undefined) {
      tried.push({ form: choose(tried.length), operation: operations.get(next), asked: 0 })
      return socket.write(whole(json({})))
    }
    const now = tried.at(-1)!
    if (now.operation && isOf(now.operation, asked)) {
      now.asked++
      return socket.write(forms[now.form]!)
    }
    return socket.write(await answered(sandbox, asked))
  })
  const { ends, bugs } = await runAll(at.url, 1, { tell: true, more, typed: 'new-password\n', key: sandbox.apiKey })
  at.close()
  expect(bugs).toEqual([])
  return { tried, ends }
}

async function answered({ baseUrl, apiKey }: RunningSandbox, { method, path, headers, body }: Asked): Promise<Buffer> {
  const answer = await fetch(baseUrl + path.replace('/api/v3', ''), {
    method,
    headers: { authorization: `Bearer ${apiKey}`, ...(headers['content-type'] && { 'content-type': headers['content-type'] }) },
    ...(body !== '' && { body }),
  })
  const type = answer.headers.get('content-type') ?? ''
  return whole({ status: answer.status, headers: { 'content-type': type }, body: Buffer.from(await answer.arrayBuffer()) })
}

/** One operation asks or changes, as its field says. */
const onlyAsks = (line: string): boolean => /^smtp (view|logs|test)/.test(line)

/** What is wrong about how a command ended. */
function complaint({ form, operation, asked }: Tried, { line, exitCode, message = '', hint = '' }: End): string | undefined {
  if (!operation || asked === 0) return undefined
  if (exitCode === 0) return 'told as done'
  if (asked > 1) return `asked ${asked} times`
  if (form === 'status false') return exitCode === 1 && /refused|said no|status false/.test(message) ? undefined : 'not told as a refusal'
  if (![1, 8].includes(exitCode)) return 'another exit code'
  if (!message.includes(form) && !/empty|no file/.test(message)) return 'without its status'
  const mayBeDone = isWrite(operation) && !operation.repeatable && !onlyAsks(line)
  return mayBeDone && !/outcome is unknown|not done, as the service shows/.test(`${message}\n${hint}`)
    ? 'a write that says no fate'
    : undefined
}

it('is no success, whatever the operation and the form', async () => {
  const sandbox = await startSandbox({ seed: 'demo' })
  const met = new Set<string>()
  const wrong: string[] = []
  for (let round = 0; round < (full ? names.length : 1); round++) {
    const { tried, ends } = await runAgainst(sandbox, (index) => names[(index + round) % names.length]!)
    expect(ends.length).toBe(tried.length)
    for (const [index, one] of tried.entries()) {
      const end = ends[index]!
      const what = complaint(one, end)
      if (one.operation && one.asked > 0) met.add(`${one.operation.id} ${full ? one.form : ''}`)
      if (what !== undefined) wrong.push(`${end.line} (${one.form}): ${what}: ${end.exitCode} ${end.message} | ${end.hint}`)
    }
    count({ faults: tried.filter(({ asked }) => asked > 0).length, lost: wrong.length })
  }
  await sandbox.close()
  expect(wrong).toEqual([])
  const all = [...operations.keys()].flatMap((id) => (full ? names : ['']).map((form) => `${id} ${form}`))
  expect(all.filter((one) => !met.has(one))).toEqual([])
})

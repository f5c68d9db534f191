/** Words that are also names of what every object inherits are unknown words like any other: refused, and nothing is sent. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const names = ['toString', 'constructor', '__proto__', 'hasOwnProperty']
const lines: ((name: string) => string[])[] = [
  (name) => ['quiz', 'set', '42', `${name}=x`],
  (name) => ['quiz', 'set', '42', `${name}:={"a":1}`],
  (name) => ['question', 'set', '42', '1', `${name}=x`],
  (name) => ['question', 'add', '42', '--type', name, '--title', 'x'],
  (name) => ['question', 'fields', name],
  (name) => ['config', 'set', name, 'x'],
  (name) => ['config', 'get', name],
  (name) => ['auth', 'switch', name],
  (name) => ['messenger', 'view', '42', name],
  (name) => ['quiz', 'list', '--fields', name],
  (name) => ['quiz', 'list', '--sort', name],
  (name) => ['help', name],
  (name) => [name, 'list'],
  (name) => ['quiz', name],
  (name) => ['completion', name],
]

it.each(lines.map((line) => ({ shown: line('NAME').join(' '), line })))('$shown', async ({ line }) => {
  const before = served.sandbox.requests.filter((request) => !request.includes('GET ')).length
  for (const name of names) {
    const { exitCode, stderr, stdout } = await served.run(line(name))
    expect([name, [2, 5].includes(exitCode)], stdout + stderr).toEqual([name, true])
    expect(stderr).not.toMatch(/native code|object Object|bug in surveyctl|\bfunction\b/)
  }
  expect(served.sandbox.requests.filter((request) => !request.includes('GET ')).length).toBe(before)
})

it('api sends them as any other name', async () => {
  for (const name of names) {
    const { json } = await served.run(['api', 'POST', '/quiz/42/note', '-f', `${name}=x`, '--dry-run', '--json'])
    expect(Object.entries(json[0].body), name).toEqual([[name, 'x']])
  }
})

/** Words that are also names of what every object inherits are unknown words like any other: refused, and nothing is sent. */
import { expect, it } from 'vitest'
import { freshFolder, surveyctl, type Surveyctl } from '../support/program.ts'
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

const document = (references: string) =>
  `format: 1\nscreens:\n  - {key: constructor, type: yesno, title: Bought?}\n  - {key: submit, type: submit, title: Bye}\nconditions:\n  rules:\n    - {if: {all: [{question: ${references}, operator: answered}]}, then: {action: finish}}\n`

it('a key of a question may be one, and one that no question has names none', async () => {
  const save = (text: string) => served.run('quiz save 46 --file - --allow-loss', { input: text })
  for (const name of [...names, 'submit.toString']) {
    const { exitCode, stderr } = await save(document(`q:${name === 'constructor' ? 'valueOf' : name}`))
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('names no')])
  }
  expect(await save(document('q:constructor'))).toMatchObject({ exitCode: 0 })
  const { widgets, conditions } = (await served.sandbox.request('GET', '/quiz/46')).body
  expect(widgets.ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), 'submit'])
  expect(conditions.rules[0].if.all[0].question).toBe(widgets.ids[0])
})

it('a letter has no field of such a name, and nothing is completed after it', async () => {
  for (const name of names) {
    const letter = await served.run('email template 42 owner --file -', { input: `{"${name}": "x"}` })
    expect([name, letter.exitCode, letter.stderr]).toEqual([name, 2, expect.stringContaining(`unknown field "${name}"`)])
  }
})

it('folders and lists of promo codes of such names come back from a backup under them', async () => {
  const cwd = freshFolder()
  const { run, sandbox } = served
  const done = async (program: Surveyctl, line: string): Promise<any> => {
    const { exitCode, stderr, json } = await program(line, { cwd })
    expect([line, exitCode], stderr).toEqual([line, 0])
    return json
  }
  const surveys = [42, 44, 46, 43]
  for (const [index, name] of names.entries()) {
    const { folder_id } = await done(run, `folder create ${name} --json`)
    await done(run, `quiz move ${surveys[index]} --folder ${folder_id}`)
    const { list_id } = await done(run, `promo create 42 ${name} CODE-${index} --json`)
    await done(run, `promo attach ${surveys[index]} --list ${list_id}`)
  }
  await done(run, 'account backup monday')
  const { api_key, workspace_id } = await served.control('account add')
  const other = surveyctl({ baseUrl: sandbox.baseUrl, apiKey: api_key, workspace: workspace_id })
  const { map, left } = await done(other, 'account restore monday --yes --json')
  expect(left).toEqual([])
  const differences = (await other(`account diff monday --live --map ${map} --json`, { cwd })).json
  expect(
    differences.filter(({ path }: { path: string }) => /^(folder|promo)$/.test(path) || /^promo lists\.(?!Spring)/.test(path)),
  ).toEqual([expect.objectContaining({ survey: 47, path: 'folder' }), expect.objectContaining({ survey: 48, path: 'folder' })])
})

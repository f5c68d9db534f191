/** One survey that can't be made is no reason to leave the others as they are. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { inProject } from '../support/in-project.ts'

const here = inProject()
const { project, pulled, pathOf, edit, writes, shown } = here

function put(key: string, text: string): void {
  mkdirSync(dirname(pathOf(key)), { recursive: true })
  writeFileSync(pathOf(key), text)
}
const small = (name: string, folder: string): string =>
  `format: 1\nname: ${name}\nfolder: ${folder}\nscreens:\n  - {key: how, type: rating, title: How was it?}\n  - {key: submit, type: submit, title: Thanks}\n`

it('shows a new survey in words, a line for each question', async () => {
  await pulled('spring')
  mkdirSync(dirname(pathOf('autumn')))
  for (const file of ['survey.yaml', 'ids.yaml']) cpSync(pathOf('spring', file), pathOf('autumn', file))
  const { stdout } = await project('plan autumn', 10)
  expect(stdout).toContain('  + screens.choice-1    choice, "What did you order?", 4 options\n')
  expect(stdout).toMatch(/\n {2}\+ conditions {10}2 rules: if yesno-1 = no, screen out: "This survey is about spring orders\."; /)
  expect(stdout).toMatch(/\n {2}\+ settings {12}.* and \d+ more\n/)
  expect(stdout).not.toMatch(/[{}[\]]/)
})

it('says which folders it creates, what was perhaps meant, and that a new survey needs its name', async () => {
  await pulled('spring')
  put('first', small('First', 'Surveis'))
  put('second', small('Second', 'Surveis'))
  put('third', small('Third', 'Surveys'))
  const line = '+ creates folder "Surveis", as no survey is in one of this name (1 request); did you mean "Surveys"?\n'
  const plan = await project('plan', 10)
  expect(plan.stdout.split('creates folder').length).toBe(2)
  expect(plan.stdout).toContain(line)
  expect((await project('plan --markdown', 10)).stdout).toContain('**New folders**')
  const { json } = await project('plan first third --json', 10)
  expect(json.new_folders).toEqual([{ name: 'Surveis', nearest: 'Surveys' }])
  expect(json.totals.requests).toBe(1 + json.surveys.flatMap(({ requests }: any) => requests).length)
  expect((await project('plan third --json', 10)).json.new_folders).toEqual([])
  put('first', small('First', 'Surveis').replace('name: First\n', ''))
  const nameless = await project('plan first', 1)
  expect(nameless.stdout).toContain('first  new\n')
  expect(nameless.stdout).toContain('! a new survey needs its name: name: TEXT\n')
  expect(nameless.stdout, 'nothing is made for what cannot be made').not.toContain('creates folder')
})

it('applies the others where the service cannot make a survey, and ends with 9', async () => {
  await pulled('spring')
  edit('spring', 'name: Spring', 'name: Spring anew')
  put('good', small('Good', 'Surveys'))
  put('card', `${small('Card', 'Cards')}type: micro\n`)
  const { stdout, stderr } = await project('apply --json --yes', 9)
  expect(stderr).toContain('card is left out: type: the service can only create regular surveys')
  expect(JSON.parse(stdout).map(({ key, status }: any) => [key, status])).toEqual([
    ['card', 'failed'],
    ['good', 'applied'],
    ['spring', 'applied'],
  ])
  expect((await shown('/42')).name).toBe('Spring anew')
  expect(
    here.sandbox.requests.filter((line) => /POST .*folder/.test(line)),
    'no folder for a survey that is not made',
  ).toEqual([])
  const alone = await writes(async () => expect((await project('apply --yes', 1)).stderr).toContain('Nothing was sent'))
  expect(alone).toEqual([])
})

it('leaves out only the surveys of a folder that the service refuses', async () => {
  await pulled('spring')
  await here.run('folder create Empty', { cwd: here.cwd })
  edit('spring', 'name: Spring', 'name: Spring anew')
  put('first', small('First', 'Empty'))
  put('second', small('Second', 'New'))
  const { stdout, stderr } = await project('apply --json --yes', 9)
  expect(stderr).toContain('Folder \\"Empty\\" exists and holds no survey')
  // The same command alone would end so for ever.
  expect(stderr).toMatch(/"hint":"[^\n]*Name its id in surveyctl\.yaml: [^\n]*folders: {\\"Empty\\": ID}\. To continue: the same command"/)
  expect(JSON.parse(stdout).map(({ key, status }: any) => [key, status])).toEqual([
    ['first', 'failed'],
    ['second', 'applied'],
    ['spring', 'applied'],
  ])
})

it('sends nothing at all where a file has a mistake, which is mended first', async () => {
  await pulled('spring')
  edit('spring', 'name: Spring', 'name: Spring anew')
  put('broken', 'format: 1\nname: Broken\nscreens:\n  - {key: how, type: rating, title: How was it?}\n')
  put('card', `${small('Card', 'Cards')}type: micro\n`)
  const sent = await writes(async () => expect((await project('apply --yes', 1)).stderr).toContain('card: type: the service can only'))
  expect(sent).toEqual([])
})

it('prints the requests of the others under a dry run', async () => {
  await pulled('spring')
  edit('spring', 'name: Spring', 'name: Spring anew')
  put('card', `${small('Card', 'Cards')}type: micro\n`)
  const { json, stderr } = await project('apply --dry-run --json')
  expect([json.map(({ url }: any) => new URL(url).pathname), stderr]).toEqual([
    ['/api/v3/quiz/42/rename'],
    expect.stringContaining('card is left out'),
  ])
})

it('says of a copied survey whose ids the service refuses what to do, which makes it with ids of its own', async () => {
  await project('adopt onboarding 43')
  cpSync(dirname(pathOf('onboarding')), dirname(pathOf('copied')), { recursive: true })
  edit('copied', 'name: Onboarding', 'name: Copied')
  await here.sandbox.control('fault add', { pattern: 'POST /quiz/*/save', taken_ids: true })
  const { stderr } = await project('apply copied', 9)
  expect(stderr).toMatch(/copied: failed: Survey \d+: the service found the data invalid \(ids: The id [\da-f-]{36} has already been taken/)
  expect(stderr).toContain(
    'Where it was copied from another survey, it has the ids of that one: remove surveys/copied/ids.yaml. To continue',
  )
  rmSync(pathOf('copied', 'ids.yaml'))
  await project('apply copied')
  await project('plan')
  const copies = (await shown('')).filter(({ name }: { name: string }) => name === 'Copied')
  expect(copies).toHaveLength(1)
  const { ids } = (await shown('/43')).widgets
  expect((await shown(`/${copies[0].id}`)).widgets.ids.filter((id: string) => ids.includes(id))).toEqual(['welcome', 'submit'])
})

/** A saved plan that is not as it was written: damaged, edited by hand, of another version, or of another account. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { everything, secrets } from '../support/everything.ts'
import { inProject } from '../support/in-project.ts'
import { startProject } from '../support/project.ts'
import { startSandbox } from '../support/sandbox.ts'

const here = inProject()

const planned = async (): Promise<string> => {
  await here.pulled('onboarding')
  here.edit('onboarding', 'name: Onboarding', 'name: One')
  await here.project('plan --out plan.json', 10)
  return join(here.cwd, 'plan.json')
}

/** As it was written; what is wrong with a plan's form is found without its project. */
let asWritten: string | undefined
async function planFile(): Promise<string> {
  asWritten ??= readFileSync(await planned(), 'utf8')
  const path = join(here.cwd, 'plan.json')
  writeFileSync(path, asWritten)
  return path
}

type Edit = (plan: any) => unknown
const edited = (path: string, edit: Edit): void => {
  const plan = JSON.parse(readFileSync(path, 'utf8'))
  edit(plan)
  writeFileSync(path, JSON.stringify(plan, null, 2))
}

const sixty4 = 'a digest: 64 characters of 0 to 9 and a to f'

describe('a saved plan is refused before anything is asked, with what must be there', () => {
  const places: [what: string, edit: Edit, ...lines: string[]][] = [
    ['of another version', (plan) => (plan.format = 2), ':2:13 format must be 1: another version of surveyctl wrote this plan'],
    ['without a field', ({ saved }) => delete saved.exact, ' saved.exact is missing: it must be true or false'],
    ['without its surveys', (plan) => delete plan.surveys, ' surveys is missing: it must be a list'],
    ['with a text for a flag', ({ saved }) => (saved.exact = 'yes'), ' saved.exact must be true or false'],
    ['with a number for sections', ({ saved }) => (saved.resend = 5), ' saved.resend must be text'],
    ['with a key for a list', ({ saved }) => (saved.keys = 'onboarding'), ' saved.keys must be a list'],
    ['with a path for a key', ({ saved }) => saved.keys.push('../spring'), ' saved.keys.1 must be the key of a survey'],
    [
      'with other digests',
      ({ saved }) => Object.assign(saved.digests.onboarding, { files: 12, state: 'abc', theirs: undefined }),
      ' saved.digests.onboarding.files must be a digest',
      ` saved.digests.onboarding.state must be ${sixty4}`,
      ' saved.digests.onboarding.theirs is missing: it must be a digest',
    ],
    ['with nothing for a digest', ({ saved }) => (saved.digests.onboarding = null), ' saved.digests.onboarding must be an object'],
    ['without digests', ({ saved }) => (saved.digests = {}), ' saved.digests must hold onboarding, which saved.keys names'],
    ['of fewer surveys', ({ saved }) => (saved.keys = []), ' surveys names onboarding, which is missing in saved.keys'],
    ['of another environment', ({ saved }) => (saved.environment = 'live'), ' saved.environment must be default, as "environment"'],
    [
      'with an unknown action',
      ({ surveys: [survey] }) => (survey.requests[0].operation = 'quiz.explode'),
      ' surveys.0.requests.0.operation must be an action of "project apply", such as quiz.save',
    ],
    ['with an action that only reads', ({ surveys: [survey] }) => (survey.requests[0].operation = 'quiz.view'), ' must be an action of'],
  ]

  it.each(places)('%s', async (_, edit, ...lines) => {
    const path = await planFile()
    edited(path, edit)
    const asked = await here.asked(async () => {
      const { stderr } = await here.project(['apply', '--plan', path], 2)
      const placed = stderr.split('\n').filter((line) => /plan\.json:\d+:\d+ /.test(line))
      for (const line of lines) expect(placed).toContainEqual(expect.stringContaining(line))
      expect(stderr).toContain('surveyctl project plan --out FILE')
    })
    expect(asked).toEqual([])
  })

  it('cut off anywhere, or not a plan at all', async () => {
    const path = await planFile()
    const text = readFileSync(path, 'utf8')
    const asked = await here.asked(async () => {
      for (const part of [0, 0.3, 0.95]) {
        writeFileSync(path, text.slice(0, Math.floor(text.length * part)))
        expect((await here.project(['apply', '--plan', path], 2)).stderr).toMatch(/plan\.json is not a saved plan: .*JSON/)
      }
      writeFileSync(path, '{"name": "package"}')
      expect((await here.project(['apply', '--plan', path], 2)).stderr).toContain('plan.json is not a saved plan\n')
    })
    expect(asked).toEqual([])
  })

  it('and many problems do not fill the screen', async () => {
    const path = await planFile()
    edited(path, ({ saved }) => (saved.keys = Array.from({ length: 50 }, () => 'NO')))
    expect((await here.project(['apply', '--plan', path], 2)).stderr).toMatch(/saved\.keys\.9 [^]*has 40 more problems/)
  })
})

it('a plan that says something else than what would be sent changes nothing', async () => {
  const path = await planned()
  const text = readFileSync(path, 'utf8')
  const edits: Edit[] = [
    ({ surveys: [survey] }) => (survey.changes[0].ours = 'Two'),
    ({ surveys: [survey] }) => (survey.requests = []),
    ({ surveys: [survey] }) => survey.requests.push({ ...survey.requests[0], operation: 'quiz.archive' }),
  ]
  const sent = await here.writes(async () => {
    for (const edit of edits) {
      writeFileSync(path, text)
      edited(path, edit)
      expect((await here.project(['apply', '--plan', path], 1)).stderr).toContain('onboarding: its changes or requests in ')
    }
  })
  expect(sent).toEqual([])
  writeFileSync(path, text)
  await here.project(['apply', '--plan', path])
})

it('nothing of the service is overwritten by a plan that says --exact only since somebody edited it', async () => {
  await here.pulled('onboarding')
  await here.run('quiz rename 43 Theirs')
  await here.project('plan --out plan.json')
  const path = join(here.cwd, 'plan.json')
  edited(path, ({ saved }) => (saved.exact = true))
  expect(await here.writes(() => here.project(['apply', '--plan', path], 1))).toEqual([])
})

it('is for the account that it was made with', async () => {
  const file = here.pathOf('fresh')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'format: 1\nname: Fresh\nfolder: Surveys\n')
  await here.project('plan --out plan.json', 10)
  const path = join(here.cwd, 'plan.json')
  const other = await startSandbox()
  try {
    const there = startProject(other, here.cwd)
    const sent = await there.writes(async () =>
      expect((await there.project(['apply', '--plan', path], 2)).stderr).toMatch(/plan\.json is a plan for \S+, account \d+; this profile/),
    )
    expect(sent).toEqual([])
  } finally {
    await other.close()
  }
  await here.project(['apply', '--plan', path])
})

it('holds whatever a file can have', async () => {
  mkdirSync(dirname(here.pathOf('whole')), { recursive: true })
  writeFileSync(here.pathOf('whole'), everything)
  await here.project('plan --no-check --out plan.json', 10, secrets)
  await here.project('apply --no-check --plan plan.json --dry-run', 0, secrets)
})

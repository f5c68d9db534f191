/** Pages of help that would be longer than what they explain. */
import { expect, it } from 'vitest'
import { inProject } from '../support/in-project.ts'
import { surveyctl } from '../support/program.ts'

const here = inProject({ isBegun: false })
const run = surveyctl({})
const page = async (command: string): Promise<string> => (await run(`${command} --help`)).stdout

it('counts the requests of a command that has many, with the rights that they need', async () => {
  const apply = await page('project apply')
  expect(apply).not.toContain('POST /quiz')
  expect(apply.replaceAll(/\s+/g, ' ')).toMatch(
    /Sends: up to \d\d kinds of requests, \d\d of them writes \(--dry-run .*\); rights, for what is sent: .*edit_quiz/,
  )
  expect(await page('project drift')).toMatch(/^Sends: up to \d+ kinds of requests, all of them reads/m)
  expect(await page('quiz publish')).toMatch(/^Sends:\n {2}POST \/quiz\/\{id\}\/publish/m)
})

it('has one line about the question of an apply, which is as it says', async () => {
  const apply = await page('project apply')
  expect(apply.match(/--(yes|confirm)\b/g)).toEqual(['--yes', '--confirm'])
  expect(apply.replaceAll(/\s+/g, ' ')).toContain('-y, --yes Do not ask for confirmation; what is protected also wants --confirm NAME')
  await here.pulled('onboarding')
  here.edit('onboarding', /^name: .*$/m, 'name: Renamed')
  await here.project('apply -y')
  expect((await here.shown('/43')).name).toBe('Renamed')
})

it('names the verbs of a group that is a command as well', async () => {
  expect(await page('mcp')).toMatch(/^Verbs:\n {2}surveyctl mcp tools +List [^]*^ {2}surveyctl mcp config +Print /m)
  expect(await page('mcp tools')).not.toContain('Verbs:')
  expect(await page('doctor')).not.toContain('Verbs:')
})

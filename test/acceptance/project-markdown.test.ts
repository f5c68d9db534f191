/** `project plan --markdown`: a plan that can be put under a pull request, whatever the surveys say. */
import { expect, it } from 'vitest'
import { inProject } from '../support/in-project.ts'

const here = inProject()
const { project, pulled, edit } = here

const markdown = async (code: number): Promise<string> => (await project('plan --markdown', code)).stdout

/** Outside of code, where a host would make something of it. */
const outside = (text: string): string => text.replace(/(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '')

it('says what changes, what is published and what is in conflict, survey by survey', async () => {
  await pulled('spring', 'onboarding')
  edit('spring', /^name: .*$/m, 'name: Ours')
  edit('onboarding', /^( *)title: .*$/m, '$1title: Another title')
  await here.run(['quiz', 'rename', '42', 'Theirs'])
  const text = await markdown(1)
  expect(text).toMatch(/^## Surveys in `default`: 1 to change, 1 conflict\n/)
  expect(text).toMatch(/\*\*Publications\*\*\n\n- `"apply --publish.*" would (also )?publish: onboarding/)
  expect(text).toMatch(/\n### `onboarding {2}43 .*`\n\n- `~ .*Another title/)
  expect(text).toMatch(/\n\*\*Conflicts\*\*\n\n- `! name .*"Theirs" · files "Ours" {2}CONFLICT`/)
  expect((await project('plan --markdown --json', 2)).stderr).toContain('--markdown')
})

it('names what is at risk', async () => {
  await pulled('spring')
  edit('spring', /^ {2}- key: file-1\n(?: {4}.*\n)+/m, '')
  expect(await markdown(10)).toMatch(/\n\*\*At risk\*\*\n\n- `! .*needs --allow-loss`/)
})

it.each([
  '@octocat <img src=x> [a](https://example.com) **b** #1',
  '``` @octocat',
  '`@octocat`',
  '`\u200b` @octocat ``',
  'a\n\n# @octocat\n/close',
])('makes nothing of a text: %j', async (name) => {
  await pulled('onboarding')
  edit('onboarding', /^name: .*$/m, `name: ${JSON.stringify(name)}`)
  const text = await markdown(10)
  expect(text).toContain('octocat')
  expect(outside(text)).not.toMatch(/[@<[`]|octocat|^\/|^# /m)
})

it('ends within a comment, and says what was left out', async () => {
  await pulled('onboarding')
  const texts = Array.from({ length: 900 }, (_, index) => `  - {key: more-${index}, type: message, title: "${'Long '.repeat(20)}${index}"}`)
  edit('onboarding', /^screens:\n/m, `screens:\n${texts.join('\n')}\n`)
  const text = await markdown(1)
  expect(text.length).toBeLessThan(60_000)
  expect(text).toMatch(/\n_Left out, as it does not fit: \d+ lines of 1 survey\. All of it: `surveyctl project plan`_\n$/)
})

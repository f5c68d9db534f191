/** A survey as somebody who looks after it sees it. */
import { expect, it } from 'vitest'
import { hasPty, onTerminal } from '../faults/pty.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const { run } = served

const fact = async (name: string, id = 42): Promise<string | undefined> =>
  (await run(`quiz view ${id}`)).stdout
    .split('\n')
    .find((line) => line.startsWith(`${name}\t`))
    ?.split('\t')[1]

it('counts questions, not screens', async () => {
  const { widgets } = (await run('quiz view 42 --json')).json
  expect(await fact('widgets')).toBe(String(widgets.ids.length - 2))
})

it('tells whether the draft is what respondents see', async () => {
  expect(await fact('draft', 43)).toBe('not published yet')
  await run('quiz publish 46')
  expect(await fact('draft', 46)).toBe('as published')
})

it.skipIf(!hasPty)('shows a person each question: number, type, options, and when it is shown', async () => {
  const { screen } = await onTerminal(['quiz', 'view', '42'], {
    env: { ...served.sandbox.signedIn, SURVEYCTL_PAGER: 'cat' },
  })
  const plain = screen.replaceAll(/\u001B\[[\d;?]*[a-zA-Z]/g, '').replaceAll('\r', '')
  expect(plain).toMatch(/2\. What did you order\?\n {2}choice · required\n {2}Seeds \| Tools \| Pots \| Furniture\n/)
  expect(plain).toMatch(/5\. What went wrong\?\n {2}input\n {2}shown when 4 "How do you rate the delivery\?" <= 2\n/)
  expect(plain).toMatch(/rows: Website \| Packaging \| Support\n {2}columns: Not at all/)
})

it('prints what can be given back as it is', async () => {
  const { stdout } = await run('quiz view 43 --json')
  expect(await run('quiz save 43 --file -', { input: stdout })).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('already has these values'),
  })
  const changed = stdout.replaceAll('"title": "', '"title": "New ')
  expect((await run('quiz save 43 --file - --allow-loss', { input: changed })).exitCode).toBe(0)
  expect((await run('quiz view 43')).stdout).not.toBe('')
  expect((await run('question list 43')).stdout).toContain('New ')
})

it('opens the page or the preview, not both', async () => {
  expect(await run('quiz view 42 --web --draft')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--draft') })
})

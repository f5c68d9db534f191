/** Questions kept for use in any survey. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'
import { refused } from '../support/refused.ts'

const served = useSandbox('demo')
const { run } = served

const list = async (): Promise<any[]> => (await run('favorite list --json')).json

it('keeps a question, changes it and removes it', async () => {
  const file = join(freshFolder(), 'question.yaml')
  writeFileSync(file, 'type: scale\ntitle: How much?\nscaleTo: 7\n')
  const added = await run([
    'favorite',
    'add',
    '--name',
    'How much',
    '--widget-type',
    'scale',
    '--data',
    file,
    '--source-quiz',
    'Spring',
    '--quiet',
  ])
  expect([added.exitCode, added.stdout]).toEqual([0, '3\n'])
  expect((await list()).at(-1)).toMatchObject({
    favorite_question_id: 3,
    name: 'How much',
    widget_type: 'scale',
    data: { scaleTo: 7 },
    source_quiz_id: 42,
  })

  expect((await run(['favorite', 'edit', '3', '--name', 'How much, really', '--choice-multiple'])).stdout).toBe(
    'Changed name, choice_multiple of favourite 3\n',
  )
  expect((await list()).at(-1)).toMatchObject({ name: 'How much, really', choice_multiple: true, data: { title: 'How much?' } })

  expect(await run('favorite remove 3')).toMatchObject(refused('--yes'))
  expect((await run('favorite remove 3 --yes')).stdout).toBe('Removed favourite 3\n')
  expect((await list()).map(({ id }) => id)).toEqual([1, 2])
})

it('asks for what a new one needs, all at once', async () => {
  expect(await run('favorite add --choice-type x')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/--name is required[^]*--widget-type is required/),
  })
  expect(await run('favorite add --name A --widget-type stars --data q.yaml')).toMatchObject(refused('--widget-type must be one of'))
  expect(await run('favorite add --name A --widget-type scale')).toMatchObject(refused('--data is required'))
  expect(await run(['favorite', 'add', '--name', 'A', '--widget-type', 'scale', '--data', '-'], { input: '[1]' })).toMatchObject(
    refused('--data must hold an object'),
  )
  expect(await run('favorite edit 1')).toMatchObject(refused('Nothing to change'))
})

it('takes the whole body from a file', async () => {
  const { exitCode, stdout } = await run(['favorite', 'add', '--file', '-', '--name', 'From a file', '--quiet'], {
    input: 'name: x\nwidget_type: input\ndata: { type: input, title: Why? }\n',
  })
  expect(exitCode).toBe(0)
  expect((await list()).find(({ id }) => id === Number(stdout))).toMatchObject({ name: 'From a file', data: { title: 'Why?' } })
})

it("knows neither another account's favourites nor its surveys", async () => {
  const other = await served.control('account add')
  const there = served.as(other.api_key)
  const removal = await there(`favorite remove 1 --yes --json --workspace ${other.workspace_id}`)
  expect([removal.exitCode, removal.error.code]).toEqual([5, 'not_found'])
  const source = await run(['favorite', 'edit', '1', '--source-quiz', '999', '--json'])
  expect([source.exitCode, source.error.code]).toEqual([5, 'quiz_not_found'])
})

/** Texts of buttons and messages. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

const own = async (code: string): Promise<string | null> =>
  (await run('text list 42 --lang en --json')).json.find((text: any) => text.code === code).user_text

it('shows the texts of a language', async () => {
  expect((await run('text list 42 --lang ru')).stdout).toMatch(/^btn_next\t\tДалее$/m)
  // The survey's own.
  expect((await run('text list 42')).stdout).toMatch(/^btn_next\t\tNext$/m)
  expect((await run('text list 42 --lang en')).stdout).toMatch(/^btn_next\t\tNext$/m)
  expect(await run('text list 42 --lang de')).toMatchObject({ exitCode: 2 })
})

it('changes some, and brings the standard ones back', async () => {
  const set = await run(['text', 'set', '42', 'btn_next=Go on = now', 'btn_back:="Two\\nlines"', '--lang', 'en'])
  expect([set.exitCode, set.stdout]).toEqual([0, 'Set btn_next, btn_back of survey 42\n'])
  expect([await own('btn_next'), await own('btn_back')]).toEqual(['Go on = now', 'Two\nlines'])
  expect((await run('text reset 42 btn_next --lang en')).exitCode).toBe(0)
  expect((await run(['text', 'set', '42', 'btn_back:=null', '--lang', 'en'])).exitCode).toBe(0)
  expect([await own('btn_next'), await own('btn_back')]).toEqual([null, null])
})

it('changes those of the language that the survey has', async () => {
  expect((await run(['text', 'set', '42', 'btn_next=Onwards'])).exitCode).toBe(0)
  expect(await own('btn_next')).toBe('Onwards')
  expect((await run('text reset 42 btn_next')).exitCode).toBe(0)
  expect(await own('btn_next')).toBe(null)
})

it('takes many from a file; the command line wins', async () => {
  const input = JSON.stringify({
    texts: [
      { code: 'btn_next', text: 'From the file' },
      { code: 'btn_submit', text: 'Off it goes' },
    ],
  })
  expect((await run(['text', 'set', '42', 'btn_next=Typed', '--lang', 'en', '--file', '-'], { input })).exitCode).toBe(0)
  expect([await own('btn_next'), await own('btn_submit')]).toEqual(['Typed', 'Off it goes'])
})

it('refuses what it cannot read, and what the service does not know', async () => {
  expect(await run('text set 42 btn_next')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('CODE=TEXT') })
  expect(await run('text set 42')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('CODE=TEXT') })
  expect(await run(['text', 'set', '42', 'btn_next:=7'])).toMatchObject({ exitCode: 2 })
  expect(await run(['text', 'set', '42', '--file', '-'], { input: '{"texts":[{"code":"x"}]}' })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('texts.0.text'),
  })
  expect(await run('text set 42 btn_nxt=Go')).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('btn_next') })
})

it('needs the plan option, which is refused in its own way', async () => {
  await served.control('plan set', { change: { custom_text: false } })
  const { exitCode, error } = await run('text set 42 btn_next=Go --json')
  expect([exitCode, error.code, error.status]).toEqual([4, 'blocked_by_tariff', 400])
})

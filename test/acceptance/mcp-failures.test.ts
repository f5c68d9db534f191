/** Tools for assistants: writes whose answer is lost, and what an assistant is told to look at. */
import { describe, expect, it } from 'vitest'
import { withAssistants } from '../support/assistant.ts'

const assistants = withAssistants()
const { start, writes } = assistants

const saves = (): string[] => writes().filter((line) => line.endsWith('/quiz/42/save'))
const retitle = (title: string) => ({ survey: '42', edits: [{ screen: 'rating-1', set: { title } }] })
const titled = async (): Promise<unknown> => JSON.stringify((await assistants.sandbox.request('GET', '/quiz/42')).body.widgets)
const lost = { reset: true, after_commit: true, times: 1 }

describe.each(['new', 'old'] as const)('a plan that is saved, but whose answer is lost, in the %s era', (era) => {
  it('is told as unknown where nothing shows it, with the tool that will; and is saved once', async () => {
    const one = await start({ era })
    await one.look()
    const { facts } = await one.call('survey_plan', retitle('Lost'))
    await assistants.sandbox.control('fault add', { pattern: 'POST /quiz/*/save', delay: 500, ...lost })
    const call = one.call('survey_apply', { plan: facts.plan })
    // Nor can it be looked at.
    await expect.poll(() => assistants.sandbox.control('fault list')).toMatchObject([{ used: 1 }])
    await assistants.sandbox.control('fault add', { pattern: 'GET /quiz/42', status: 503 })
    const said = await call
    expect(said.failed).toBe(true)
    expect(said.text).toContain('its outcome is unknown')
    expect(said.text).toMatch(/Whether it was done is not known\. To see, before it is done again: survey_view$/)
    expect(said.facts.error.retryable).toBe(false)
    await assistants.sandbox.control('fault clear')
    expect((await one.call('survey_apply', { plan: facts.plan })).text).toContain('was used')
    expect((await one.call('survey_view', { survey: '42', screens: ['rating-1'] })).text).toContain('title: Lost')
    expect([saves(), await titled()]).toEqual([[expect.any(String)], expect.stringContaining('"Lost"')])
  })

  it('is told as saved where the draft shows it; and is saved once', async () => {
    const one = await start({ era })
    await one.look()
    const { facts } = await one.call('survey_plan', retitle('Seen'))
    await assistants.sandbox.control('fault add', { pattern: 'POST /quiz/*/save', ...lost })
    expect(await one.call('survey_apply', { plan: facts.plan })).toMatchObject({
      failed: false,
      text: expect.stringContaining('Saved 1 change'),
    })
    expect([saves(), await titled()]).toEqual([[expect.any(String)], expect.stringContaining('"Seen"')])
  })
})

it('a survey that is created but not named is told with its id, so that no second one is made', async () => {
  const one = await start()
  await assistants.sandbox.control('fault add', { pattern: 'POST /quiz/*/rename', status: 403 })
  const said = await one.call('survey_create', { folder: '2', name: 'Named', lang: 'ru' })
  expect(said.text).toMatch(
    /^Survey \d+ was created, but without all of its name and language\n[^]*\nCreate no other one\. To complete it: /,
  )
  expect(said.facts.error.retryable).toBe(false)
})

describe('what is refused', () => {
  it('of a write of unknown fate names what is there, and the operation that shows it', async () => {
    const one = await start({ args: ['--allow', 'send'] })
    await assistants.sandbox.control('fault add', { pattern: 'POST /quiz/*/webhooks', ...lost })
    const added = await one.call('operation_write', {
      operation: 'webhook.add',
      input: { id: 42, title: 'Lost', url: 'https://example.com/lost', method: 'post' },
    })
    expect(added.text).toMatch(
      /one of this title is there \(\d+\)[^]*not known\. To see, before it is done again: operation_read webhook\.list$/,
    )
    await assistants.sandbox.control('fault add', { pattern: 'POST /quiz/*/publish', ...lost })
    expect((await one.call('survey_publish', { survey: '42' })).text).toMatch(/not known\. To see, before it is done again: survey_view$/)
  })

  it('has the words of the operation, and the tools that this server has', async () => {
    const all = await start()
    const edit = { operation: 'webhook.edit', input: { id: 42, webhookId: 999, title: 'x' } }
    const refused = await all.call('operation_write', edit)
    expect(refused.text).toMatch(/^Webhook 999 was not found[^]*To see what exists: operation_read webhook\.list$/)
    expect((await all.call('survey_create', { folder: 'nowhere' })).text).toMatch(/To see them: survey_list$/)
    const own = await start({ args: ['--toolsets', 'webhook'] })
    // Not the log of a webhook that is not there.
    for (const name of ['webhook_logs', 'webhook_resend', 'webhook_toggle'])
      expect((await own.call(name, { id: '42', webhookId: 999, ...(name === 'webhook_toggle' && { is_active: true }) })).text).toMatch(
        /To see what exists: webhook_list$/,
      )
    // For the person, where no tool does it.
    expect((await own.call('webhook_list', { id: 'Nowhere' })).text).toMatch(/To see them: surveyctl quiz list$/)
  })

  it.each([
    ['--toolsets operations', 'operation_read', { operation: 'quiz.view', input: { id: 42 } }, /To see them: operation_read quiz\.list$/],
    ['--toolsets webhook', 'webhook_list', { id: '42' }, /To see them: surveyctl quiz list$/],
  ])('with %s of a survey that is not there for it names what this server has', async (args, tool, input, told) => {
    const one = await start({ args: [...args.split(' '), '--only-surveys', '43'] })
    expect((await one.call(tool, input)).text).toMatch(told)
  })

  it.each([
    ['--toolsets operations', 'operation_write', { operation: 'quiz.publish', input: { id: 42 } }, /done by surveyctl quiz publish,/],
    ['--toolsets operations --no-texts', 'operation_read', { operation: 'answer.list', input: { id: 42 } }, /surveyctl answer stats$/],
    ['--toolsets operations', 'operation_read', { operation: 'export.csv', input: { id: 42 } }, /surveyctl export csv saves it$/],
    [
      '--toolsets webhook',
      'webhook_resend',
      { id: '42', webhookId: 1, log_id: 1, date_to: '2026-01-31' },
      /reference_read operation\/webhook\.resend$/,
    ],
    ['--read-only', 'operation_read', { operation: 'quiz.publish', input: { id: 42 } }, /For that: surveyctl api$/],
    ['--read-only', 'survey_check', { survey: '42' }, /\tsurveyctl quiz set 42 /],
  ])('with %s %s names what there is instead', async (args, tool, input, told) => {
    const one = await start({ args: args.split(' ') })
    expect((await one.call(tool, input)).text).toMatch(told)
  })
})

/** A session of an assistant from a look to a publication, and what the person was asked, word for word. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { kindsWhoAsk, withAssistants } from '../support/assistant.ts'
import { freshFolder } from '../support/program.ts'

const assistants = withAssistants()
const { start, writes } = assistants

const retitle = (title: string) => ({ survey: '42', edits: [{ screen: 'rating-1', set: { title } }] })

it.each(kindsWhoAsk)('looks at a survey in the $era era, plans, applies; declines a publication, accepts the next one', async (kind) => {
  const one = await start(kind)
  expect((await one.call('survey_view', { survey: '42', screens: ['rating-1'] })).text).toContain('key: rating-1')
  const plan = await one.call('survey_plan', retitle('How was the delivery?'))
  expect(plan.text).toMatch(/^1 change to survey 42 "Spring", 0 new findings\. plan_/)
  const applied = await one.call('survey_apply', { plan: plan.facts.plan })
  expect(applied.text).toBe('Saved 1 change to the draft of survey 42. To undo it: surveyctl quiz undo 42')
  expect(one.asked).toEqual([])
  const question = 'Publish survey 42 "Spring"? changes since the last publication unknown, 4 warnings'
  const looked = await one.call('survey_publish', { survey: '42', dry_run: true })
  expect(looked.text).toMatch(new RegExp(`^The person would be asked: ${question.replace('?', '\\?')}\nPOST \\S+/quiz/42/publish\n$`))
  one.answer(undefined)
  const declined = await one.call('survey_publish', { survey: '42' })
  expect(declined.text).toBe('Declined by the person: nothing was sent (declined)\nDo not ask again unless they say so')
  expect(writes().filter((line) => line.endsWith('/publish'))).toEqual([])
  one.answer({ confirm: true })
  const published = await one.call('survey_publish', { survey: '42' })
  expect(published.text).toContain('Published survey 42 "Spring"')
  expect(one.asked).toEqual([question, question])
  // What was given or said is in no line of the log.
  expect(one.log()).toMatch(/^survey_plan \d+ ms \d+ bytes$/m)
  expect(one.log()).not.toMatch(/delivery|Spring|rating/)
  // What it published itself is known from then on.
  const { facts } = await one.call('survey_plan', retitle('How was it?'))
  await one.call('survey_apply', { plan: facts.plan })
  await one.call('survey_publish', { survey: '42' })
  expect(one.asked.at(-1)).toBe('Publish survey 42 "Spring"? 1 question changed, 0 answers lost, 4 warnings')
})

it('a client that can only open addresses is told what the person can do', async () => {
  const one = await start({ canAsk: { url: {} } })
  const said = await one.call('survey_publish', { survey: '42' })
  expect(said.text).toContain('surveyctl quiz publish 42')
  expect(one.asked).toEqual([])
})

describe('a command for the person', () => {
  it('names the profile of the server, where their shell would take another one', async () => {
    const folder = freshFolder()
    mkdirSync(folder, { recursive: true })
    const { baseUrl: base_url, apiKey: api_key, workspaceId: workspace } = assistants.sandbox
    const use = (current: string) =>
      writeFileSync(
        join(folder, 'config.json'),
        JSON.stringify({ current, profiles: { shop: { base_url, api_key, workspace }, spare: { base_url, api_key } } }),
        { mode: 0o600 },
      )
    use('shop')
    const one = await start({ canAsk: false, baseUrl: '', apiKey: '', env: { SURVEYCTL_CONFIG_DIR: folder } })
    const publish = async (): Promise<string> => (await one.call('survey_publish', { survey: '42' })).text
    expect(await publish()).toContain('surveyctl quiz publish 42')
    use('spare')
    expect(await publish()).toContain('surveyctl --profile shop quiz publish 42')
    await one.look()
    const { facts } = await one.call('survey_plan', retitle('Theirs'))
    expect((await one.call('survey_apply', { plan: facts.plan })).text).toContain('surveyctl --profile shop quiz undo 42')
  })
})

describe('what comes out of answers and checks', () => {
  it('is counted with what was counted, in few digits; a contact in one text hides no other', async () => {
    const one = await start()
    await one.look()
    const said = await one.call('answer_stats', { survey: '42', questions: ['rating-1', 'input-1'], top: 3 })
    expect(said.text).toMatch(/^299 complete answers\. Columns: question, option, count, percent\n⟦/)
    expect(said.text).toMatch(/how_do_you_rate_the\t5\t103\t34\.4\n/)
    expect(said.text).toMatch(/what_went_wrong\t[A-Z][^\t]{10,}\t\d+\t[\d.]+\n/)
    const trend = await one.call('answer_stats', { survey: '42', questions: ['rating-1'], trend: 'month' })
    expect(trend.text).toMatch(/^299 complete answers\. [^\n]+\n\t\t\d{4}-\d\d\t\d+\t\n/)
    const contacts = await one.call('answer_stats', { survey: '42', questions: ['email-1', 'rating-1'], top: 3 })
    expect([contacts.text.includes('@example'), contacts.text.includes('how_do_you_rate_the\t5\t103')]).toEqual([false, true])
  })

  it('is saved with its rows counted', async () => {
    const folder = freshFolder()
    const one = await start({ args: ['--export-dir', folder] })
    const { facts, text } = await one.call('answer_export', { survey: '42', name: 'all' })
    expect(facts).toEqual({ path: join(folder, 'all.csv'), rows: 299, bytes: readFileSync(join(folder, 'all.csv')).length })
    expect(text).toContain('(299 rows, ')
  })

  it('is found at the screens that survey_view names, with the tool that puts it right', async () => {
    const one = await start()
    const { text } = await one.call('survey_check', { survey: '42' })
    expect(text).toMatch(/^4 of 4 findings\. Columns: [^\n]+\n/)
    expect(text).toMatch(/\tpersonal-data-no-consent\temail-1\t[^\n]+\tsurvey_plan$/m)
    expect(text).toMatch(/\trecipient-unconfirmed\t[^\n]+\toperation_write email\.recipient-confirm \{"action":"resend_code"\}$/m)
    expect(text).toMatch(/\tqr-missing\t\t[^\n]+\toperation_write qr\.build$/m)
  })
})

/** A session of an assistant from a look to a publication, and what the person was asked, word for word. */
import { expect, it } from 'vitest'
import { withAssistants } from '../support/assistant.ts'

const { start, writes } = withAssistants()

it('looks at a survey, plans a change, applies it; the first publication is declined, the second one accepted', async () => {
  const one = await start()
  expect((await one.call('survey_view', { survey: '42', screens: ['rating-1'] })).text).toContain('key: rating-1')
  const plan = await one.call('survey_plan', { survey: '42', edits: [{ screen: 'rating-1', set: { title: 'How was the delivery?' } }] })
  expect(plan.text).toMatch(/^1 change to survey 42 "Spring", 0 new findings\. plan_/)
  const applied = await one.call('survey_apply', { plan: plan.facts.plan })
  expect(applied.text).toBe('Saved 1 change to the draft of survey 42. To bring it back: surveyctl quiz undo 42')
  expect(one.asked).toEqual([])
  one.answer(undefined)
  const declined = await one.call('survey_publish', { survey: '42' })
  expect(declined.text).toBe('Declined by the person: nothing was sent (declined)\nDo not ask again unless they say so')
  expect(writes().filter((line) => line.endsWith('/publish'))).toEqual([])
  one.answer({ confirm: true })
  const published = await one.call('survey_publish', { survey: '42' })
  expect(published.text).toContain('Published survey 42 "Spring"')
  const question = 'Publish survey 42 "Spring"? what changed since is not known, 4 warnings'
  expect(one.asked).toEqual([question, question])
})

it('a client that can only open addresses is told what the person can do', async () => {
  const one = await start({ canAsk: { url: {} } })
  const said = await one.call('survey_publish', { survey: '42' })
  expect(said.text).toContain('surveyctl quiz publish 42')
  expect(one.asked).toEqual([])
})

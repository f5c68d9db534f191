/** What is only a look or a help never fails the work, nor makes it unknown: a note says what could not be told. */
import { expect, it } from 'vitest'
import { json } from '../faults/hostile.ts'
import { relayTo } from '../faults/relay.ts'
import { surveyctl } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const fault = (pattern: string, more: object = { status: 500 }) => served.control('fault add', { pattern, ...more })
const published = (id: number): number => served.sandbox.service.store.number('select count(*) from version where quiz_id = ?', id)

/** From the write on every read of the survey fails. */
async function blindAfter(write: string, line: string) {
  let isBlind = false
  const relay = await relayTo(served.sandbox.baseUrl, () => async (asked, perform) => {
    if (isBlind) return json({ message: 'Server Error' }, 500)
    isBlind = asked === write
    return perform()
  })
  const { apiKey, workspaceId: workspace } = served.sandbox
  const ended = await surveyctl({ baseUrl: relay.url, apiKey, workspace })(line)
  relay.close()
  return ended
}

it('a publication that went well is one, also when the look after it fails', async () => {
  const before = published(43)
  const { exitCode, stdout, stderr } = await blindAfter('POST /quiz/43/publish', 'quiz publish 43')
  expect([exitCode, stdout], stderr).toEqual([0, expect.stringMatching(/^Published survey 43 "Onboarding" · http/)])
  expect(stderr).toMatch(/Whether survey 43 was changed while it was published could not be told: .*500/)
  expect(stderr).not.toMatch(/trying again/)
  expect(published(43)).toBe(before + 1)
})

it.each([
  ['the report', 'POST /quiz/*/report', /Which answers survey 42 has could not be told/],
  ['the list of publications', 'GET /quiz/*/versions', /What survey 42 was published as last could not be told/],
])('a publication does not need %s before it', async (_, pattern, words) => {
  const before = published(42)
  await fault(pattern)
  const { exitCode, stderr } = await served.run('quiz publish 42')
  expect([exitCode, published(42)], stderr).toEqual([0, before + 1])
  expect(stderr).toMatch(words)
})

it.each(['question set 43 2 title=Where?', 'question add 43 --type rating --title Overall'])(
  'what was saved is saved, also when it cannot be read back: %s',
  async (line) => {
    const { exitCode, stderr } = await blindAfter('POST /quiz/43/save', line)
    expect(exitCode, stderr).toBe(0)
    expect(stderr).toMatch(/Whether survey 43 reads back as it was saved could not be told/)
  },
)

it('answers that nobody can count are at risk', async () => {
  await fault('POST /quiz/*/report')
  await fault('GET /quiz/*/answers')
  const remove = 'option remove 42 dropdown-1 1 --yes'
  const { exitCode, stderr } = await served.run(remove)
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/nobody can say how many answers hold it[^]*--allow-loss/)])
  expect((await served.run(`${remove} --allow-loss`)).exitCode).toBe(0)
})

/** Tools for assistants: what doesn't fit comes in parts, and none of it is out of reach. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { eachOnce, ofKind, withAssistants, type Assistant, type Said } from '../support/assistant.ts'

const assistants = withAssistants()
/** So many questions, with titles or without, and one of as many options. */
async function large(count: number, title: (number: number) => string): Promise<void> {
  const numbered = Array.from({ length: count }, (_, index) => index + 1)
  const questions = numbered.map((number) => {
    const description = `Say in your own words, as long as you like, what comes to your mind about thing ${number}.`
    return [randomUUID(), { type: 'input', title: title(number), description }] as const
  })
  const options = numbered.map((number) => ({ id: randomUUID(), title: `Option ${number}` }))
  const pick = [randomUUID(), { type: 'dropdown', title: 'Pick', dropdownEntities: options }] as const
  const all = [['welcome', { type: 'welcome' }], ...questions, pick, ['submit', { type: 'submit' }]] as const
  const widgets = { ids: all.map(([id]) => id), entities: Object.fromEntries(all) }
  expect((await assistants.sandbox.request('POST', '/quiz/43/save', widgets)).status).toBe(200)
}

async function parts(one: Assistant, name: string, input: Record<string, unknown>): Promise<Said[]> {
  const all: Said[] = []
  do {
    const cursor = all.at(-1)?.facts.next_cursor
    all.push(await one.call(name, { ...input, ...(cursor && { cursor }) }))
    expect(all.at(-1)!.failed, all.at(-1)!.text).toBe(false)
    expect(all.at(-1)!.text.length).toBeLessThanOrEqual(Number(input.max_characters ?? 12_000))
  } while (all.at(-1)!.facts.next_cursor)
  return all
}
const bodies = (all: readonly Said[]): string => all.map(({ text }) => text.slice(text.indexOf('\n') + 1)).join('')
const numbers = (text: string, pattern: RegExp): number[] => Array.from(text.matchAll(pattern), ([, number]) => Number(number))
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

it('a survey of 2,000 questions comes as its outline in parts, each once, then screen by screen', async () => {
  await large(2000, (number) => `Thing ${number}`)
  const one = await assistants.start()
  const outline = await parts(one, 'survey_view', { survey: '43', max_characters: 30_000 })
  expect(outline[0]!.text).toMatch(
    /^The outline only, as the survey has \d+ characters: ask for screens or sections; lines 1 to \d+ of \d+; go on with next_cursor\n/,
  )
  expect(outline.map(({ facts }) => facts.truncated)).toEqual(outline.map(() => true))
  expect(numbers(bodies(outline), /title: Thing (\d+)/g)).toEqual(upTo(2000))
  expect(bodies(outline)).not.toContain('own words')
  const last = await one.call('survey_view', { survey: '43', screens: ['input-2000'] })
  expect(last.text).toMatch(/title: Thing 2000\n[^]*about thing 2000/)
  const wrong = await one.call('survey_view', { survey: '43', screens: ['inptu-2000'] })
  expect(wrong.text).toMatch(/^No screen is called inptu-2000; did you mean input-2000\?\nThere are: welcome, [^\n]+ and 1973 more$/)
  const edits = [{ screen: 'inptu-2000', remove: true }]
  expect((await one.call('survey_plan', { survey: '43', edits })).text).toMatch(/did you mean input-2000\?\nScreens: [^\n]+ and 1973 more$/)
  expect((await one.call('survey_view', { survey: '43', sections: ['name'] })).text).toContain('name: Onboarding')
  const { contents } = await one.client.readResource({ uri: 'surveyctl://survey/43' })
  expect((contents[0] as { text: string }).text).toMatch(/^The outline only, [^\n]+; lines 1 to \d+ of \d+; all of it by survey_view\n/)
})

it.each(eachOnce)(
  `a screen that is too large, and what an operation answers, comes in parts, each line once, to ${ofKind}`,
  async (kind) => {
    await large(300, (number) => `Thing ${number}`)
    const one = await assistants.start(kind)
    const screen = await parts(one, 'survey_view', { survey: '43', screens: ['dropdown-1'] })
    expect(screen[0]!.text).toMatch(/^lines 1 to \d+ of \d+; go on with next_cursor\n/)
    expect(screen.at(-1)!.text).toMatch(/^lines (\d+) to (\d+) of \2\n/)
    const lines = screen.map(({ text }) => /^lines (\d+) to (\d+) /.exec(text)!.slice(1).map(Number))
    expect(lines.map(([from]) => from)).toEqual([1, ...lines.slice(0, -1).map(([, to]) => to! + 1)])
    expect(numbers(bodies(screen), /title: Option (\d+)/g)).toEqual(upTo(300))
    const answered = await parts(one, 'operation_read', { operation: 'quiz.view', input: { id: 43 } })
    expect(numbers(bodies(answered), /title: Thing (\d+)/g)).toEqual(upTo(300))
    const mixed = await one.call('survey_view', { survey: '43', screens: ['input-1'], cursor: screen[0]!.facts.next_cursor })
    expect(mixed).toMatchObject({ failed: true, text: expect.stringContaining('cursor is of another list') })
  },
)

it('a line that is longer than a part is cut between characters', async () => {
  const long = `${'😀'.repeat(10_001)}end`
  await large(1, () => `.${long}`)
  const one = await assistants.start()
  for (const max_characters of [1000, 1001, 12_000])
    expect(bodies(await parts(one, 'survey_view', { survey: '43', screens: ['input-1'], max_characters }))).toContain(`.${long}`)
})

it('findings that do not fit go on with the cursor, each once', async () => {
  await large(200, () => ' ')
  const one = await assistants.start()
  const found = await parts(one, 'survey_check', { survey: '43' })
  expect(found[0]!.text).toMatch(/^\d+ of \d+ findings; go on with next_cursor\. Columns: /)
  expect(numbers(bodies(found), /\tuntitled\tinput-(\d+)\t/g)).toEqual(upTo(200))
})

it('a long plan tells first what answers would lose, and new findings', async () => {
  await large(100, (number) => `Thing ${number}`)
  const one = await assistants.start()
  await one.look('43')
  const edits = upTo(100).map((number) => ({ screen: `input-${number}`, set: { title: number === 100 ? ' ' : `Named ${number}` } }))
  const { text } = await one.call('survey_plan', { survey: '43', edits, max_characters: 1000 })
  expect(text).toMatch(/^100 changes [^\n]*; \d+ lines are left out\. plan_\S+\nnew finding: \w+\tuntitled\tinput-100/)
})

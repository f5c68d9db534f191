/** Each rule: a survey where it speaks, and the nearest one where it doesn't, both made by requests to the service. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noConfig } from '../../src/check/config.ts'
import { Reader } from '../../src/check/read.ts'
import { rules } from '../../src/check/rules/index.ts'
import type { Rule } from '../../src/check/snapshot.ts'
import { createClient } from '../../src/client/index.ts'
import type { Service } from '../../src/service.ts'
import { draftCases } from '../support/rule-cases/draft.ts'
import { send, soundQuiz, type Step } from '../support/rule-cases/quiz.ts'
import { accountCases, danglingCases, serviceCases } from '../support/rule-cases/service.ts'
import { serve, type Served } from '../support/served.ts'

interface Case {
  rule: string
  side: string
  step: Step
  speaks: boolean
}

const sides = (cases: typeof draftCases): Case[] =>
  Object.entries(cases).flatMap(([rule, [speaks, quiet]]) => [
    { rule, side: 'speaks', step: speaks, speaks: true },
    { rule, side: 'is quiet beside it', step: quiet, speaks: false },
  ])
const cases: Case[] = [
  ...sides({ ...draftCases, ...serviceCases }),
  ...Object.entries(danglingCases).map(([what, step]) => ({ rule: 'reference-dangling', side: `speaks of ${what}`, step, speaks: true })),
  {
    rule: 'reference-dangling',
    side: 'is quiet beside it',
    step: send('emails/questions', { client_excluded_questions: [] }),
    speaks: false,
  },
]

let served: Served
/** Rules that spoke of a survey, by its id. */
const spoken = new Map<number, string[]>()
const ids = new Map<Case, number>()

async function check({ run }: Served, quizzes: readonly number[]): Promise<Map<number, string[]>> {
  const { json, stderr } = await run(`quiz check ${quizzes.join(' ')} --json --fail-on never`)
  expect(stderr).not.toContain('Not checked')
  const found = json as { survey: string; rule: string }[]
  return new Map(quizzes.map((id) => [id, found.filter(({ survey }) => survey === String(id)).map(({ rule }) => rule)]))
}

async function make({ sandbox }: Served, { rule, side, step }: Case): Promise<number> {
  const quiz = await soundQuiz(sandbox)
  await step(quiz).catch((error: unknown) => {
    throw new Error(`${rule} ${side}`, { cause: error })
  })
  return quiz.id
}

beforeAll(async () => {
  served = await serve('demo', { allowLocalWebhooks: true })
  for (const each of cases) ids.set(each, await make(served, each))
  for (const [id, found] of await check(served, [...ids.values()])) spoken.set(id, found)
})
afterAll(() => served.close())

it('has a case and a counter-case of every rule', () => {
  const known = [...cases, ...sides(accountCases)]
  const withBoth = rules.filter(({ id }) =>
    [true, false].every((speaks) => known.some((each) => each.rule === id && each.speaks === speaks)),
  )
  expect(withBoth.map(({ id }) => id)).toEqual(rules.map(({ id }) => id))
})

it('has nothing to say of a sound survey', async () => {
  const quiz = await soundQuiz(served.sandbox)
  await quiz.send('qr-code', {})
  expect(await check(served, [quiz.id])).toEqual(new Map([[quiz.id, []]]))
})

it('waits for a campaign only where one locks the survey', async () => {
  const of = (rule: string): string => String(ids.get(cases.find((each) => each.rule === rule && each.speaks)!))
  const rulesOfPublication = ['never-published', 'locked']
  const { json } = await served.run(`quiz check ${rulesOfPublication.map(of).join(' ')} --json --fail-on never`)
  const fixOf = (name: string): string => json.find(({ survey, rule }: any) => survey === of(name) && rule === name).fix
  expect(rulesOfPublication.map(fixOf)).toEqual([
    `surveyctl quiz publish ${of('never-published')}`,
    `surveyctl quiz publish ${of('locked')} --wait-unlock 30m`,
  ])
})

/** Whether a rule, to speak, looks at what an edit changes. */
async function looksAtDraft({ sandbox }: Served, rule: Rule, quiz: number): Promise<boolean> {
  const { baseUrl, apiKey, workspaceId } = sandbox
  const client = createClient({ baseUrl, apiKey, env: {} })
  // Of all that jobs have, reading takes these.
  const reader = new Reader({ call: client.call, probe: client.probe } as Service, async () => workspaceId, noConfig)
  const { snapshot } = await reader.read(quiz)
  await client.close()
  const seen = new Set<string | symbol>()
  const watched = new Proxy(snapshot, { get: (all, name) => (seen.add(name), Reflect.get(all, name)) })
  expect([...rule.run(watched)], rule.id).not.toEqual([])
  return ['screens', 'settings', 'conditions'].some((name) => seen.has(name))
}

const ofParts = rules.filter(({ needs }) => needs)
const speaking = ofParts.flatMap((rule) => {
  const each = cases.find((one) => one.rule === rule.id && one.speaks)
  return each ? [{ id: rule.id, rule, each }] : []
})
it.each(speaking)('$id says when an edit may make it speak, if it looks at the draft', async ({ rule, each }) => {
  expect(await looksAtDraft(served, rule, ids.get(each)!)).toBe(rule.isTouched !== undefined)
})

it.each(cases)('$rule $side', (each) => expect((spoken.get(ids.get(each)!) ?? []).includes(each.rule)).toBe(each.speaks))

it.each(sides(accountCases))('$rule $side', async (each) => {
  const own = await serve('demo')
  try {
    const id = await make(own, each)
    expect((await check(own, [id])).get(id)!.includes(each.rule)).toBe(each.speaks)
    const rule = ofParts.find((one) => one.id === each.rule)
    if (rule && each.speaks) expect(await looksAtDraft(own, rule, id)).toBe(rule.isTouched !== undefined)
  } finally {
    await own.close()
  }
})

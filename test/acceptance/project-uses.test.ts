/** Each section of a survey file names the operations that it reaches: what it asks of the service is what it says. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { viewQuiz } from '../../src/contract/surveys/quiz.ts'
import type { AnyOperation } from '../../src/contract/core/operation.ts'
import type { SectionName } from '../../src/model/document/sections.ts'
import { applySurvey } from '../../src/project/apply/apply-survey.ts'
import type { Work } from '../../src/project/apply/work.ts'
import { Folders } from '../../src/project/apply/folders.ts'
import { observe } from '../../src/project/plan/observe.ts'
import { readOurs } from '../../src/project/files/read-ours.ts'
import { planSurvey } from '../../src/project/plan/plan-survey.ts'
import { environmentOf, openProject } from '../../src/project/files/project.ts'
import { sectionEntries, sectionOf } from '../../src/project/sections/index.ts'
import type { State } from '../../src/project/state/state.ts'
import type { Service } from '../../src/service.ts'
import { startBlind } from '../support/blind.ts'
import { inProject } from '../support/in-project.ts'

const here = inProject()
const hook = (title: string, more = ''): string => `{title: ${title}, url: "https://hooks.example.com/x", method: post${more}}`
const crm = 'enabled: true, title_type: Static'

/** What a file says of each, one after the other: made, changed, taken away, as far as that can be. */
const lives: Readonly<Record<SectionName, readonly string[]>> = {
  name: ['Renamed'],
  archived: ['true', 'false'],
  folder: ['Surveys'],
  type: ['regular'],
  template: ['true'],
  note: ['A note'],
  theme: ['3'],
  settings: ['{numeration: true}'],
  hidden: ['{}'],
  screens: ['[{key: rating-1, type: rating, title: New}, {key: submit, type: submit}]'],
  conditions: ['{rules: []}'],
  texts: ['{en: {btn_next: Go on}}', '{}'],
  letters: ['{owner: {enabled: false, subject: News}}', '{owner: {excluded_questions: [q:phone-1]}}'],
  recipients: ['{new@example.org: {enabled: false}}', '{new@example.org: {enabled: true}}', '{}'],
  webhooks: [`{a: ${hook('A', ', is_active: true')}}`, `{a: ${hook('B', ', is_active: false')}}`, '{}'],
  messengers: ['{messenger_a: {subject: A, is_active: false}, messenger_b: {subject: B}}', '{messenger_a: null}'],
  sheets: ['{is_active: false, sync_mode: manual}'],
  automation: ['{is_active: false}', 'null'],
  crm: [`{crm_a: {is_active: false, deal: {statuses: {"101": 1002}}}, crm_b: {is_active: false, lead: {${crm}, title_value: A}}}`],
  counters: ['{pixel_b: {counter: "7", is_active: true}}', '{pixel_b: null}'],
  promo: ['Winter letter', 'null'],
  payment: ['{payment_account_id: 1, payment_type: fixed, fixed_amount: 5}'],
  qr: ['{format: svg}'],
}

/** Operations that a section's life reaches, beside the survey's own read. */
async function reachedBy(section: string, values: readonly string[], baseUrl = here.sandbox.baseUrl): Promise<string[]> {
  const { apiKey, workspaceId } = here.sandbox
  const client = createClient({ baseUrl, apiKey, env: {} })
  const reached = new Set<string>()
  const heard = <T extends unknown[], R>(send: (operation: AnyOperation, ...rest: T) => R) =>
    ((operation: AnyOperation, ...rest: T): R => {
      reached.add(operation.id)
      return send(operation, ...rest)
    }) as never
  // Of all that jobs have, bringing a survey to the service takes these.
  const service = { call: heard(client.call), rows: heard(client.rows), dryRun: false } as unknown as Service
  const project = openProject(here.cwd)
  const environment = environmentOf(project, undefined)
  const account = { base_url: baseUrl, workspace_id: workspaceId }
  const folders = new Folders(new Map([['Surveys', 1]]))
  const work: Work = { service, project, environment, account, folders, taken: new Set(), once: (_, { send }) => send() }
  const seen = await observe(service, 42, environment, { key: 'spring', wanted: (name) => name === section })
  let state: State = { ...account, quiz_id: 42, base: seen!.content, ids: seen!.ids }
  const sent: number[] = []
  for (const value of values) {
    writeFileSync(join(here.cwd, 'surveys/spring/survey.yaml'), `format: 1\n${section}: ${value}\n`)
    const ours = readOurs(project, 'spring', environment, state)
    expect(ours.problems).toEqual([])
    const planned = await planSurvey(service, environment, ours, state, {})
    expect([section, value, planned.status, planned.comparison.refused]).toEqual([
      section,
      value,
      expect.stringMatching(/change|in_step/),
      [],
    ])
    const isMadeUnread = planned.steps.some(({ makes }) => makes) && !sectionOf(section)?.mustBeRead
    expect([section, isMadeUnread], 'what is made twice where it cannot be read').toEqual([section, false])
    const applied = await applySurvey(work, planned, () => {})
    sent.push(applied.done.length)
    state = applied.state
  }
  await client.close()
  const isWritten = sectionEntries().some(([name, { steps }]) => name === section && steps)
  expect([section, sent.every((count) => count > 0)]).toEqual([section, isWritten])
  reached.delete(viewQuiz.id)
  return [...reached]
}

describe('a section names what it reaches', () => {
  it.each(sectionEntries())('%s', async (name, { uses = [] }) => {
    await here.pulled('spring')
    const reached = await reachedBy(name, lives[name as SectionName])
    if (name === 'promo') {
      // Where its codes don't tell who has a list.
      const blind = await startBlind(here.sandbox.baseUrl, '/promo/codes', ['quizzes'])
      await here.sandbox.restore()
      reached.push(...(await reachedBy(name, lives[name as SectionName], blind.baseUrl).finally(blind.close)))
    }
    expect([...new Set(reached)].toSorted()).toEqual(uses.map(({ id }) => id).toSorted())
  })
})

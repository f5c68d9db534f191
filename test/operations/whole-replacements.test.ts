/** What replaces a whole that somebody else may replace too: after a lost answer it is read, and never sent again blindly. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as contract from '../../src/contract/index.ts'
import type { AnyOperation } from '../../src/contract/core/operation.ts'
import { relayTo, type Around } from '../faults/relay.ts'
import { freshFolder, surveyctl } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'params' in value
const all = Object.values(contract)
  .flatMap((group): unknown[] => Object.values(group))
  .filter(isOperation)

const question = '20000000-0000-4000-8000-000000000042'
const draftOf = async (id: number) => (await served.sandbox.request('GET', `/quiz/${id}`)).body

interface Case {
  line: string | string[]
  /** What somebody else sends meanwhile. */
  theirs: () => unknown
}

const cases: Readonly<Record<string, Case>> = {
  'quiz.save': {
    line: 'question set 43 2 title=Ours',
    theirs: async () => {
      const { ids, entities } = (await draftOf(43)).widgets
      return { ids, entities: { ...entities, [ids[1]]: { ...entities[ids[1]], title: 'Theirs' } } }
    },
  },
  'quiz.conditions': { line: 'condition remove 42 1 --yes', theirs: () => ({ conditions: {} }) },
  'quiz.set': { line: 'quiz set 43 qr_code_size=300', theirs: () => ({ qr_code_size: 400 }) },
  'text.set': {
    line: 'text set 43 btn_next=Ours --lang en',
    theirs: () => ({ texts: [{ code: 'btn_next', text: 'Theirs' }], lang: 'en' }),
  },
  'email.questions': {
    line: 'email questions 42 --owner-excluded 10000000-0000-4000-8000-000000000001',
    theirs: async () => ({ owner_excluded_questions: (await draftOf(42)).widgets.ids.slice(2, 3) }),
  },
  'email.template': { line: 'email template 42 owner --subject Ours', theirs: () => ({ owner_subject: 'Theirs' }) },
  'messenger.change': { line: 'messenger subject 42 messenger_a Ours', theirs: () => ({ action: 'save_widgets', subject: 'Theirs' }) },
  'sheets.change': {
    line: `sheets widgets 42 --hidden ${question}`,
    theirs: () => ({ action: 'save_widgets', hidden_widget_ids: [question, question.replace('42', '43')] }),
  },
  'crm.map-b': {
    line: 'crm map 42 crm_b lead --enabled --title-type Static --title-value Ours',
    theirs: () => ({ title_value: 'Theirs' }),
  },
  'crm.map-a': { line: "crm map 42 crm_a deal --active ''", theirs: () => ({ active: [101, 102] }) },
  'crm.settings-set': { line: 'crm settings-set 42 --file settings.json', theirs: () => ({ settings: [{ theirs: true }] }) },
  'role.set': { line: 'role set 2 --file role.json', theirs: () => ({ role_id: 2, permissions: { edit_quiz: 'allowed' } }) },
  'webhook.edit': { line: 'webhook edit 42 7 --title Ours', theirs: () => ({ title: 'Theirs' }) },
  'promo.sync': { line: 'promo sync 42 --list 1 --to 43', theirs: () => ({ list_id: 1, quize_ids: [46] }) },
}

it('each operation that replaces a whole is among them', () => {
  const known = all.filter(({ replaces }) => replaces && replaces !== 'unread').map(({ id }) => id)
  expect(Object.keys(cases).toSorted()).toEqual(known.toSorted())
})

it('each repeatable operation that sends a list or a map is one, or adds to what is there', () => {
  const adds = ['promo.attach', 'promo.detach']
  const ofFields = ['appearance.set', 'scheduler.edit', 'folder.reorder']
  const reads = ['export.summary-filtered', 'report.view', 'export.print', 'export.report']
  const sending = all.filter(
    ({ repeatable, body }) => repeatable && Object.values(body).some(({ kind }) => ['list', 'json'].includes(kind)),
  )
  expect(sending.filter(({ id, replaces }) => !replaces && ![...adds, ...ofFields, ...reads].includes(id)).map(({ id }) => id)).toEqual([])
})

/** The first time that the write is asked for its answer is lost, after `around` was done. */
async function meet({ line }: Case, { path }: AnyOperation, lose: (perform: () => Promise<unknown>, address: string) => Promise<unknown>) {
  const address = new RegExp(`^POST ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  let sent = 0
  const around: Around = async (asked, perform) => {
    if (!address.test(asked) || sent++ > 0) return perform()
    await lose(perform, asked.slice('POST '.length))
    throw new Error('the connection breaks')
  }
  const relay = await relayTo(served.sandbox.baseUrl, () => around)
  const cwd = freshFolder()
  writeFileSync(join(cwd, 'settings.json'), JSON.stringify({ settings: [{ ours: true }] }))
  writeFileSync(join(cwd, 'filters.json'), JSON.stringify({ filters: [{ ours: true }] }))
  writeFileSync(join(cwd, 'role.json'), JSON.stringify({ permissions: { edit_quiz: 'forbidden' } }))
  const { apiKey, workspaceId: workspace } = served.sandbox
  const words = typeof line === 'string' ? [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!) : line
  const { exitCode, stderr } = await surveyctl({ baseUrl: relay.url, apiKey, workspace })(words, { cwd })
  relay.close()
  return { exitCode, stderr, sent }
}

describe.each(Object.entries(cases))('%s', (id, one) => {
  const operation = all.find((each) => each.id === id)!
  it('is done where ours is there', async () => {
    const { exitCode, stderr, sent } = await meet(one, operation, (perform) => perform())
    expect([exitCode, sent], stderr).toEqual([0, 1])
    expect(stderr).toMatch(/the service shows that it was done/)
  })
  it('is sent again where nothing was changed', async () => {
    const { exitCode, stderr, sent } = await meet(one, operation, async () => {})
    expect([exitCode, sent], stderr).toEqual([0, 2])
  })
  it("leaves somebody else's there", async () => {
    const { exitCode, stderr, sent } = await meet(one, operation, async (perform, address) => {
      const theirs = await one.theirs()
      await perform()
      const { status, body } = await served.sandbox.request('POST', address, theirs)
      expect([status, body.code]).toEqual([200, undefined])
    })
    expect([exitCode, sent], stderr).toEqual([1, 1])
    expect(stderr).toMatch(/changed meanwhile/)
  })
})

it('what nothing shows is told as unknown, and not sent again', async () => {
  const operation = all.find(({ replaces }) => replaces === 'unread')!
  const line = 'filter save 42 --type report --file filters.json'
  const { exitCode, stderr, sent } = await meet({ line, theirs: () => ({}) }, operation, (perform) => perform())
  expect([exitCode, sent, stderr]).toEqual([8, 1, expect.stringMatching(/unknown/)])
})

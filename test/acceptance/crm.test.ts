/** CRM systems: connection, directories, mapping, and what an answer creates. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run, control } = served

const rating = '10000000-0000-4000-8000-000000000004'
const made = async (crm: string): Promise<any[]> =>
  (await control('inbox', { channel: crm })).map(({ to, subject, text }: any) => ({ to, subject, ...JSON.parse(text) }))
const refused = async (line: string, code: string, exitCode = 1): Promise<void> =>
  expect(await run(`${line} --json`), line).toMatchObject({ exitCode, error: { code } })
/** Past the tool's own checks, to see the service's. */
const post = (path: string, body: unknown) => run(['api', 'POST', path, '--input', '-', '--json'], { input: JSON.stringify(body) })

it('creates what is mapped from each answer', async () => {
  const map = await run([
    'crm',
    'map',
    '42',
    'crm_b',
    'lead',
    '--title-type',
    'Field',
    '--title-value',
    rating,
    '--add-id-to-title',
    '--field',
    `COMMENTS=widget:${rating}`,
    '--field',
    'SOURCE_ID=text:SPRING',
  ])
  expect(map.stdout).toBe('Mapped answers of survey 42 to lead of crm_b\n')
  await run('crm map 42 crm_a deal --active 101 --bind 501=10000000-0000-4000-8000-000000000004')
  await run('crm enable 42 crm_a')
  await control('answer', { quiz: 42, count: 1, seed: 1 })
  const [lead] = await made('crm_b')
  expect(lead).toMatchObject({
    to: 'lead',
    subject: expect.stringMatching(/^\d \d+$/),
    fields: { COMMENTS: expect.stringMatching(/^\d$/), SOURCE_ID: 'SPRING' },
  })
  expect(await made('crm_a')).toMatchObject([
    { to: 'deal 101', subject: 'Survey answer', status: 1001, fields: { 501: { value: lead.fields.COMMENTS } } },
  ])

  await run('crm disable 42 crm_b')
  await run(['crm', 'map', '42', 'crm_a', 'deal', '--active', ''])
  await control('answer', { quiz: 42, count: 1, seed: 2 })
  expect([await made('crm_a'), await made('crm_b')].map(({ length }) => length)).toEqual([1, 1])
})

it('keeps what a mapping was not told', async () => {
  await run('crm map 42 crm_b lead --no-enabled')
  const { json } = await run('crm fields 42 crm_b --json')
  expect(json.current_mapping.lead).toEqual({
    enabled: false,
    title_type: 'Static',
    title_value: 'Survey answer',
    fields: { SOURCE_ID: { static_value: 'SURVEY' } },
  })
})

it('takes a mapping from a file', async () => {
  const folder = freshFolder()
  writeFileSync(
    join(folder, 'deal.yaml'),
    `enabled: true\ncategory_id: 5\ndefault_stage: C5:NEW\nfields:\n  COMMENTS: {widget_id: ${rating}}\n`,
  )
  expect((await run('crm map 42 crm_b deal --file deal.yaml --title-value Spring', { cwd: folder })).exitCode).toBe(0)
  expect((await run('crm fields 42 crm_b --json')).json.current_mapping.deal).toEqual({
    enabled: true,
    category_id: 5,
    default_stage: 'C5:NEW',
    title_value: 'Spring',
    fields: { COMMENTS: { widget_id: rating } },
  })
  const moved = await run('crm map 42 crm_b deal --category-id 0')
  expect(moved.stderr).toContain('"C5:NEW" was dropped')
})

it('shows directories by section', async () => {
  const pipelines = await run('crm fields 42 crm_b --sections pipelines --deal-category-id 5')
  expect(pipelines.stdout.split('\n')).toContain('deal_stages\tC5:NEW\tNew\t\t')
  expect((await run('crm fields 42 crm_a --sections deal,types,users --json')).json.directories).toMatchObject({
    deal: null,
    types: null,
    users: [{ id: 11 }, { id: 12 }],
  })
  expect(Object.keys((await run('crm fields 42 crm_b --json')).json.directories)).toEqual(['lead', 'contact'])
  expect((await run('crm account --json')).json.pipelines[0]).toMatchObject({ id: 101, statuses: [{ id: 1001 }, {}, {}, {}] })
  expect((await run('crm lists --json')).json.map(({ id }: any) => id)).toEqual([301, 302])
  expect((await run('crm account')).stdout).toContain('statuses\t1001\tNew\t\t101')
})

it('lists surveys with whether they are sent, and keeps the older settings unchecked', async () => {
  await run('crm enable 42 crm_a')
  const list = (await run('crm quizzes --sort id --order asc --json')).json
  expect(list.filter((quiz: any) => quiz.crm_a_is_active).map(({ id }: any) => id)).toEqual([42])
  expect((await run('crm quizzes --limit 2')).stdout.trimEnd().split('\n')).toHaveLength(2)
  const folder = freshFolder()
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ settings: [{ anything: true }] }))
  const set = await run('crm settings-set 42 --file settings.json --no-active', { cwd: folder })
  expect(set.stderr).toContain('crm map')
  expect((await run('crm settings 42 --json')).json).toMatchObject({ is_active: false, settings: [{ anything: true }] })
})

it('exits 1 when the check says no', async () => {
  expect((await run('crm check 42 crm_b')).exitCode).toBe(0)
  expect(await run('crm check 46 crm_b --json')).toMatchObject({
    exitCode: 1,
    error: { kind: 'refused', details: { connection_ok: false } },
  })
  await control('revoke', { quiz: 42, what: 'crm_b' })
  expect(await run('crm check 42 crm_b')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('revoked') })
})

describe('what is refused', () => {
  it('without a connection', async () => {
    expect((await run('crm view 46 crm_a --json')).json).toMatchObject({ connected: false, is_active: false })
    for (const line of [
      'crm enable 46 crm_a',
      'crm fields 46 crm_b',
      'crm map 46 crm_a deal --active 101',
      'crm map 46 crm_b lead --enabled',
      'crm settings 46',
    ])
      await refused(line, 'not_connected')
    await control('disconnect', { quiz: 42, what: 'crm_a' })
    for (const line of ['crm account', 'crm lists']) await refused(line, 'not_connected')
  })

  it('when the access was taken back', async () => {
    await control('revoke', { quiz: 42, what: 'crm_a' })
    for (const line of ['crm fields 42 crm_a', 'crm map 42 crm_a deal --active 101', 'crm account', 'crm lists'])
      await refused(line, 'connection_lost')
    await refused('crm enable 42 crm_a', 'toggle_failed')
    expect((await run('crm disable 42 crm_a')).exitCode).toBe(0)
  })

  it('when the CRM gives no directories', async () => {
    await control('fault add', { pattern: 'GET /quiz/*/integrations/crm/*/fields', status: 400, code: 'directories_failed' })
    await control('fault add', { pattern: 'POST /quiz/*/integrations/crm_a/mapping/*', status: 400, code: 'directories_unavailable' })
    await refused('crm fields 42 crm_b', 'directories_failed')
    await refused('crm map 42 crm_a deal --active 101', 'directories_unavailable')
    await control('fault clear')
  })

  it('of a mapping to crm_a', async () => {
    const question = `--bind 511=${rating}`
    await refused('crm map 42 crm_a deal --active 999', 'pipeline_unknown')
    await refused('crm map 42 crm_a list --active 101', 'pipeline_unknown')
    await refused('crm map 42 crm_a deal --statuses {"101":1021}', 'status_mismatch')
    await refused(`crm map 42 crm_a deal --bind 999=${rating}`, 'field_unknown')
    await refused('crm map 42 crm_a deal --bind 501=10000000-0000-4000-8000-000000000999', 'bind_not_widget')
    await refused('crm map 42 crm_a deal --subtype {"511":"WORK"}', 'subtype_without_bind')
    await refused('crm map 42 crm_a deal --users {"101":99}', 'user_unknown')
    await refused('crm map 42 crm_a deal --titles {"101":""}', 'title_empty')
    expect((await run(`crm map 42 crm_a deal ${question} --subtype {"511":"WORK"}`)).exitCode).toBe(0)
    expect((await run('crm map 42 crm_a list --active 0,1,301')).exitCode).toBe(0)
  })

  it('of a mapping to crm_b', async () => {
    const path = '/quiz/42/integrations/crm_b/mapping'
    const source = { widget_id: rating, static_value: 'both' }
    expect(await post(`${path}/lead`, { fields: { COMMENTS: source } })).toMatchObject({ exitCode: 6, error: { code: 'field_ambiguous' } })
    expect(await post(`${path}/lead`, { fields: { COMMENTS: {} } })).toMatchObject({ exitCode: 6, error: { code: 'field_empty' } })
    expect(await post(`${path}/deal`, { category_id: 5, default_stage: 'NEW' })).toMatchObject({
      exitCode: 6,
      error: { code: 'stage_mismatch' },
    })
    expect(await post(`${path}/lead`, { default_stage: 'NEW' })).toMatchObject({ exitCode: 6, error: { code: 'stage_deal_only' } })
    await refused('crm map 42 crm_b deal --default-stage C5:NEW', 'stage_mismatch', 6)
  })

  it('and what is not: switching by the words, as the service takes them too', async () => {
    expect((await post('/quiz/42/integrations/crm/crm_a/toggle', { is_active: 'true' })).json).toMatchObject({ is_active: true })
    expect((await post('/quiz/42/integrations/crm/crm_a/toggle', { is_active: 'false' })).json).toMatchObject({ is_active: false })
    expect(await post('/quiz/42/integrations/crm/crm_a/toggle', { is_active: 'no' })).toMatchObject({ exitCode: 6 })
  })

  it('of names in the path', async () => {
    expect(await post('/quiz/42/integrations/crm_b/mapping/order', {})).toMatchObject({ exitCode: 6, error: { code: 'unknown_entity' } })
    expect(await post('/quiz/42/integrations/crm_a/mapping/lead', {})).toMatchObject({ exitCode: 6, error: { code: 'unknown_block' } })
    expect(await run('api GET /quiz/42/integrations/crm/crm_c --json')).toMatchObject({ exitCode: 6, error: { code: 'unknown_crm' } })
  })

  it('before anything is sent', async () => {
    const usage = async (line: string, says: string): Promise<void> =>
      expect(await run(line), line).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(says) })
    await usage('crm view 42 crm_c', 'crm_a, crm_b')
    await usage('crm map 42 crm_b deal --category-id 5 --default-stage NEW', 'C5:')
    await usage('crm map 42 crm_b lead --default-stage NEW', 'deals only')
    await usage('crm map 42 crm_b list --enabled', 'lead, contact, company, deal')
    await usage('crm map 42 crm_a lead --active 101', 'deal, list, task')
    await usage('crm map 42 crm_a deal --enabled', 'not for crm_a')
    await usage('crm map 42 crm_b lead --field NAME', 'NAME=widget:UUID')
    await usage('crm map 42 crm_b lead --field NAME=widget:7', 'UUID')
    await usage('crm map 42 crm_b lead', 'Nothing to map')
    await usage('crm fields 42 crm_a --deal-category-id 5', 'crm_b only')
    await usage('crm fields 42 crm_a --sections people', 'lead, deal')
  })

  it('without the right or the plan option, also to stop', async () => {
    await control('plan set', { change: { crm_b: false } })
    await refused('crm fields 42 crm_b', 'blocked_by_tariff', 4)
    await refused('crm disable 42 crm_b', 'blocked_by_tariff', 4)
    expect((await run('crm view 42 crm_a')).exitCode).toBe(0)
    const { api_key } = await control('key participant', { rights: { settings: 'allowed' } })
    expect(await served.as(api_key)('crm account')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('integrations') })
  })
})

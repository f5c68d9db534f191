/** Tools for assistants, by the official client over standard input and output: what is read, and what is changed. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eachOnce, kinds, kindsWhoAsk, ofKind, withAssistants, type Asking } from '../support/assistant.ts'
import { freshFolder, surveyctl } from '../support/program.ts'

const assistants = withAssistants()
const { start, where, writes } = assistants

/** A folder of settings whose one profile is signed in. */
function settings(profile: object): string {
  const folder = freshFolder()
  const all = {
    base_url: assistants.sandbox.baseUrl,
    api_key: assistants.sandbox.apiKey,
    workspace: assistants.sandbox.workspaceId,
    ...profile,
  }
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ current: 'shop', profiles: { shop: all } }), { mode: 0o600 })
  return folder
}

const retitle = (title: string) => ({ survey: '42', edits: [{ screen: 'rating-1', set: { title } }] })

describe.each(kinds)(`${ofKind},`, (kind) => {
  it('plans, applies and publishes, or is told what to say', async () => {
    const one = await start(kind)
    await one.look()
    const { facts } = await one.call('survey_plan', retitle('How was the delivery?'))
    expect(await one.call('survey_apply', { plan: facts.plan })).toMatchObject({ failed: false })
    const { body } = await assistants.sandbox.request('GET', '/quiz/42')
    expect(JSON.stringify(body.widgets)).toContain('How was the delivery?')
    expect(writes().filter((line) => line.endsWith('/publish'))).toEqual([])
    const said = await one.call('survey_publish', { survey: '42' })
    if (kind.canAsk) {
      expect(said).toMatchObject({ failed: false, facts: { published: true } })
      expect(one.asked).toEqual([expect.stringMatching(/^Publish survey 42 "Spring"\? .*, \d+ warnings?$/)])
    } else {
      expect(said.failed).toBe(true)
      expect(said.text).toContain('surveyctl quiz publish 42')
      expect(writes().filter((line) => line.endsWith('/publish'))).toEqual([])
    }
  })
})

describe('the list of tools', () => {
  it('has 16 tools, the same bytes twice, in few tokens', async () => {
    const [first, second] = await Promise.all([start(), start({ era: 'old' })])
    const { tools } = await first.client.listTools()
    expect(tools).toHaveLength(16)
    expect(JSON.stringify((await second.client.listTools()).tools)).toBe(JSON.stringify(tools))
    expect(JSON.stringify((await first.client.listTools()).tools)).toBe(JSON.stringify(tools))
    // Measured with o200k: 2,160 and 1,686, which are 4.25 and 4.21 characters each.
    expect(JSON.stringify(tools).length).toBeLessThan(2500 * 4.2)
    const reading = await start({ args: ['--read-only'] })
    const { tools: readTools } = await reading.client.listTools()
    expect(JSON.stringify(readTools).length).toBeLessThan(1700 * 4.2)
    expect(first.client.getInstructions()!.length).toBeLessThan(200 * 4.2)
    expect(readTools.filter(({ annotations }) => annotations?.destructiveHint)).toEqual([])
  })

  it.each(kinds)(`is without tools that write where nothing may be written, and refuses them by name, to ${ofKind}`, async (kind) => {
    for (const asking of [
      { args: ['--read-only'] },
      { env: { SURVEYCTL_CONFIG_DIR: settings({ read_only: true }) }, baseUrl: '', apiKey: '' },
    ]) {
      const one = await start({ ...kind, ...asking })
      const before = assistants.sandbox.requests.length
      const said = await one.call('survey_apply', { plan: 'plan_x' })
      expect(said.failed).toBe(true)
      expect(said.text).toContain('read-only')
      expect(assistants.sandbox.requests.slice(before)).toEqual([])
    }
  })

  it.each(eachOnce)(`has the operations of a group as tools, for ${ofKind}`, async (kind) => {
    const one = await start({ ...kind, args: ['--toolsets', 'webhook'] })
    const { tools } = await one.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'account_view',
      'webhook_add',
      'webhook_edit',
      'webhook_logs',
      'webhook_list',
      'webhook_remove',
      'webhook_resend',
      'webhook_toggle',
      'reference_read',
    ])
    expect((await one.call('webhook_list', { id: 42 })).facts.total).toBe(3)
  })

  it("isn't served of a group that there isn't", async () => {
    const refused = await surveyctl(where())('mcp --toolsets webhoks')
    expect(refused.exitCode).toBe(2)
    expect(refused.stderr).toContain('did you mean webhook')
    expect((await surveyctl(where())('mcp --toolsets bogus')).stderr).toContain('there is no "bogus". There are: ')
    const { json } = await surveyctl(where())('mcp tools --toolsets ai-report --json')
    expect(json.map(({ name }: { name: string }) => name)).toContain('ai_report_start')
  })
})

describe.each(kinds)(`a change of a survey by ${ofKind}`, (kind) => {
  const startSo = (asking: Asking = {}) => start({ ...kind, ...asking })
  /** Where nobody can be asked. */
  const leftTo = (line: string) => ({
    failed: true,
    text: expect.stringMatching(
      new RegExp(`^A person has to be asked \\([^\\n]+\\), and this client cannot ask[^]*\\nFor the person: ${line}$`),
    ),
  })

  it('is viewed as YAML that a plan takes back as no difference', async () => {
    const one = await startSo()
    const { text } = await one.call('survey_view', { survey: 'Spring' })
    expect(await one.call('survey_plan', { survey: 42, file: text })).toMatchObject({ text: 'No difference' })
  })

  it('with slips is told each by the name that was written, and sends nothing', async () => {
    const one = await startSo()
    await one.look()
    const plan = async (...edits: object[]) => (await one.call('survey_plan', { survey: '42', edits })).text
    const add = { key: 'new', type: 'choise', titel: 'Colour' }
    expect(await plan({ add }, { screen: 'rating-1', set: { titel: 'X', made_by: 'hand' } })).toMatch(
      /^screen "new": type must be one of [^]*\nscreen \d+ "[^"]+": titel is not a known field; did you mean title\?\nscreen \d+: titel is not/,
    )
    expect(await plan({ screen: 'rating-1', sett: {} }, { section: 'setings', set: {} })).toMatch(
      /edits\.0\.sett: there is no such field; did you mean set\?[^]*section "setings", where there are settings, conditions, texts; did you mean settings\?/,
    )
    const file = 'format: 1\nscreens:\n  - { key: only, type: input, titel: Why }\n'
    expect((await one.call('survey_plan', { survey: '42', file })).text).toContain('titel is not a known field; did you mean title?')
    // The service may know more.
    expect(await plan({ screen: 'rating-1', set: { made_by: 'hand' } })).toContain('1 change')
    expect(writes()).toEqual([])
  })

  it('that answers would be lost by is told, refused, and asked about', async () => {
    const one = await startSo()
    const { text } = await one.call('survey_view', { survey: '42', screens: ['choice-1'] })
    const title = /title: (Pots)/.exec(text)?.[1]
    expect(title).toBe('Pots')
    const { content: [whole] = [] } = (await one.client.callTool({ name: 'survey_view', arguments: { survey: '42' } })) as any
    const file = whole.text.replace(/^ *- (\{ )?id: [^\n]*\n? *title: Pots[^\n]*\n/m, '').replace(/^ *- \{[^\n]*title: Pots[^\n]*\n/m, '')
    expect(file).not.toContain('title: Pots')
    const { text: planned, facts } = await one.call('survey_plan', { survey: '42', file })
    expect(planned).toMatch(/answers at risk: .*\d+ answers? hold/)
    expect(facts.losses).toBeGreaterThan(0)
    const from = assistants.sandbox.requests.length
    expect((await one.call('survey_apply', { plan: facts.plan })).text).toContain('allow_loss')
    one.answer(undefined)
    const declined = await one.call('survey_apply', { plan: facts.plan, allow_loss: true })
    expect(writes(from)).toEqual([])
    if (!kind.canAsk)
      return expect(declined).toMatchObject(leftTo('surveyctl quiz edit 42 --allow-loss. Or the server is started with --allow answers'))
    expect(declined.text).toContain('Declined')
    one.answer({ confirm: true })
    expect((await one.call('survey_apply', { plan: facts.plan, allow_loss: true })).failed).toBe(false)
    expect(one.asked).toHaveLength(2)
  })

  it('is refused where a colleague saved first, and where the plan was used', async () => {
    const one = await startSo()
    await one.look()
    const first = await one.call('survey_plan', retitle('First'))
    await surveyctl(where())(['question', 'set', '42', '4', 'title=Theirs'])
    const refused = await one.call('survey_apply', { plan: first.facts.plan })
    expect(refused.text).toContain('changed since the plan was made')
    const second = await one.call('survey_plan', retitle('Second'))
    expect((await one.call('survey_apply', { plan: second.facts.plan, dry_run: true })).text).toContain('/quiz/42/save')
    expect((await one.call('survey_apply', { plan: second.facts.plan })).failed).toBe(false)
    expect((await one.call('survey_apply', { plan: second.facts.plan })).text).toContain('was used')
  })

  it('is published without a question with --allow publish', async () => {
    const allowed = await startSo({ args: ['--allow', 'publish'] })
    expect((await allowed.call('survey_publish', { survey: '42' })).failed).toBe(false)
    expect(allowed.asked).toEqual([])
  })

  it('of a protected profile wants its name, whatever is allowed', async () => {
    const one = await startSo({
      args: ['--allow', 'publish'],
      baseUrl: '',
      apiKey: '',
      env: { SURVEYCTL_CONFIG_DIR: settings({ protected: true }) },
    })
    one.answer({ profile: 'shopp' })
    const from = assistants.sandbox.requests.length
    const refused = await one.call('survey_publish', { survey: '42' })
    expect(writes(from)).toEqual([])
    // Nothing that the server could be started with would do it.
    if (!kind.canAsk) return expect(refused).toMatchObject(leftTo('surveyctl quiz publish 42'))
    expect(refused.text).toContain('Declined')
    one.answer({ profile: 'shop' })
    expect((await one.call('survey_publish', { survey: '42' })).failed).toBe(false)
    expect(one.asked).toHaveLength(2)
  })

  it('that a campaign locks is told with the campaign, and not tried again', async () => {
    await assistants.sandbox.control('lock', { quiz: 42 })
    const one = await startSo({ args: kind.canAsk ? [] : ['--allow', 'publish'] })
    const said = await one.call('survey_publish', { survey: '42' })
    expect(said.facts.error.kind).toBe('locked')
    expect(said.text).toMatch(/campaign "[^"]+"/)
    expect(said.text).toContain('--wait-unlock')
    expect(writes().filter((line) => line.endsWith('/publish'))).toHaveLength(1)
  })

  it('that is new, and whose answer is lost, is told as unknown with the tool that shows it', async () => {
    const one = await startSo()
    const made = await one.call('survey_create', { folder: '2', name: 'New' })
    expect(made.failed).toBe(false)
    await assistants.sandbox.control('fault add', { pattern: 'POST /quiz', reset: true, after_commit: true, times: 1 })
    const said = await one.call('survey_create', { folder: '2' })
    expect(said.text).toContain('not known')
    expect(said.text).toContain('survey_list')
  })
})

it.each(kindsWhoAsk)("a change that is declined isn't published, by $era era", async (kind) => {
  const one = await start(kind)
  const from = assistants.sandbox.requests.length
  for (const answer of [undefined, { confirm: false }]) {
    one.answer(answer)
    expect(await one.call('survey_publish', { survey: '42' })).toMatchObject({ failed: true, text: expect.stringContaining('Declined') })
  }
  expect(writes(from)).toEqual([])
})

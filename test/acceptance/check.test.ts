/** `quiz check`: findings for people, for code hosts and for CI systems. */
import { execa } from 'execa'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'
import { isSarif } from '../support/sarif.ts'

const served = useSandbox('demo', { keep: true })

const noXmllint = existsSync('/usr/bin/xmllint') ? '' : ' (skipped: no /usr/bin/xmllint)'

/** Accepted, expired, unused; a name that no address can have as it is. */
const config = `
rules: {never-published: warning, qr-missing: off}
suppress:
  - {rule: nobody-notified, survey: 43, reason: "a <trial> & \\"more\\""}
  - {rule: closed, survey: 43, reason: summer, until: "2026-01-31"}
`

describe('findings', () => {
  it('are a SARIF log, whatever the file is called', async () => {
    const cwd = freshFolder()
    for (const name of ['check.yaml', 'a #1 ü%.yaml', join(cwd, 'whole path.yaml')]) {
      writeFileSync(join(cwd, name.slice(name.lastIndexOf('/') + 1)), config)
      const { exitCode, stderr } = await served.run(
        ['quiz', 'check', '--all', '--config', name, '--sarif', 'out.sarif', '--fail-on', 'never'],
        {
          cwd,
        },
      )
      expect(exitCode, stderr).toBe(0)
      const log = JSON.parse(readFileSync(join(cwd, 'out.sarif'), 'utf8'))
      expect([isSarif(log), isSarif.errors]).toEqual([true, null])
      const [{ results, tool }] = log.runs
      expect(results.length).toBeGreaterThan(10)
      const known = new Set(tool.driver.rules.map(({ id }: { id: string }) => id))
      expect(results.filter(({ ruleId }: { ruleId: string }) => !known.has(ruleId))).toEqual([])
      expect(results.filter((each: object) => 'suppressions' in each)).toHaveLength(1)
      expect(new URL(results[0].locations[0].physicalLocation.artifactLocation.uri, 'file:///base/').pathname).toBe(
        new URL(name.startsWith('/') ? `file://${name.replace(' ', '%20')}` : encodeURIComponent(name), 'file:///base/').pathname,
      )
    }
  })

  it('the schema refuses what is no log', () => {
    const log = { version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [{ message: {} }] }] }
    expect(isSarif(log)).toBe(false)
    expect(isSarif({ ...log, runs: [{ tool: { driver: { name: 'x', homepage: 'y' } } }] })).toBe(false)
  })

  it.skipIf(noXmllint)(`are JUnit XML that a parser takes${noXmllint}`, async () => {
    const cwd = freshFolder()
    writeFileSync(join(cwd, 'check.yaml'), config)
    await served.sandbox.request('POST', '/quiz/44/rename', { name: 'Tags <b> & "quotes" \u0007' })
    const { exitCode } = await served.run('quiz check 42 43 44 --junit out.xml --fail-on never', { cwd })
    expect(exitCode).toBe(0)
    const ask = async (xpath: string): Promise<number> =>
      Number((await execa('xmllint', ['--nonet', '--xpath', xpath, join(cwd, 'out.xml')])).stdout)
    expect(await ask('count(/testsuites/testsuite)')).toBe(3)
    expect(await ask('count(//skipped)')).toBe(1)
    expect(await ask('count(//testcase[not(@classname) or not(@name)])')).toBe(0)
    for (const [attribute, cases] of [
      ['tests', 'testcase'],
      ['failures', 'testcase/failure'],
      ['skipped', 'testcase/skipped'],
    ])
      expect(await ask(`count(//testsuite[@${attribute} != count(${cases})])`)).toBe(0)
  })
})

describe('what only a request can tell', () => {
  const rulesOf = async (quiz: number, options: { env?: Record<string, string>; cwd?: string } = {}): Promise<string[]> =>
    (await served.run(`quiz check ${quiz} --json --fail-on never`, options)).json.map(
      ({ rule, message }: { rule: string; message: string }) => `${rule}: ${message}`,
    )

  it('is whether pictures are there', async () => {
    const { origin } = new URL(served.sandbox.baseUrl)
    const pictures = [`${origin}/nothing.png`, 'http://127.0.0.1:9/off.png', 'http://pictures.invalid/not-asked.png']
    const photo = join(import.meta.dirname, '../support/examples/photo.png')
    const { url } = (await served.run(['media', 'upload', '44', photo, '--json'])).json
    const entities = Object.fromEntries(
      [url, ...pictures].map((imgUrl, index) => [
        `0000000${index}-0000-4000-8000-000000000000`,
        { type: 'input', title: `Q${index}`, multimedia: { type: 'img', imgUrl } },
      ]),
    )
    const saved = { ...entities, submit: { type: 'submit' } }
    const { status } = await served.sandbox.request('POST', '/quiz/44/save', { ids: Object.keys(saved), entities: saved })
    expect([status, url]).toEqual([200, expect.any(String)])
    const broken = (await rulesOf(44)).filter((line) => line.startsWith('media-broken'))
    expect(broken).toEqual([
      expect.stringMatching(/question 2 "Q1": .*nothing\.png answers 404/),
      expect.stringMatching(/question 3 "Q2": .*off\.png cannot be reached/),
    ])
    const cwd = freshFolder()
    writeFileSync(join(cwd, 'check.yaml'), 'rules: {media-broken: off}')
    const before = served.sandbox.requests.length
    expect((await rulesOf(44, { cwd })).filter((line) => line.startsWith('media-broken'))).toEqual([])
    expect(served.sandbox.requests.slice(before).filter((line) => line.includes('nothing.png'))).toEqual([])
  })

  it('is whether a CRM still lets answers in, and what it makes of them', async () => {
    const crm = async (): Promise<string[]> => (await rulesOf(42)).filter((line) => line.startsWith('crm') || line.startsWith('reference'))
    expect(await crm()).toEqual([])
    const gone = '10000000-0000-4000-8000-0000000000ff'
    await served.sandbox.request('POST', '/quiz/42/integrations/crm_b/mapping/lead', { fields: { NAME: { widget_id: gone } } })
    expect(await crm()).toEqual([`reference-dangling: The mapping to crm_b names ${gone}, which is not a question of this survey`])
    await served.sandbox.request('POST', '/quiz/42/integrations/crm_b/mapping/lead', { enabled: false, fields: {} })
    expect(await crm()).toEqual(['crm-unmapped: crm_b is on, but its mapping creates nothing from an answer'])
    await served.sandbox.control('revoke', { what: 'crm_b', quiz: 42 })
    expect(await crm()).toEqual([expect.stringMatching(/^crm-lost: The connection to crm_b is lost: /)])
  })
})

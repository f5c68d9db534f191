/** Each rule of an audit: an account where it speaks, and the nearest one where it doesn't. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountRules, type AccountRuleId } from '../../src/check/account-rules.ts'
import { auditCases } from '../support/audit-cases.ts'
import { freshFolder } from '../support/program.ts'
import { serve, type Served } from '../support/served.ts'

let served: Served
beforeAll(async () => {
  served = await serve('demo')
})
afterAll(() => served.close())

const given: Readonly<Record<string, string>> = { SURVEY: '43', FOLDER: '2', FILE: 'none.txt', NAME: 'Name', URL: 'https://example.com/x' }

/** What helps is a command line that there is. */
async function isUnderstood(fix: string): Promise<void> {
  // Into a file, and then that file.
  for (const command of fix.split(' > role.yaml # edit it, then: ')) {
    const words = (command.match(/'[^']*'|\S+/g) ?? []).map((word) => given[word] ?? word.replace(/^'(.*)'$/, '$1'))
    const { stderr } = await served.run([...words.slice(1), '--dry-run'])
    expect([fix, stderr]).toEqual([
      fix,
      expect.not.stringMatching(/Unexpected argument|Unknown (command|verb)|Unknown flag --(?!dry-run)|is required/),
    ])
  }
}

/** The rule alone: `SURVEY PATH` of what it finds. */
async function found(rule: AccountRuleId, flags: string): Promise<string[]> {
  const cwd = freshFolder()
  const others = accountRules.filter(({ id }) => id !== rule).map(({ id }) => `${id}: off`)
  writeFileSync(join(cwd, 'check.yaml'), `rules: {${others.join(', ')}}\ndomains: [example.com]\n`)
  const { json, stderr } = await served.run(`account audit --fail-on never --json ${flags}`.trim(), { cwd })
  expect(json, stderr).toBeDefined()
  expect(stderr.includes('Not checked') && flags === '' && rule !== 'storage-bad', stderr).toBe(false)
  for (const fix of new Set(json.map(({ fix }: { fix: string }) => fix)) as Set<string>) await isUnderstood(fix)
  return json.map(({ survey, path }: { survey: string; path: string | null }) => `${survey} ${path ?? ''}`.trim())
}

async function after(steps: (typeof auditCases)[AccountRuleId][number]['speaks']): Promise<void> {
  await served.sandbox.restore()
  for (const step of steps) {
    if (typeof step !== 'string') {
      await step(served)
      continue
    }
    const { exitCode, stderr } = await served.run(step)
    expect([step, exitCode], stderr).toEqual([step, 0])
  }
}

it('has a case and a counter-case of every rule', () => {
  expect(Object.keys(auditCases).sort()).toEqual(accountRules.map(({ id }) => id).sort())
  expect(Object.entries(auditCases).filter(([, cases]) => cases.length === 0)).toEqual([])
})

const cases = accountRules.flatMap(({ id }) => auditCases[id].map((each, index) => ({ ...each, rule: id, name: `${id} ${index + 1}` })))

it.each(cases)('$name', async ({ rule, finds, speaks, quiet, flags = '' }) => {
  const isIt = (one: string): boolean => one === finds || one.startsWith(`${finds} `) || one.startsWith(`${finds}/`)
  await after(speaks)
  expect((await found(rule, flags)).filter(isIt), 'speaks').toHaveLength(1)
  await after(quiet)
  expect((await found(rule, flags)).filter(isIt), 'is quiet beside it').toEqual([])
})

/** The guide to assistants, held against the server: its conversations word for word, and every name and limit in it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commonFlags } from '../../src/cli/flags/table.ts'
import { operationsByGroup } from '../../src/contract/operations.ts'
import { clientNames } from '../../src/mcp/clients.ts'
import { usualRate } from '../../src/mcp/desk.ts'
import { allowable, toolsets } from '../../src/mcp/options.ts'
import { withAssistants } from '../support/assistant.ts'
import { freshFolder, surveyctl } from '../support/program.ts'
import { blocks } from '../support/readme.ts'

const page = 'src/reference/guides/assistants.md'
const guide = readFileSync(join(import.meta.dirname, '../..', page), 'utf8')
const assistants = withAssistants()
const { start, where } = assistants

/** As it is read: blanks are one, and lines fold. */
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
/** `…` is what differs from run to run. */
const asPattern = (text: string): RegExp =>
  new RegExp(
    `^${flat(text)
      .split('…')
      .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
      .join('.+?')}$`,
  )

interface Turn {
  tool: string
  input: Record<string, unknown>
  asked: string[]
  said: string
  answer: string
}

const turnsOf = (heading: string): Turn[] =>
  blocks(page, 'text', heading)
    .join('\n')
    .split(/^→ /m)
    .filter((turn) => turn.trim() !== '')
    .map((turn) => {
      const [call = '', ...lines] = turn.split('\n')
      const at = call.indexOf(' ')
      const asked = lines.filter((line) => line.startsWith('? ')).map((line) => line.slice(2))
      const answer = lines.find((line) => /^(yes|no)$/.test(line)) ?? 'yes'
      const told = lines.filter((line) => !line.startsWith('? ') && !/^(yes|no)$/.test(line))
      return { tool: call.slice(0, at), input: JSON.parse(call.slice(at)), asked, answer, said: told.join('\n') }
    })

describe.each([
  ['A survey is looked through', [], 2],
  ['A question is changed', [], 5],
  ['Answers are summed up', ['--allow', 'publish', '--export-dir', 'FOLDER'], 4],
] as const)('%s', (heading, args, count) => {
  it('as the guide has it', async () => {
    const one = await start({ args: args.map((arg) => (arg === 'FOLDER' ? freshFolder() : arg)) })
    const turns = turnsOf(heading)
    expect(turns).toHaveLength(count)
    let plan = ''
    for (const { tool, input, asked, answer, said } of turns) {
      const from = one.asked.length
      one.answer(answer === 'yes' ? { confirm: true } : undefined)
      const { text, facts } = await one.call(tool, input.plan === undefined ? input : { ...input, plan })
      expect(flat(text)).toMatch(asPattern(said))
      expect(one.asked.slice(from)).toEqual(asked)
      plan = String(facts.plan ?? plan)
    }
  })
})

describe('in the guide', () => {
  const spans = new Set(Array.from(guide.matchAll(/`([^`\n]+)`/g), ([, span]) => span!))

  it('is every tool with its class, and no other', async () => {
    const { json: tools } = await surveyctl(where())('mcp tools --json')
    const rows = Array.from(guide.matchAll(/^\| (read|draft|file|ask) \| ([^|]+) \|/gm), ([, kind, cells]) => [kind!, cells!] as const)
    expect(rows.map(([kind]) => kind)).toEqual(['read', 'draft', 'file', 'ask'])
    const named = rows.flatMap(([kind, cells]) => Array.from(cells.matchAll(/`([a-z]+_[a-z]+)`/g), ([, tool]) => `${kind} ${tool}`))
    // It is as its operation is.
    const written = (tools as { name: string; class: string }[]).map((tool) => `${tool.class} ${tool.name}`)
    expect(named.toSorted()).toEqual([...written, 'ask operation_write'].toSorted())
    const others = [...spans].filter((span) => /^[a-z]+_[a-z]+$/.test(span) && span !== 'read_only')
    expect(others.filter((span) => !written.some((line) => line.endsWith(` ${span}`)))).toEqual([])
  })

  it('are flags, words and clients that there are', async () => {
    const { stdout: help } = await surveyctl(where())('mcp --help')
    const known = new Set([
      ...Array.from(help.matchAll(/--[a-z-]+/g), ([flag]) => flag),
      ...Object.values(commonFlags).map(({ long }) => `--${long}`),
    ])
    const flags = Array.from(guide.matchAll(/--[a-z][a-z-]+/g), ([flag]) => flag)
    expect(flags.length).toBeGreaterThan(15)
    expect(flags.filter((flag) => !known.has(flag) && !help.includes(flag))).toEqual([])
    expect(guide).toContain(`--allow ${allowable.join(',')}`)
    expect(guide).toContain(`--toolsets ${toolsets.join(',')}`)
    const groups = operationsByGroup().map(({ group }) => group)
    expect(groups).toEqual(expect.arrayContaining(['webhook', 'promo']))
    expect(clientNames.filter((name) => !blocks(page, 'sh').join('').includes(name))).toEqual([])
  })

  it('are the limits that hold', async () => {
    const one = await start()
    const { text } = await one.call('account_view')
    expect([guide.includes('more than 50 times (`--max-writes`)'), text.includes('writes: 0 of 50')]).toEqual([true, true])
    expect([guide.includes('more than five requests a second (`--rate`)'), usualRate]).toEqual([true, 5])
  })
})

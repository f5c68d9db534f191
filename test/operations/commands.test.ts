import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sentBy, type Command, type Group } from '../../src/cli/command.ts'
import { flagsOf } from '../../src/cli/flags/of-field.ts'
import { fieldsOf, shapeOf } from '../../src/cli/shape.ts'
import { loaders } from '../../src/commands/index.ts'
import * as contract from '../../src/contract/index.ts'
import { isRead, type AnyOperation } from '../../src/contract/core/operation.ts'
import { findGroup, manifest } from '../../src/reference/find.ts'

const groups: Group[] = await Promise.all([...loaders().values()].map((load) => load()))
const commands = groups.flatMap(({ noun, aliases, commands: all }) =>
  all.map((command) => ({ name: [noun, command.verb].filter(Boolean).join(' '), command, nouns: [noun, ...aliases] })),
)
/** What the acceptance tests run, however a line is written. */
const acceptance = join(import.meta.dirname, '..', 'acceptance')
const stories = readdirSync(acceptance)
  .map((file) => readFileSync(join(acceptance, file), 'utf8'))
  .join('\n')
  .replaceAll(/[\s'"`,]+/g, ' ')
const operations = new Map<string, AnyOperation>()
for (const { command } of commands) for (const one of await sentBy(command)) operations.set(one.id, one)

describe('the groups', () => {
  it('are those of the index and of the manifest, said in the same words', () => {
    expect(groups.map(({ noun, summary, aliases }) => ({ noun, summary, aliases }))).toEqual(
      manifest().map(({ noun, summary, aliases }) => ({ noun, summary, aliases })),
    )
    expect([...loaders().keys()]).toEqual(groups.map(({ noun }) => noun))
  })
  it('are found by each of their names, which none shares', () => {
    const names = groups.flatMap(({ noun, aliases }) => [noun, ...aliases])
    expect(new Set(names).size).toBe(names.length)
    for (const { noun, aliases } of groups) for (const name of [noun, ...aliases]) expect(findGroup(name)).toBe(noun)
  })
})

describe.each(commands)('$name', ({ name, command }: { name: string; command: Command }) => {
  const { definition, operation } = command
  const shape = shapeOf(command)

  it('says in a sentence what it does, and shows how', () => {
    expect(definition.summary ?? operation?.summary).toMatch(/^[A-Z].{8,}[^.]$/)
    expect(definition.examples.length).toBeGreaterThan(0)
    expect(definition.examples.some((example) => example.includes(name))).toBe(true)
  })

  it('has a place for each field, with a meaning, and no flag twice', () => {
    const flags = shape.flags.flatMap(({ flag, negative, clear }) => [flag, negative, clear]).filter((flag) => flag !== undefined)
    const extra = Object.values(definition.extra ?? {}).map(({ flag }) => /--[\w-]+/.exec(flag)?.[0] ?? flag)
    expect(new Set([...flags, ...extra]).size).toBe(flags.length + extra.length)
    for (const { field, form } of shape.flags) expect((form?.about ?? field.about).length).toBeGreaterThan(1)
    const places = [...Object.keys(fieldsOf(operation)), ...shape.positionals.map((positional) => positional.name)]
    for (const key of Object.keys(definition.flags ?? {})) expect(places).toContain(key)
    for (const { about } of Object.values(definition.extra ?? {})) expect(about.length).toBeGreaterThan(3)
  })

  it('tells what it did, or shows what it read', () => {
    if (!operation || definition.run) return
    if (isRead(operation) && !shape.isFile) expect(operation.rows !== undefined || definition.columns !== undefined, 'columns').toBe(true)
    if (shape.isWrite && !definition.columns) expect(definition.done, 'done').toBeDefined()
  })
})

describe('the operations', () => {
  it('have a command each', () => {
    const known = Object.values(contract).flatMap((group) => Object.values<unknown>(group))
    const ids = known.flatMap((one) => (typeof one === 'object' && one !== null && 'id' in one && 'path' in one ? [one.id] : []))
    expect(ids.length).toBeGreaterThan(130)
    expect(ids.filter((id) => !operations.has(String(id)))).toEqual([])
  })
  it('are run by a test in test/acceptance', () => {
    const isRun = ({ command: { verb, definition }, nouns }: (typeof commands)[number]): boolean =>
      nouns.some((noun) => [verb, ...(definition.aliases ?? [])].some((each) => stories.includes(`${noun} ${each}`)))
    expect(commands.filter((one) => one.command.operation && !isRun(one)).map(({ name }) => name)).toEqual([])
  })
  it('take ids of things that a person can choose from, or that are known to be in no list', () => {
    const named = [...operations.values()].flatMap((operation) => Object.values(fieldsOf(operation)).flatMap(({ thing }) => thing ?? []))
    const offered = [...operations.values()].flatMap(({ offers = [] }) => offers.map(({ thing }) => thing))
    // Nothing lists them, or too many.
    const notOffered = ['account', 'report', 'participant', 'promo code', 'seller account', 'theme']
    expect([...new Set(named)].filter((thing) => !['survey', 'folder', ...notOffered, ...offered].includes(thing))).toEqual([])
  })
  it('have one name, one address', () => {
    const addresses = [...operations.values()].map(({ method, path }) => `${method} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
  it.each([...operations.values()].map((operation) => ({ id: operation.id, operation })))(
    '$id has no name both in query and body',
    ({ operation }) => {
      const names = [...Object.keys(operation.params), ...Object.keys(operation.query), ...Object.keys(operation.body)]
      expect(new Set(names).size).toBe(names.length)
      for (const [name, field] of Object.entries(fieldsOf(operation)))
        expect(flagsOf(name, field, undefined).flag).toMatch(/^--[a-z][a-z0-9-]*$/)
    },
  )
})

/** What is typed arrives as typed: from argv, through commander and the engine, to the request, for every option of every operation. */
import { memoryIO } from '../support/memory-io.ts'
import { fc } from '../support/property.ts'
import { describe, expect, it } from 'vitest'
import type { Command } from '../../src/cli/command.ts'
import { gather } from '../../src/cli/gather.ts'
import { runCommand } from '../../src/cli/program.ts'
import { References } from '../../src/cli/prompt/references.ts'
import { shapeOf, type Shape } from '../../src/cli/shape.ts'
import { toRequest } from '../../src/client/request.ts'
import { loaders } from '../../src/commands/index.ts'
import type { Field } from '../../src/contract/core/fields.ts'
import { check, pathNames } from '../../src/contract/core/operation.ts'
import { CommandError } from '../../src/errors.ts'

const groups = await Promise.all([...loaders().values()].map((load) => load()))
const commands = groups.flatMap(({ noun, commands: all }) =>
  all.map((command) => ({ noun, name: `${noun} ${command.verb}`.trim(), command })),
)

/** Texts that could be taken for something else. */
const typed = fc.oneof(
  fc.constantFrom(
    '-',
    '--',
    '-x',
    '--yes',
    '--json',
    '=',
    'a=b',
    '@file',
    '"',
    "'",
    '$HOME',
    '%2F',
    'null',
    'true',
    '0',
    ' ',
    'line\nbreak',
    '\t',
    'Опрос',
    '😀',
    '\u202e',
    '[]',
    '{}',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** Texts of a list: one with a comma would be several. */
const listedText = fc.stringMatching(/^[A-Za-z0-9]{1,8}$/).map((word) => ({ word, value: word as unknown }))

/** Values of a field, each with the words that stand for it. */
function valuesOf(field: Field): fc.Arbitrary<{ word: string; value: unknown }> | undefined {
  const same = (texts: fc.Arbitrary<string>) => texts.map((word) => ({ word, value: word as unknown }))
  const kinds: Partial<Record<Field['kind'], () => fc.Arbitrary<{ word: string; value: unknown }> | undefined>> = {
    text: () => same(typed),
    integer: () => fc.integer({ min: -5, max: 2000 }).map((value) => ({ word: String(value), value })),
    number: () => fc.integer({ min: 1, max: 100_000 }).map((cents) => ({ word: String(cents / 100), value: cents / 100 })),
    choice: () => fc.constantFrom(...field.choices!).map((value) => ({ word: String(value), value })),
    date: () =>
      same(
        fc
          .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
          .map((date) => date.toISOString().slice(0, 10)),
      ),
    instant: () =>
      same(fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }).map((date) => date.toISOString())),
    color: () => same(hex),
    uuid: () => same(fc.uuid()),
    json: () =>
      fc.jsonValue({ maxDepth: 2 }).map((value) => ({ word: JSON.stringify(value), value: JSON.parse(JSON.stringify(value)) as unknown })),
    list: () => {
      const item = field.item!.kind === 'text' ? listedText : valuesOf(field.item!)
      return (
        item &&
        fc
          .array(item, { maxLength: 3 })
          .map((items) => ({ word: items.map(({ word }) => word).join(','), value: items.map(({ value }) => value) }))
      )
    },
  }
  if (field.refers) return fc.integer({ min: 1, max: 9999 }).map((value) => ({ word: String(value), value: String(value) }))
  const all = kinds[field.kind]?.()
  // Chosen beforehand: a form that chance seldom meets would be waited for without end.
  const fitting = all ? fc.sample(all, 100).filter(({ value }) => field.schema.safeParse(value).success) : []
  return fitting.length > 0 ? fc.constantFrom(...fitting) : undefined
}

interface Given {
  name: string
  words: string[]
  value: unknown
}

/** One option as a person may give it, each in one of its spellings. */
function optionOf({ name, field, flag, negative, clear, form }: Shape['flags'][number]): fc.Arbitrary<Given> | undefined {
  if (form) return undefined
  if (field.kind === 'boolean') {
    return fc
      .boolean()
      .filter((value) => value || negative !== undefined)
      .map((value) => ({ name, words: [value ? flag : negative!], value }))
  }
  const values = valuesOf(field)
  const set = values?.chain(({ word, value }) =>
    fc.boolean().map((joined) => ({ name, words: joined ? [`${flag}=${word}`] : [flag, word], value })),
  )
  return clear && set ? fc.oneof(set, fc.constant<Given>({ name, words: [clear], value: null })) : set
}

/** Positions of a command, when all of them are plain. */
function placesOf({ positionals }: Shape): fc.Arbitrary<Given>[] | undefined {
  const places = positionals.map(({ name, field, several, settings }) => {
    const item = several && field?.kind === 'list' ? field.item! : field
    const values = !item || settings ? undefined : item !== field && item.kind === 'text' ? listedText : valuesOf(item)
    // What begins with a dash is a flag there, unless `--` stands before it.
    return values
      ?.filter(({ word }) => !word.startsWith('-'))
      .map(({ word, value }): Given => ({ name, words: [word], value: several ? [value] : value }))
  })
  return places.includes(undefined) ? undefined : (places as fc.Arbitrary<Given>[])
}

/** A survey is an id here; what refers to one arrives as a text and is resolved later. */
const resolved = (input: Record<string, unknown>, shape: Shape): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const several = shape.positionals.some((positional) => positional.name === name && positional.several && !positional.field?.item)
      const plain = several && Array.isArray(value) ? (value as unknown[])[0] : value
      const number = (text: unknown): unknown => (typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text)
      const field = [...shape.positionals, ...shape.flags].find((known) => known.name === name)?.field
      if (field?.refers) return [name, number(plain)]
      return [name, field?.item?.refers && Array.isArray(plain) ? plain.map(number) : plain]
    }),
  )

interface Case {
  command: Command
  noun: string
  typing: fc.Arbitrary<Typing>
}

interface Typing {
  argv: string[]
  input: Record<string, unknown>
}

/** Commands whose every field has a plain option; those with text forms of their own are tried by hand in the acceptance tests. */
function caseOf(noun: string, command: Command): Case | undefined {
  const { operation, definition } = command
  if (
    !operation ||
    operation.multipart ||
    Object.values(definition.flags ?? {}).some((flag) => typeof flag === 'object' && !Array.isArray(flag))
  )
    return undefined
  const shape = shapeOf(command)
  const places = placesOf(shape)
  // A command of its own may call an option as a field is called.
  const taken = new Set(Object.values(definition.extra ?? {}).map(({ flag }) => /--[\w-]+/.exec(flag)![0]))
  const flags = shape.flags.filter(({ flag }) => !taken.has(flag))
  const required = flags.filter(({ field }) => field.required).map(optionOf)
  if (!places || required.includes(undefined)) return undefined
  const optional = flags
    .filter(({ field }) => !field.required)
    .map(optionOf)
    .filter((option) => option !== undefined)
  const workspace = pathNames(operation.path).includes('workspace_id') ? { workspace_id: 7 } : {}
  const all = fc.tuple(
    fc.tuple(...places),
    fc.tuple(...(required as fc.Arbitrary<Given>[])),
    fc.tuple(...optional.map((option) => fc.option(option, { nil: undefined, freq: 2 }))),
    fc.boolean(),
  )
  const typings = all.map(([given, needed, more, flagsFirst]): Typing => {
    const options = [...needed, ...more.filter((option) => option !== undefined)]
    const [places, flags] = [given, options].map((some) => some.flatMap(({ words }) => words)) as [string[], string[]]
    const input = { ...Object.fromEntries([...given, ...options].map(({ name, value }) => [name, value])), ...definition.fixed }
    return { argv: flagsFirst ? [...flags, ...places] : [...places, ...flags], input: { ...workspace, ...resolved(input, shape) } }
  })
  // Rules between fields are others' to try; what needs a file or standard input too.
  const fitting = fc.sample(typings, 150).filter(({ input }) => check(operation, input).length === 0)
  return fitting.length === 0 ? undefined : { command, noun, typing: fc.constantFrom(...fitting) }
}

const cases = commands.flatMap(({ noun, name, command }) => {
  const one = caseOf(noun, command)
  return one ? [{ name, ...one }] : []
})

describe.each(cases)('$name', ({ noun, command, typing }) => {
  it('sends what was typed', async () => {
    const operation = command.operation!
    await fc.assert(
      fc.asyncProperty(typing, async ({ argv, input }) => {
        let request: unknown
        await runCommand(
          noun,
          command,
          argv,
          async (_, shape, args, options) => {
            const { input: read, problems, missing } = gather(shape, command.definition, { args, options })
            expect({ argv, problems, missing }).toEqual({ argv, problems: [], missing: [] })
            request = toRequest(operation, { ...('workspace_id' in input && { workspace_id: 7 }), ...resolved(read, shape) })
          },
          memoryIO().io.stdout,
        )
        expect(request).toEqual(toRequest(operation, input))
      }),
      { numRuns: 40 },
    )
  })
})

it('is tried for nearly all operations', () => expect(cases.length).toBeGreaterThan(70))

describe('a reference', () => {
  const name = fc.oneof(fc.constantFrom('Spring', 'Autumn', 'abc', '7 days', ' ', 'https://x'), fc.string({ minLength: 1, maxLength: 6 }))
  const row = fc.record({
    id: fc.integer({ min: 1, max: 9 }),
    name,
    virtual_id: fc.constantFrom('abc', 'def', 'Spring'),
    url_shared: fc.constantFrom('https://s.example/s/abc', 'https://s.example/s/def', null),
  })
  const lists = fc.tuple(
    fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 5 }),
    fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 3 }),
    name,
  )

  it('finds the one survey it fits, or says so; never another one', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async ([current, archived, reference]) => {
        const references = new References((async (list: string) => (list === 'current' ? current : archived)) as never)
        const text = reference.trim()
        const fits = (each: typeof row extends fc.Arbitrary<infer R> ? R : never): boolean =>
          each.name === text ||
          each.virtual_id === text ||
          each.url_shared === text ||
          each.url_shared?.split('/').at(-1) === text.split('/').at(-1)
        try {
          const id = await references.quiz(reference)
          if (/^\d+$/.test(text)) expect(id).toBe(Number(text))
          else expect([...current, ...archived].filter(fits).map((each) => each.id)).toContain(id)
          const named = current.filter((each) => each.name === text)
          if (
            named.length > 0 &&
            !/^\d+$/.test(text) &&
            !current.some(
              ({ url_shared }) =>
                url_shared === text || (url_shared?.split('/').at(-1) === text.split('/').at(-1) && /^https?:/.test(text)),
            )
          )
            expect([named.length, named[0]!.id]).toEqual([1, id])
        } catch (error) {
          expect(error).toBeInstanceOf(CommandError)
          expect(['usage', 'not_found']).toContain((error as CommandError).kind)
          const named = current.filter((each) => each.name === text)
          if ((error as CommandError).kind === 'not_found') expect(named).toEqual([])
          else if (text !== '' && named.length === 1 && !/^https?:/.test(text)) throw error
        }
      }),
      { numRuns: 500 },
    )
  })
})

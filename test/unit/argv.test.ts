import { describe, expect, it } from 'vitest'
import { flagTerm } from '../../src/cli/flags/flag.ts'
import { commonFlags } from '../../src/cli/flags/table.ts'
import { readFlags } from '../../src/cli/flags/read.ts'
import { endFlagsAtWord, splitAtWord, typedValue, unknownFlag } from '../../src/cli/flags/argv.ts'

const words = (line: string): string[] => line.split(' ')
const none = (): undefined => undefined

describe('words before the command is known', () => {
  it.each([
    ['quiz list', 'quiz', 'list'],
    ['--json quiz list', 'quiz', '--json list'],
    ['--limit 5 list --json', 'list', '--limit 5 --json'],
    ['--limit=5 list', 'list', '--limit=5'],
    ['-o file csv 42', 'csv', '-o file 42'],
    ['-qo file csv 42', 'csv', '-qo file 42'],
    ['-ofile csv 42', 'csv', '-ofile 42'],
    ['-y run -- sh -c x', 'run', '-y -- sh -c x'],
  ])('%s', (line, word, rest) => expect(splitAtWord(words(line))).toEqual({ word, rest: words(rest) }))

  it('every flag of the table is stepped over, with its value', () => {
    for (const flag of Object.values(commonFlags)) {
      const given = 'value' in flag ? [flag.long, 'quiz'] : [flag.long]
      expect(splitAtWord([...given, 'list'])).toEqual({ word: 'list', rest: given })
      expect(unknownFlag([flag.long])).toBeUndefined()
    }
  })

  it("a command's own flags are known where they are told", () => {
    expect(splitAtWord(words('--folder 2 list'), [{ long: '--folder', takesValue: true }])).toEqual({
      word: 'list',
      rest: words('--folder 2'),
    })
  })

  it.each([
    ['--profile ci quiz', 'profile', 'ci'],
    ['quiz --profile=ci', 'profile', 'ci'],
    ['quiz list --json', 'json', true],
    ['run -- --json', 'json', undefined],
    ['--no-color', 'color', true],
  ] as const)('%s: %s', (line, name, value) => expect(typedValue(words(line), name)).toBe(value))

  it.each([
    ['surveyctl quiz list --json', '-- surveyctl quiz list --json'],
    ['--json --seed empty sh -c x', '--json --seed empty -- sh -c x'],
    ['--json -- npm test -- -x', '--json -- npm test -- -x'],
    ['npm test -- -x', '-- npm test -- -x'],
    ['--json', '--json'],
  ])("%s: another program's words are its own", (line, split) =>
    expect(endFlagsAtWord(words(line), [{ long: '--seed', takesValue: true }])).toEqual(words(split)),
  )

  it('names the flag that no command has, without its value', () => expect(unknownFlag(words('--json -h --bogus=1'))).toBe('--bogus'))

  it.each([
    ['-qh', undefined],
    ['-qkhush', '-k'],
    ['-ofile', undefined],
    ['-qofile', undefined],
    ['-q=hush', undefined],
    ['-khush=1', '-k'],
  ])('names of short flags in one word that which there is not: %s', (word, name) => expect(unknownFlag([word])).toBe(name))
})

describe('the flags of all commands', () => {
  it.each([
    [{ limit: '0', timeout: 'x', fields: ',' }, ['--limit must be', '--timeout must be', '--fields names no field']],
    [{ json: true, raw: true }, ['--json and --raw exclude each other']],
    [{ limit: '3', all: true }, ['--limit cannot be given together with --all']],
    [{ profile: '', output: '' }, ['--profile is empty', '--output is empty']],
    [{ maxErrors: '0', concurrency: '-1' }, ['--max-errors must be', '--concurrency must be']],
  ])('%j is refused, all at once', (typed, problems) => {
    for (const problem of problems) expect(() => readFlags(typed, {}, none)).toThrow(problem)
  })

  it('reads each by its row', () => {
    const flags = readFlags({ limit: '3', fields: 'id, name', '--no-input': false, jq: '.x' }, {}, none)
    expect(flags).toMatchObject({ limit: 3, fields: ['id', 'name'], input: false, form: 'json', json: false, color: undefined })
  })

  it('no two rows share a name', () => {
    const names = Object.values(commonFlags).flatMap((flag) => flagTerm(flag).match(/--?[\w-]+(?=[ ,]|$)/g) ?? [])
    expect(new Set(names).size).toBe(names.length)
  })
})

import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { oneLine } from '../../src/output/text.ts'
import { commandLine, pathWord, toCopy, word } from '../../src/text/to-copy.ts'
import { fc } from '../support/property.ts'

describe('one word', () => {
  it.each([
    ['42', '42'],
    ['answers/2026-05.csv', 'answers/2026-05.csv'],
    ['', "''"],
    ['two words', "'two words'"],
    ['$(id)', "'$(id)'"],
    ["it's", "'it'\\''s'"],
    ["it's!", "$'it\\x27s\\x21'"],
    ['~/x', "'~/x'"],
    ['a\nb', "$'a\\x0ab'"],
    ['a\u202eb', "$'a\\xe2\\x80\\xaeb'"],
    ['Опрос', "'Опрос'"],
  ])('%j is %s', (text, shown) => expect(word(text, 'linux')).toBe(shown))
  it.each([
    ["it's $x", "'it''s $x'"],
    ['a,b', "'a,b'"],
    ['C:/x', 'C:/x'],
  ])('%j is %s in PowerShell', (text, shown) => expect(word(text, 'win32')).toBe(shown))
})

it('is the value of its flag, and no flag itself', () => {
  expect(toCopy`Kept in ${'a b'}. To go on: surveyctl quiz save ${42} --file ${'-x y'}`).toBe(
    "Kept in a b. To go on: surveyctl quiz save 42 --file='-x y'",
  )
  expect(commandLine`project forget ${'-x'}`).toBe('project forget -- -x')
  expect(pathWord('-x')).toBe('./-x')
  expect(toCopy`surveyctl quiz restore ${[1, 'a b']}`).toBe("surveyctl quiz restore 1 'a b'")
})

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'$`"\'\\!;&|<>(){}[]*?~#=-\n\r\t\v\u0085\u2028\u200b\u202eé💥 a') }),
  fc.constantFrom('$(id)', '`id`', '; id', '--help', '-rf', "'; id; '", '\u2028id', '!!', '~', '*', '{a,b}', '$IFS', '<(id)', '%s', '=ls'),
)
const isPassable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** What a shell makes of each line. */
function argvOf(shell: readonly string[], line: string): string[] {
  const [program = '', ...args] = shell
  return execFileSync(program, [...args, `surveyctl() { printf '%s\\0' "$@"; }; ${line}`])
    .toString()
    .split('\0')
    .slice(0, -1)
}

describe.each([[['bash', '-c']], [['bash', '--posix', '-O', 'extglob', '-c']]])('in %j', (shell) => {
  it('each value is one word as it was, when it was copied from what is shown', () => {
    fc.assert(
      fc.property(fc.array(nasty.filter(isPassable), { minLength: 25, maxLength: 25 }), (all) => {
        const lines = all.map((text) =>
          oneLine(toCopy`To see it: surveyctl quiz view ${text} --file ${text} end`).replace('To see it: ', ''),
        )
        expect(lines.filter((line) => /[\n\r\u2028\u2029\u0085]/.test(line))).toEqual([])
        expect(argvOf(shell, lines.join('\n'))).toEqual(
          all.flatMap((text) => [
            'quiz',
            'view',
            ...(text.startsWith('-') ? ['--', text] : [text]),
            ...(text.startsWith('-') ? [`--file=${text}`] : ['--file', text]),
            'end',
          ]),
        )
      }),
      { numRuns: 40 },
    )
  })
})

/** SQL, and a text whose value is a number. */
const others = new Set(['answers/postgres/tables.ts', 'answers/postgres/state.ts', 'answers/derive/readme.ts'])

it('every command that is offered with a value in it is made by it', () => {
  const source = join(import.meta.dirname, '..', '..', 'src')
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('sandbox/') && !others.has(path))
    .flatMap((path) =>
      Array.from(
        readFileSync(join(source, path), 'utf8').matchAll(/(\w*)`[^`\n]*?surveyctl (?:[a-z]|--)[^`\n]*?\$\{[^\n]*/g),
        ([text, tag]) => ({ path, text, tag }),
      ),
    )
  expect(found.length).toBeGreaterThan(40)
  expect(found.filter(({ tag }) => tag !== 'toCopy')).toEqual([])
})

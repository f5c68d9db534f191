/** Each guarantee of the README is tried by the files that it names, and each file of this folder is named by one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8')
const section = /\n## Failure guarantees\n([\s\S]*?)\n## /.exec(readme)![1]!
const guarantees = section
  .split('\n')
  .filter((line) => /^\| [A-Z]/.test(line))
  .slice(1)
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const named = (cells: readonly string[]): string[] => Array.from(cells.at(-1)!.matchAll(/`([\w-]+)`/g), ([, name]) => name!)

/** What it tries beside the built program, or what the section of its own subject in README promises. */
const elsewhere = ['client', 'client-files', 'client-rows', 'promises']
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => name.replace('.test.ts', ''))

it('has guarantees', () => expect(guarantees.length).toBeGreaterThan(10))

it.each(guarantees)('%s', (...cells) => {
  expect(cells.length).toBe(4)
  expect(cells.every((cell) => cell !== '')).toBe(true)
  expect(named(cells).length).toBeGreaterThan(0)
  for (const name of named(cells)) {
    expect(files, name).toContain(name)
    const code = readFileSync(join(import.meta.dirname, `${name}.test.ts`), 'utf8')
    expect(code, `${name} runs tests`).toMatch(/\b(it|test)(\.each|\()/)
    expect(code, `${name} leaves none out`).not.toMatch(/^\s*(it|test|describe)\.(skip|todo|only|fails)\(/m)
  }
})

it('names each file of the folder', () =>
  expect(files.filter((name) => !elsewhere.includes(name)).toSorted()).toEqual([...new Set(guarantees.flatMap(named))].toSorted()))

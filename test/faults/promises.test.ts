/** Each guarantee of the guide `failures` is tried by the files that it names, and each file of this folder is named by one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { guarantees } from './guarantees.ts'

const rows = guarantees()

/** What it tries beside the built program, or what a guide of its own subject promises. */
const elsewhere = ['client', 'client-files', 'client-rows', 'form-files', 'promises']
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => name.replace('.test.ts', ''))

it('has guarantees', () => expect(rows.length).toBeGreaterThan(10))

it.each(rows.map(({ cells, files: named }) => [cells[0], cells, named] as const))('%s', (_, cells, named) => {
  expect(cells.length).toBe(5)
  expect(cells.every((cell) => cell !== '')).toBe(true)
  expect(named.length).toBeGreaterThan(0)
  for (const name of named) {
    expect(files, name).toContain(name)
    const code = readFileSync(join(import.meta.dirname, `${name}.test.ts`), 'utf8')
    expect(code, `${name} runs tests`).toMatch(/\b(it|test)(\.each|\()/)
    expect(code, `${name} leaves none out`).not.toMatch(/^\s*(it|test|describe)\.(skip|todo|only|fails)\(/m)
  }
})

it('names each file of the folder', () =>
  expect(files.filter((name) => !elsewhere.includes(name)).toSorted()).toEqual(
    [...new Set(rows.flatMap(({ files: named }) => named))].toSorted(),
  ))

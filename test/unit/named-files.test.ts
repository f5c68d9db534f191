/** Our own files that our READMEs and comments name. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const writers = globSync(['*.md', '.github/*.md', '{build,test,src}/**/*.md', '{src,build,bin}/**/*.{ts,js}'])
// A name in capitals, such as GROUP, stands for any.
const named = /\b(?:src|build|test|bin)\/[\w./-]+\.(?:ts|js|md)\b/g

it('are there', () => {
  const names = writers.flatMap((file) => (readFileSync(file, 'utf8').match(named) ?? []).map((name) => ({ file, name })))
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter(({ name }) => !/\/[A-Z]+[./]/.test(name) && !existsSync(name))).toEqual([])
})

/** Each promise of the README has its test. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8')
const section = /## What is promised when things go wrong\n([\s\S]*?)\n## /.exec(readme)![1]!
const promises = section
  .split('\n')
  .filter((line) => /^\| [A-Z]/.test(line))
  .slice(1)
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

it('has promises', () => expect(promises.length).toBeGreaterThan(10))
it.each(promises)('%s', (...cells) => {
  const files = Array.from(cells.at(-1)!.matchAll(/`([\w-]+)`/g), ([, name]) => name!)
  expect(cells.length).toBe(4)
  expect(files.length).toBeGreaterThan(0)
  for (const name of files) expect(existsSync(join(import.meta.dirname, `${name}.test.ts`)), name).toBe(true)
})

/** The first command in a fresh checkout, which builds it. */
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'

const root = join(import.meta.dirname, '..', '..')

function freshCheckout(): string {
  const checkout = freshFolder()
  for (const name of ['bin', 'build', 'src', 'rolldown.config.ts', 'package.json', 'package-lock.json', 'README.md'])
    cpSync(join(root, name), join(checkout, name), { recursive: true })
  const packages = join(checkout, 'node_modules')
  mkdirSync(packages)
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(packages, name))
  return checkout
}

it('works in whatever folder it is typed', async () => {
  const launcher = join(freshCheckout(), 'bin', 'surveyctl.js')
  const { stdout, stderr } = await execa(process.execPath, [launcher, 'quiz', '--help'], { cwd: freshFolder(), reject: false })
  expect(stderr).toBe('')
  expect(stdout).toContain('Usage: surveyctl quiz VERB')
})

/** Yesterday's wording of a survey, brought from a backup into the files of a project. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../support/in-project.ts'

const here = inProject()

it('brings what was into the files, and apply sends it', async () => {
  const before = (await here.shown('/42')).widgets
  expect((await here.run('account backup monday', { cwd: here.cwd })).exitCode).toBe(0)
  expect((await here.run('question set 42 2 title=Worse', { cwd: here.cwd })).exitCode).toBe(0)
  await here.project('pull --all')
  expect(readFileSync(here.pathOf('spring'), 'utf8')).toContain('Worse')
  await here.project('pull spring --from-backup monday')
  expect(readFileSync(here.pathOf('spring'), 'utf8')).not.toContain('Worse')
  const plan = await here.project('plan spring', 10)
  expect(plan.stdout).toContain('"Worse" → ')
  await here.project('apply spring --yes')
  expect((await here.shown('/42')).widgets).toEqual(before)
})

/** A project on a disk that is full or can't be written: its files are whole or as they were, and nothing is sent that can't be remembered. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startProject, type ProjectFolder } from '../support/project.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { count } from './ledger.ts'
import { clear, fill, makeReadOnly, noDisks, smallDisk, unmountAll } from './small-disk.ts'

describe.skipIf(noDisks)(`a project on a disk of its own${noDisks ? ` (${noDisks})` : ''}`, () => {
  let sandbox: RunningSandbox
  let here: ProjectFolder
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'demo' })
  })
  beforeEach(async () => {
    await sandbox.restore()
    here = startProject(sandbox, smallDisk(2 ** 20))
    await here.project('init')
    await here.project('adopt spring 42')
  })
  afterEach(unmountAll)
  afterAll(() => sandbox.close())

  const files = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(here.cwd, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'ballast')
        .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
    )
  const rename = (name: string): Promise<unknown> => sandbox.request('POST', '/quiz/42/rename', { name })

  it('that takes a part of a file leaves the one that was there', async () => {
    const before = files()
    await rename('Renamed')
    // A page is left: the beginning of a file fits.
    fill(here.cwd, 4096)
    const { stderr } = await here.project('pull', 1)
    expect(stderr).toMatch(/^✗ \S+ cannot be written: the disk is full \(ENOSPC\)/)
    const now = files()
    count({ partial: Object.keys(now).filter((path) => now[path] !== before[path]).length })
    expect(now).toEqual(before)
    clear(here.cwd)
    await here.project('pull')
    expect(readFileSync(here.pathOf('spring'), 'utf8')).toContain('name: Renamed')
  })

  it('that fills up after something was sent: what was sent is told, and found by the next run', async () => {
    here.edit('spring', 'name: Spring', 'name: Ours')
    const ids = readFileSync(here.pathOf('spring', 'ids.yaml'))
    expect(ids.byteLength).toBeLessThan(4096)
    fill(here.cwd, 4096)
    const { json, stderr } = await here.project('apply --json', 9)
    expect([json[0].status, json[0].done, stderr]).toEqual(['failed', ['name'], expect.stringContaining('the disk is full')])
    clear(here.cwd)
    expect(await here.writes(() => here.project('apply'))).toEqual([])
    await here.project('plan')
    await here.project('drift')
  })

  it('that is read-only sends nothing, and all that only looks works', async () => {
    here.edit('spring', 'name: Spring', 'name: Ours')
    makeReadOnly(here.cwd)
    const refused = await here.writes(async () => {
      const { stderr } = await here.project('apply', 1)
      expect(stderr).toMatch(/Nothing was sent[^]*\.surveyctl\/state\/default cannot be written: its file system is read-only/)
    })
    expect(refused).toEqual([])
    await here.project('plan', 10)
    await here.project('status', 10)
    await here.project('drift')
    await here.project('check')
    await rename('Theirs')
    expect((await here.project('pull --theirs', 1)).stderr).toContain('cannot be written: its file system is read-only')
    expect((await here.project('forget spring', 1)).stderr).toContain('spring.json cannot be written: its file system is read-only')
  })
})

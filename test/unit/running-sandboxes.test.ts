import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { runningSandboxes } from '../../src/control/registry.ts'
import { startOf } from '../../src/system/lock.ts'
import { freshFolder } from '../support/program.ts'

const registry = new URL('../../src/control/registry.ts', import.meta.url).href

/** Of this process, which lives. */
const entry = (url: string) => ({ base_url: url, control_url: url, token: 't', pid: process.pid })

it('keeps all sandboxes that start and end at once', async () => {
  const settings = join(freshFolder(), 'config.json')
  await Promise.all(
    Array.from({ length: 6 }, (_, writer) =>
      execa(process.execPath, [
        '--input-type=module',
        '-e',
        `const { enter, leave } = await import(${JSON.stringify(registry)})
        const entry = (name) => ({ ...${JSON.stringify(entry(''))}, control_url: '${writer}-' + name })
        await enter(${JSON.stringify(settings)}, entry('stays'))
        for (let i = 0; i < 10; i++) {
          await enter(${JSON.stringify(settings)}, entry(i))
          await leave(${JSON.stringify(settings)}, entry(i))
        }`,
      ]),
    ),
  )
  expect(runningSandboxes(settings).map(({ control_url }) => control_url)).toHaveLength(6)
  expect(readFileSync(join(settings, '..', 'sandboxes.json'), 'utf8')).toContain('5-stays')
})

it('knows those whose process lives and is still the same', () => {
  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  const list = [
    entry('old entry'),
    { ...entry('lives'), started: startOf(process.pid) },
    { ...entry('another process has its number'), started: '1' },
    { ...entry('gone'), pid: 2147483646 },
  ]
  const others = [null, 'lives', { pid: process.pid }]
  writeFileSync(join(folder, 'sandboxes.json'), JSON.stringify([...others, ...list]))
  const known = process.platform === 'linux' ? 2 : 3
  expect(runningSandboxes(join(folder, 'config.json')).map(({ base_url }) => base_url)).toEqual(
    list.slice(0, known).map(({ base_url }) => base_url),
  )
})

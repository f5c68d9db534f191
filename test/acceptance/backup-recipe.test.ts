/** The nightly backup of the guide, night after night: rotation, encryption, and an exit code where something fails. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { execa, execaSync } from 'execa'
import { expect, it } from 'vitest'
import { environment, freshFolder } from '../support/program.ts'
import { blocks, programFolder } from '../support/readme.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const missing = ['age', 'tar'].filter((program) => execaSync('sh', ['-c', `command -v ${program}`], { reject: false }).exitCode !== 0)
const why = missing.length > 0 ? ` (skipped: ${missing.join(', ')} is not installed)` : ''

it.skipIf(process.platform === 'win32' || missing.length > 0)(`is what the guide says${why}`, { timeout: 120_000 }, async () => {
  const script = blocks('src/reference/guides/backup.md', 'text').find((text) => text.startsWith('#!/bin/sh'))
  const [home, elsewhere, bin] = [freshFolder(), freshFolder(), freshFolder()]
  const nightly = join(bin, 'surveys-backup')
  writeFileSync(nightly, script!.replaceAll('/mnt/elsewhere', elsewhere))
  writeFileSync(join(bin, 'date'), '#!/bin/sh\necho "$NIGHT"\n')
  for (const name of [nightly, join(bin, 'date')]) chmodSync(name, 0o755)
  const backups = join(home, 'backups')
  mkdirSync(backups)
  const key = join(home, 'key.txt')
  await execa('sh', ['-c', `age-keygen -o ${key} && age-keygen -y ${key} > ${join(backups, 'recipients.txt')}`])
  const { baseUrl, apiKey, workspaceId: workspace } = served.sandbox
  const PATH = [bin, programFolder(), dirname(process.execPath), process.env.PATH].join(delimiter)
  const night = (NIGHT: string) =>
    execa(nightly, {
      env: environment({ baseUrl, apiKey, workspace, env: { HOME: home, PATH, NIGHT } }),
      extendEnv: false,
      reject: false,
      cwd: home,
    })
  const nights = Array.from({ length: 8 }, (_, index) => `2026-08-0${index + 1}`)
  // By day the first and the last two: those between are links to the first, as unchanged files are in what the recipe makes.
  const isLinked = (at: number): boolean => process.env.SURVEYCTL_FULL !== '1' && at > 0 && at < nights.length - 2
  for (const [at, each] of nights.entries()) {
    if (isLinked(at)) await execa('cp', ['-al', nights[0]!, each], { cwd: backups })
    else expect(await night(each), each).toMatchObject({ exitCode: 0 })
  }
  expect(readdirSync(backups).filter((name) => name.startsWith('20'))).toEqual(nights.slice(1))
  const same = join('surveys', '42', 'quiz.json')
  expect(statSync(join(backups, nights[1]!, same)).ino).toBe(statSync(join(backups, nights[7]!, same)).ino)
  const opened = freshFolder()
  await execa('sh', ['-c', `age -d -i ${key} ${join(elsewhere, `${nights[0]}.tar.age`)} | tar x -C ${opened}`])
  expect((await served.run(`account verify ${nights[0]}`, { cwd: opened })).exitCode).toBe(0)
  await served.control('fault add', { pattern: 'GET /quiz/44/payment', status: 500 })
  expect((await night('2026-08-09')).exitCode).not.toBe(0)
  expect([existsSync(join(elsewhere, '2026-08-09.tar.age')), readdirSync(backups).includes(nights[1]!)]).toEqual([false, true])
  await served.control('fault clear')
  expect((await night('2026-08-09')).exitCode, 'the same goes on').toBe(0)
})

/** Names of the service that hold commands of a shell, as completion offers them: what is inserted is an id, and nothing runs. */
import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { hostile, json, whole } from './hostile.ts'
import { count } from './ledger.ts'
import { apiKey } from './watched.ts'

const completions = join(import.meta.dirname, '..', '..', 'completions')
const names = [
  '$(touch forged)',
  '`touch forged`',
  "'; touch forged; '",
  '"; touch forged; "',
  '\ntouch forged',
  '\u001b[2J',
  '\t$(touch forged)',
  '\\',
  "it's",
]
const surveys = names.map((name, index) => ({ id: 40 + index, name }))

/** What a shell offers behind `surveyctl quiz view `, a line each, and the files that it made. */
async function offered(shell: readonly [string, ...string[]], rows: readonly unknown[]): Promise<{ lines: string[]; made: string[] }> {
  const [programs, cwd] = [freshFolder(), freshFolder()]
  const at = await hostile((socket) => socket.write(whole(json(rows))))
  const env = environment({ apiKey, workspace: 1, baseUrl: at.url })
  writeFileSync(join(programs, 'surveyctl'), `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`)
  chmodSync(join(programs, 'surveyctl'), 0o700)
  const [program, ...args] = shell
  const run = () =>
    execa(program, args, { cwd, env: { ...env, PATH: `${programs}:${env.PATH}` }, extendEnv: false, reject: false, stdin: 'ignore' })
  // Completion waits for the service a second at most, and says nothing then: a busy machine may need it twice.
  let lines: string[] = []
  for (let attempt = 0; attempt < 5 && lines.length === 0; attempt++) lines = (await run()).stdout.split('\n').filter(Boolean)
  at.close()
  count({ faults: rows.length })
  return { lines, made: readdirSync(cwd) }
}

const inBash = (type: number): [string, ...string[]] => [
  'bash',
  '-c',
  `source '${completions}/surveyctl.bash'; COMP_LINE='surveyctl quiz view '; COMP_POINT=\${#COMP_LINE}; COMP_TYPE=${type}; _surveyctl 2> /dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`,
]
const inFish: [string, ...string[]] = [
  'fish',
  '--no-config',
  '-c',
  `source '${completions}/surveyctl.fish'; complete -C 'surveyctl quiz view '`,
]
const hasFish = spawnSync(inFish[0], ['--version']).status === 0

const ids = surveys.map(({ id }) => String(id))

it('bash inserts ids', async () => {
  expect(await offered(inBash(9), surveys)).toEqual({ lines: ids, made: [] })
})

it('bash lists them with their names', async () => {
  const { lines, made } = await offered(inBash(63), surveys)
  expect([lines.map((line) => line.split(' ')[0]), made]).toEqual([ids, []])
  expect(lines.filter((line) => /[\u0000-\u001f]/.test(line))).toEqual([])
})

it.skipIf(!hasFish)('fish inserts ids, and shows names beside them (of `fish`, which must be there)', async () => {
  const { lines, made } = await offered(inFish, surveys)
  expect([lines.map((line) => line.split('\t')[0]).toSorted(), made]).toEqual([ids, []])
})

it('an id that is no number is not offered', async () => {
  expect(await offered(inBash(9), [{ id: '$(touch forged)', name: 'May' }])).toEqual({ lines: [], made: [] })
})

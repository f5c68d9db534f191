/** Files of other systems, as they lie in public repositories: each is read whole, and the service takes what becomes of it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { noSamples, samplePath, samples } from '../support/samples.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('empty', { keep: true })
const golden = join(import.meta.dirname, '..', 'support', 'golden-imports')

/** `UPDATE_GOLDEN=1` writes them anew: look at the difference before it is committed. */
function expected(name: string, found: unknown): unknown {
  const path = join(golden, `${name.replaceAll('/', '-')}.json`)
  if (process.env.UPDATE_GOLDEN) {
    mkdirSync(golden, { recursive: true })
    writeFileSync(path, `${JSON.stringify(found, undefined, 2)}\n`)
  }
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : `no ${path}`
}

describe.skipIf(noSamples)(`imported samples${noSamples}`, () => {
  it.each(samples)('%s', async (name) => {
    const { exitCode, json, error, stderr } = await served.run([
      'quiz',
      'import',
      samplePath(name),
      '--folder',
      String(served.sandbox.folderId),
      '--json',
      '--new',
    ])
    if (exitCode !== 0) {
      expect(exitCode, stderr).toBe(1)
      const { kind, code, message, hint } = error
      expect({ kind, code, message: message.replaceAll(samplePath(name), name), hint }).toEqual(
        expected(name, { kind, code, message: message.replaceAll(samplePath(name), name), hint }),
      )
      return
    }
    const { quiz_id, keys, ...report } = json
    const { widgets } = (await served.sandbox.request('GET', `/quiz/${quiz_id}`)).body as any
    const screens = widgets.ids.map((id: string) => `${widgets.entities[id].type} ${widgets.entities[id].title ?? ''}`)
    const found = { ...report, names: Object.values(keys), screens }
    expect(found).toEqual(expected(name, found))
    const again = await served.run(['quiz', 'import', samplePath(name), '--into', String(quiz_id), '--json'])
    expect([again.exitCode, again.json.keys], again.stderr).toEqual([0, keys])
    expect(again.stderr).toContain(`Survey ${quiz_id} already has these values`)
  })
})

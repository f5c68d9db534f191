/** Surveys of the account, taken out for other systems and brought back. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'
import { pyxformProblems, type Cells } from '../support/xlsform-rules.ts'
import { isThere, readSheet } from '../support/readers.ts'

const served = useSandbox('demo', { keep: true })
const { run } = served
const forms = [
  ['surveyjs', 'json'],
  ['xlsform', 'xlsx'],
  ['yaml', 'yaml'],
] as const

async function workbook(path: string): Promise<Map<string, Cells>> {
  const { readXlsx } = await import('hucre/xlsx')
  const { sheets } = await readXlsx(readFileSync(path))
  return new Map(sheets.map(({ name, rows }) => [name, Array.from(rows, (row) => Array.from(row ?? [], (cell) => cell ?? ''))]))
}

describe.each(forms)('export form --as %s', (form, ending) => {
  it('takes out every survey, and nothing is different when it is back', async () => {
    const surveys = (await run('quiz list --all --json')).json as { id: number; name: string }[]
    expect(surveys.length).toBeGreaterThan(4)
    const folder = freshFolder()
    for (const { id } of surveys) {
      const path = join(folder, `${id}.${ending}`)
      const saved = await run(['export', 'form', String(id), '--as', form, '-o', path])
      expect(saved.exitCode, saved.stderr).toBe(0)
      if (form === 'xlsform') expect([id, pyxformProblems(await workbook(path))]).toEqual([id, []])
      const back = form === 'yaml' ? path : join(folder, `${id}.back.yaml`)
      const { entities } = (((await served.sandbox.request('GET', `/quiz/${id}`)).body as any).widgets ?? {}) as { entities?: object }
      if (Object.keys(entities ?? {}).filter((one) => one !== 'welcome' && one !== 'submit').length === 0) continue
      if (form !== 'yaml') {
        const read = await run(['quiz', 'import', path, '-o', back])
        expect(read.exitCode, `${id}: ${read.stderr}`).toBe(0)
      }
      const diff = await run(['quiz', 'diff', String(id), '--file', back])
      expect([id, diff.exitCode, diff.stdout, diff.stderr]).toEqual([id, 0, '', expect.any(String)])
    }
  })

  it('writes nothing of a screen that is not there, and comes back into the survey itself', async () => {
    const path = join(freshFolder(), `42.${ending}`)
    await run(['export', 'form', '42', '--as', form, '-o', path])
    const before = ((await served.sandbox.request('GET', '/quiz/42')).body as any).widgets
    const update =
      form === 'yaml'
        ? await run(['quiz', 'save', '42', '--file', path, '--yes'])
        : await run(['quiz', 'import', path, '--into', '42', '--yes'])
    expect(update.exitCode, update.stderr).toBe(0)
    expect(((await served.sandbox.request('GET', '/quiz/42')).body as any).widgets.ids).toEqual(before.ids)
  })
})

it.skipIf(!isThere('soffice'))(`LibreOffice opens the workbook${isThere('soffice') ? '' : ' (no soffice here)'}`, async () => {
  const path = join(freshFolder(), '42.xlsx')
  await run(['export', 'form', '42', '--as', 'xlsform', '-o', path])
  expect(readSheet(path)[0]!.slice(0, 3)).toEqual(['type', 'name', 'label::English (en)'])
})

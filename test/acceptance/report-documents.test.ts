/** What stands in the documents that reports are downloaded as, judged by programs that aren't ours. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { survey } from '../../src/sandbox/seed/demo-surveys.ts'
import { freshFolder, type Surveyctl } from '../support/program.ts'
import { itWith, readDocument, readPdf } from '../support/readers.ts'
import { serve, surveyWith, type Served } from '../support/served.ts'

const folder = freshFolder()
let served: Served
let run: Surveyctl

beforeAll(async () => {
  served = await serve('empty')
  run = served.run
})
afterAll(() => served.close())

async function saved(words: string, name: string): Promise<string> {
  const path = join(folder, name)
  const { exitCode, stderr } = await run([...words.split(' '), '-o', path, '--quiet'])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  return path
}

/** 41 of 80 are 51.25%, which is just below in binary. */
itWith('pdftotext')('a share is rounded alike in JSON, PDF and Word', async () => {
  const content = survey('Shares', [{ type: 'yesno', title: 'Sure?' }], { first: 701 })
  const id = content.widgets.ids[1]!
  const answers = Array.from({ length: 80 }, (_, index) => ({ values: { [id]: index < 41 ? 'yes' : 'no' } }))
  const quiz = await surveyWith(served.sandbox, 'Shares', content, answers)
  const { questions } = (await run(`report view ${quiz} --json`)).json
  expect(questions[0].bars.map(({ count, percent }: { count: number; percent: number }) => [count, percent])).toEqual([
    [41, 51.3],
    [39, 48.8],
  ])
  for (const text of [
    readPdf(await saved(`export summary ${quiz}`, 'summary.pdf')),
    readPdf(await saved(`export report ${quiz}`, 'report.pdf')),
    readDocument(await saved(`export report ${quiz} --format word`, 'report.docx')),
  ]) {
    expect(text).toMatch(/51\.3%/)
    expect(text).toMatch(/48\.8%/)
  }
})

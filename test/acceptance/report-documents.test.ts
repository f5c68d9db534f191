/** What stands in the documents that reports are downloaded as, judged by programs that aren't ours. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { survey } from '../../src/sandbox/seed/demo-surveys.ts'
import { freshFolder } from '../support/program.ts'
import { itWith, readDocument, readPdf } from '../support/readers.ts'
import { surveyWith, useSandbox } from '../support/served.ts'

const folder = freshFolder()
const served = useSandbox('empty')
const { run } = served

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

const options = (...titles: string[]) => titles.map((title, index) => ({ id: String(index + 1), title }))

itWith('soffice')('a report groups what is alike: texts with counts, days, rows of a matrix with shares, mean places', async () => {
  const content = survey(
    'Alike',
    [
      { type: 'input', title: 'Why?' },
      { type: 'datetime', title: 'Which day?' },
      { type: 'datetime', title: 'Any day?' },
      { type: 'matrix', title: 'How?', matrixRows: options('Service'), matrixColumns: options('Good', 'Bad') },
      { type: 'ranking', title: 'What first?', rankingEntities: options('Price', 'Speed') },
      { type: 'datetime', datetimeKind: 'time', title: 'What time?' },
    ],
    { first: 711 },
  )
  const [why, day, anyDay, how, order, time] = content.widgets.ids.slice(1, -1) as [string, string, string, string, string, string]
  const two = (number: number): string => String(number).padStart(2, '0')
  const answers = Array.from({ length: 40 }, (_, index) => ({
    values: {
      [why]: index % 4 === 0 ? `Reason ${index}` : ' Too dear',
      [day]: index % 4 === 0 ? '2026-03-02' : '2026-03-01',
      [anyDay]: `2026-${two(1 + (index % 2))}-${two(1 + Math.floor(index / 2))}`,
      [how]: { 1: [index < 30 ? '1' : '2'] },
      [order]: index < 30 ? ['2', '1'] : ['1', '2'],
      [time]: `${two(9 + (index % 2))}:${two(index)}`,
    },
  }))
  const quiz = await surveyWith(served.sandbox, 'Alike', content, answers)
  const flat = (text: string): string => text.replace(/\s+/g, ' ')
  for (const text of [
    flat(readPdf(await saved(`export report ${quiz}`, 'alike.pdf'))),
    flat(readDocument(await saved(`export report ${quiz} --format word`, 'alike.docx'))),
  ]) {
    expect(text).toMatch(/Why\? Answers: 40 Answer Count Too dear 30 Reason 36 1 /)
    expect(text).toMatch(/Which day\? Answers: 40 Day Count Share 2026-03-01 30 75% 2026-03-02 10 25%/)
    expect(text).toMatch(/Any day\? Answers: 40 Month Count Share 2026-01 20 50% 2026-02 20 50%/)
    expect(text).toMatch(/How\? Answers: 40 Good Bad Service 30 \(75%\) 10 \(25%\)/)
    expect(text).toMatch(/What first\? Answers: 40 Option Count Share Mean (place )?Price 10 25% 1.75( place)? Speed 30 75% 1.25/)
    expect(text).toMatch(/What time\? Answers: 40 Time Count Share 09:00 20 50% 10:00 20 50%/)
  }
})

itWith('pdftotext')('titles and answers in letters that our font lacks stand in reports and prints, or a box does', async () => {
  const content = survey(
    'Letters',
    [
      { type: 'choice', title: 'Party 🎉?', choiceEntities: options('ดีมาก yes', 'Ж') },
      { type: 'input', title: 'Why?' },
    ],
    { first: 721 },
  )
  const [choice, why] = content.widgets.ids.slice(1, -1) as [string, string]
  const quiz = await surveyWith(served.sandbox, 'Letters', content, [{ values: { [choice]: ['1'], [why]: 'because 🎉 it is' } }])
  for (const [words, name] of [
    ['export summary', 'letters.pdf'],
    ['export report', 'letters-report.pdf'],
    ['export print', 'letters-print.pdf'],
  ] as const) {
    const text = readPdf(await saved(`${words} ${quiz}`, name))
    expect(text).toMatch(/Party (🎉|□)\?/)
    expect(text).toMatch(/(ดีมาก|□+) yes/)
    if (words !== 'export print') expect(text).toMatch(/because (🎉|□) it is/)
  }
})

itWith('pdftotext')('of very many different texts those that came again are counted', async () => {
  const content = survey('Many', [{ type: 'input', title: 'Why?' }], { first: 731 })
  const why = content.widgets.ids[1]!
  const texts = ['Again', 'Again', ...Array.from({ length: 12_000 }, (_, index) => `Once ${index}`), 'Again']
  const quiz = await surveyWith(
    served.sandbox,
    'Many',
    content,
    texts.map((text) => ({ values: { [why]: text } })),
  )
  const text = readPdf(await saved(`export summary ${quiz}`, 'many.pdf')).replace(/\s+/g, ' ')
  expect(text).toMatch(/Why\? Answers: 12003 Answer Count Again 3 Once 11999 1 /)
  expect(text).toMatch(/Shown 7 of 12003/)
})

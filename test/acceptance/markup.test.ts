/** Titles are text with a few tags: whole on the page and in every file. */
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { questionId } from '../../src/sandbox/seed/demo-surveys.ts'
import { freshFolder } from '../support/program.ts'
import { itWith, readCsv, readPdf } from '../support/readers.ts'
import { respond, Respondent } from '../support/respond.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('empty', { keep: true })
const { run } = served
let quiz: string
let address: string
const folder = freshFolder()

const [income, group, words] = [1, 2, 3].map(questionId) as [string, string, string]
const title = 'income < $50,000 or > $100,000'
const entities = {
  [income]: { type: 'input', title },
  [group]: { type: 'dropdown', title: 'Which <b>group</b>?', dropdownEntities: [{ title: '< 5 or > 7' }, { title: 'The <i>rest</i>' }] },
  [words]: { type: 'input', title: '  In your words  ' },
  submit: { type: 'submit', title: 'Done' },
}

async function done(line: string | string[], input?: string): Promise<string> {
  const { exitCode, stdout, stderr } = await run(line, input === undefined ? {} : { input })
  expect([line, exitCode, exitCode === 0 ? '' : stderr]).toEqual([line, 0, ''])
  return stdout.trim()
}

beforeAll(async () => {
  quiz = await done(`quiz create --folder ${served.sandbox.folderId} -q`)
  await done(['quiz', 'set', quiz, 'lang=en'])
  await done(['quiz', 'save', quiz, '--file', '-'], JSON.stringify({ ids: Object.keys(entities), entities }))
  await done(['quiz', 'publish', quiz, '--yes'])
  address = (JSON.parse(await done(`quiz view ${quiz} --json`)) as { url_shared: string }).url_shared
  await respond(address, { [income]: '<b>tags</b> of mine', [group]: '1', [words]: '  as typed ' })
  await respond(address, { [group]: '2' })
})

it('on the page', async () => {
  const page = await new Respondent(address).open()
  expect(page).toContain('income &lt; $50,000 or &gt; $100,000')
  expect(page).toContain('Which <b>group</b>?')
  expect(page).toContain('>&lt; 5 or &gt; 7</option>')
  expect(page).toContain('>The rest</option>')
})

it('in tables; blanks at both ends stay as typed', async () => {
  const file = join(folder, 'answers.csv')
  await done(['export', 'csv', quiz, '-o', file])
  expect(readCsv(file).map((row) => row.slice(-3))).toEqual([
    [title, 'Which group?', '  In your words  '],
    ['<b>tags</b> of mine', '< 5 or > 7', '  as typed '],
    ['', 'The rest', ''],
  ])
})

it('in the list and the report', async () => {
  const answers = JSON.parse(await done(`answer list ${quiz} --json --all`)) as { answers: { question_text: string; answer: string }[] }[]
  expect(answers.flatMap((answer) => answer.answers)).toContainEqual(
    expect.objectContaining({ question_text: title, answer: '<b>tags</b> of mine' }),
  )
  const { questions } = JSON.parse(await done(`report view ${quiz} --json`)) as {
    questions: { title: string; bars?: { label: string }[] }[]
  }
  expect(questions.map((question) => question.title)).toEqual([title, 'Which group?', '  In your words  '])
  expect(questions[1]!.bars!.map(({ label }) => label)).toEqual(['< 5 or > 7', 'The rest'])
})

itWith('pdftotext')('in PDFs', async () => {
  for (const command of ['summary', 'print']) {
    const file = join(folder, `${command}.pdf`)
    await done(['export', command, quiz, '-o', file])
    const text = readPdf(file).replace(/\s+/g, ' ')
    for (const part of [title, 'Which group?', '< 5 or > 7', 'The rest']) expect(text).toContain(part)
  }
})

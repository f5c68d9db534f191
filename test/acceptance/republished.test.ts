/** A survey changes while people answer it: each answer is read as the publication has it that it was given to. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { questionId } from '../../src/sandbox/seed/demo-surveys.ts'
import { freshFolder } from '../support/program.ts'
import { itWith, readPdf, readCsv } from '../support/readers.ts'
import { respond, Respondent } from '../support/respond.ts'
import { startSandbox } from '../support/sandbox.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('empty', { keep: true })
const { run } = served
const folder = freshFolder()

async function done(words: string | string[], input?: string): Promise<string> {
  const { exitCode, stdout, stderr } = await run(words, input === undefined ? {} : { input })
  expect([words, exitCode, exitCode === 0 ? '' : stderr]).toEqual([words, 0, ''])
  return stdout.trim()
}

const [sex, eats, grid, mark] = [1, 2, 3, 4].map(questionId) as [string, string, string, string]
const list = (...titles: string[]) => titles.map((title) => ({ title }))

async function publish(quiz: string, questions: Record<string, object>): Promise<void> {
  const entities = { welcome: { type: 'welcome', title: 'Hello' }, ...questions, submit: { type: 'submit', title: 'Done' } }
  // Past the tool, which asks before answers would be lost.
  for (const [action, body] of [
    ['save', { ids: Object.keys(entities), entities }],
    ['publish', {}],
  ] as const) {
    const { status } = await served.sandbox.request('POST', `/quiz/${quiz}/${action}`, body)
    expect([action, status]).toEqual([action, 200])
  }
}

async function newSurvey(): Promise<string> {
  const id = await done(`quiz create --folder ${served.sandbox.folderId} -q`)
  await done(['quiz', 'set', id, 'lang=en'])
  return id
}

const addressOf = async (quiz: string): Promise<string> =>
  (JSON.parse(await done(`quiz view ${quiz} --json`)) as { url_shared: string }).url_shared

interface Bar {
  id: string
  label: string
  count: number
  removed?: boolean
}

interface Question {
  widget_id: string
  bars?: Bar[]
  rows?: { label: string; bars: Bar[]; removed?: boolean }[]
}

async function report(quiz: string, filters?: object): Promise<{ total: number; question: (id: string) => Question }> {
  const file = join(folder, 'filters.json')
  if (filters) writeFileSync(file, JSON.stringify({ filters }))
  const words = ['report', 'view', quiz, '--json', ...(filters ? ['--file', file] : [])]
  const { total, questions } = JSON.parse(await done(words)) as { total: number; questions: Question[] }
  return { total, question: (id) => questions.find(({ widget_id }) => widget_id === id)! }
}

const counts = (bars: readonly Bar[] = []): Record<string, number> =>
  Object.fromEntries(bars.map(({ label, count, removed }) => [removed ? `${label} (removed)` : label, count]))

/** How often each cell of a question stands in the CSV. */
async function cells(quiz: string, title: string): Promise<Record<string, number>> {
  await done(['export', 'csv', quiz, '-o', `${folder}/`, '--force'])
  const [head = [], ...rows] = readCsv(
    join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('.csv'))!,
    ),
  )
  const column = head.indexOf(title)
  return Object.fromEntries([...Map.groupBy(rows, (row) => row[column]!)].map(([words, of]) => [words, of.length]))
}

describe('options without ids, published in another order', () => {
  let quiz: string

  beforeAll(async () => {
    quiz = await newSurvey()
    const asked = (options: object[], rows: object[], columns: object[], stars: number) => ({
      [sex]: { type: 'dropdown', title: 'Sex', dropdownEntities: list('Male', 'Female') },
      [eats]: { type: 'choice', title: 'Eats', choiceMultiple: true, choiceEntities: options },
      [grid]: { type: 'matrix', title: 'Grid', matrixRows: rows, matrixColumns: columns },
      [mark]: { type: 'rating', title: 'Mark', ratingCount: stars },
    })
    await publish(quiz, asked(list('Fish', 'Meat', 'Eggs'), list('Soup', 'Salad'), list('Bad', 'Good'), 10))
    const address = await addressOf(quiz)
    const before = { [sex]: '1', [eats]: ['1', '3'], [`${grid}.row.1`]: '1', [`${grid}.row.2`]: '2', [mark]: '9' }
    for (let time = 0; time < 4; time++) await respond(address, before)
    await publish(quiz, {
      ...asked(list('Eggs', 'Meat', 'Nuts'), list('Salad'), list('Good', 'Fair', 'Bad'), 5),
      [sex]: { type: 'dropdown', title: 'Sex', dropdownEntities: list('Female', 'Male') },
    })
    for (let time = 0; time < 3; time++) await respond(address, { [sex]: '1', [eats]: ['1', '3'], [`${grid}.row.1`]: '1', [mark]: '4' })
  })

  it('are counted by what they say', async () => {
    const { question } = await report(quiz)
    expect(counts(question(sex).bars)).toEqual({ Female: 3, Male: 4 })
    expect(counts(question(sex).bars)).toEqual(await cells(quiz, 'Sex'))
    expect(counts(question(eats).bars)).toEqual({ Eggs: 7, Meat: 0, Nuts: 3, 'Fish (removed)': 4 })
    expect(await cells(quiz, 'Eats')).toEqual({ 'Fish; Eggs': 4, 'Eggs; Nuts': 3 })
  })

  it('rows and columns too', async () => {
    const { rows = [] } = (await report(quiz)).question(grid)
    expect(rows.map(({ label, removed, bars }) => [removed ? `${label} (removed)` : label, counts(bars)])).toEqual([
      ['Salad', { Good: 7, Fair: 0, Bad: 0 }],
      ['Soup (removed)', { Good: 0, Fair: 0, Bad: 4 }],
    ])
  })

  it('numbers that are beyond the scale now', async () => {
    const bars = (await report(quiz)).question(mark).bars!
    expect(counts(bars)).toEqual({ 1: 0, 2: 0, 3: 0, 4: 3, 5: 0, '9 (removed)': 4 })
  })

  it.each([
    ['Male', 4, { Female: 0, Male: 4 }],
    ['Female', 3, { Female: 3, Male: 0 }],
    ['1', 3, { Female: 3, Male: 0 }],
  ])('a filter by %s', async (value, total, bars) => {
    const filtered = await report(quiz, [{ question_id: sex, values: [value] }])
    expect([filtered.total, counts(filtered.question(sex).bars)]).toEqual([total, bars])
  })

  it('a filter by one of several options, removed ones included', async () => {
    const total = async (value: string) => (await report(quiz, [{ question_id: eats, values: [value] }])).total
    expect([await total('Fish'), await total('Eggs'), await total('Nuts'), await total('Fish; Eggs')]).toEqual([4, 7, 3, 4])
  })

  it('the list of answers says the same', async () => {
    const answers = JSON.parse(await done(`answer list ${quiz} --json --all`)) as { answers: { question_id: string; answer: string }[] }[]
    const words = answers.flatMap((answer) =>
      answer.answers.filter(({ question_id }) => question_id === sex).map(({ answer: text }) => text),
    )
    expect(words.sort()).toEqual(['Female', 'Female', 'Female', 'Male', 'Male', 'Male', 'Male'])
  })

  itWith('pdftotext')('a summary marks what was removed', async () => {
    const file = join(folder, 'summary.pdf')
    await done(['export', 'summary', quiz, '-o', file])
    expect(readPdf(file)).toMatch(/Fish \(removed\)/)
  })
})

it('a question that is answered otherwise now is another one', async () => {
  const quiz = await newSurvey()
  await publish(quiz, { [mark]: { type: 'rating', title: 'Mark' } })
  const address = await addressOf(quiz)
  await respond(address, { [mark]: '4' })
  await publish(quiz, { [mark]: { type: 'input', title: 'Mark in words' } })
  await respond(address, { [mark]: 'fine' })
  await done(['export', 'csv', quiz, '-o', join(folder, 'changed.csv')])
  const rows = readCsv(join(folder, 'changed.csv')).map((row) => row.slice(-2))
  expect(rows).toEqual([
    ['Mark in words', 'Mark'],
    ['', '4'],
    ['fine', ''],
  ])
})

describe('begun before a publication', () => {
  const first = {
    [sex]: { type: 'input', title: 'Old question', isRequired: true },
    [eats]: { type: 'rating', title: 'Stars', ratingCount: 10 },
  }
  const second = {
    [sex]: { type: 'email', title: 'New question', isRequired: true },
    [eats]: { type: 'rating', title: 'Stars', ratingCount: 3 },
  }

  it.each([
    ['with something given', true],
    ['with the page open', false],
  ])('%s: it is finished as it was begun', async (_, given) => {
    const quiz = await newSurvey()
    await publish(quiz, first)
    const address = await addressOf(quiz)
    const early = new Respondent(address)
    await early.open()
    if (given) await early.save(sex, { [sex]: 'plain words' })
    await publish(quiz, second)
    if (given) {
      const page = await early.open()
      expect([page.includes('Old question'), page.includes('New question')]).toEqual([true, false])
    }
    expect((await early.submit({ [sex]: 'plain words', [eats]: '9' })).status).toBe(200)
    // Who comes now gets what is published now.
    expect((await early.open()).includes('New question')).toBe(true)
    expect((await new Respondent(address).submit({ [sex]: 'plain words', [eats]: '9' })).status).toBe(422)
    expect(await cells(quiz, 'Stars')).toEqual({ 9: 1 })
  })

  it('also when the sandbox was started again in between', async () => {
    const data = freshFolder()
    const content = (question: object) => ({
      ids: [sex, 'submit'],
      entities: { [sex]: question, submit: { type: 'submit', title: 'Done' } },
    })
    let sandbox = await startSandbox({ seed: 'empty', data })
    const { id, url_shared } = (await sandbox.request('POST', '/quiz', { folder_id: sandbox.folderId })).body as {
      id: number
      url_shared: string
    }
    const published = async (question: object): Promise<void> => {
      for (const [path, body] of [
        ['save', content(question)],
        ['publish', {}],
      ] as const)
        expect((await sandbox.request('POST', `/quiz/${id}/${path}`, body)).status).toBe(200)
    }
    await published(first[sex]!)
    const early = new Respondent(url_shared)
    await early.open()
    await early.save(sex, { [sex]: 'plain words' })
    await published(second[sex]!)
    await sandbox.close()
    sandbox = await startSandbox({ seed: 'empty', data })
    early.move(sandbox.baseUrl)
    expect(await early.open()).toContain('Old question')
    expect((await early.submit({ [sex]: 'plain words' })).status).toBe(200)
    await sandbox.close()
  })

  it('who may answer goes by the latest publication', async () => {
    const quiz = await newSurvey()
    await publish(quiz, first)
    const early = new Respondent(await addressOf(quiz))
    await early.open()
    await early.save(sex, { [sex]: 'plain words' })
    await done(['quiz', 'set', quiz, 'close_quiz_enabled=true'])
    await done(['quiz', 'publish', quiz, '--yes'])
    expect((await early.submit({ [sex]: 'plain words' })).status).toBe(403)
  })
})

/** An administrator takes the answers out, in every form that the service has; other programs judge the files. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { survey } from '../../src/sandbox/seed/demo-surveys.ts'
import { freshFolder } from '../support/program.ts'
import { itWith, readCsv, readDocuments, readPdf, readSav, readSheets } from '../support/readers.ts'
import { type GivenAnswer, surveyWith, useSandbox } from '../support/served.ts'

const ownColumns = 7
const long = `начало ${'ж'.repeat(4980)} конец`
const hardTexts = ['=1+1', 'a,"b"', 'строка 1\nстрока 2', '😀 emoji', long, ' spaces ', "it's", '-5']
const titles = ['Как дела?', 'Two\nlines, "quoted"', 'Which?']

const served = useSandbox('demo', { keep: true })
const { run } = served
let folder: string
let hard: number

const content = survey(
  'Трудный',
  [
    { type: 'input', title: titles[0]! },
    { type: 'input', title: titles[1]! },
    {
      type: 'choice',
      title: titles[2]!,
      choiceMultiple: true,
      choiceEntities: [
        { id: '1', title: 'Да, "конечно"' },
        { id: '2', title: 'Нет' },
      ],
    },
  ],
  { lang: 'ru', first: 901 },
)
const [first, second, third] = content.widgets.ids.slice(1, -1) as [string, string, string]

const given: GivenAnswer[] = [
  ...hardTexts.map((text) => ({ values: { [first]: text, [second]: text, [third]: ['1', '2'] } })),
  { values: { [first]: 'half-way' }, is_complete: false, date_end: null },
  { values: { [first]: 'screened out' }, is_complete: false, is_screenout: true },
  { values: { [first]: 'deleted' }, is_deleted: true },
]

const wide = survey(
  'Wide',
  Array.from({ length: 300 }, (_, index) => ({ type: 'input' as const, title: `Question ${index + 1}` })),
  { first: 2001 },
)
const ids = wide.widgets.ids.slice(1, -1)
const wideTitles = ids.map((_, index) => `Question ${index + 1}`)
const values = ids.map((_, index) => `value ${index + 1}`)
const surveys: { id: number; rows: number }[] = []

beforeAll(async () => {
  folder = freshFolder()
  hard = await surveyWith(served.sandbox, 'Трудный/опрос: 😀', content, given)
  for (const rows of [0, 1]) {
    const answers = Array.from({ length: rows }, () => ({
      values: Object.fromEntries(ids.map((id, index) => [id, `value ${index + 1}`])),
    }))
    surveys.push({ id: await surveyWith(served.sandbox, `Wide ${rows}`, wide, answers), rows })
  }
})

const at = (name: string): string => join(folder, name)

/** Runs an export that must succeed; answers with the file's path. */
async function saved(words: string, name: string): Promise<string> {
  const outcome = await run([...words.split(' '), '-o', at(name)])
  expect(outcome.stderr.replace(/^\d+ of \d+ ids are not among them: .*\n/, '')).toBe('')
  expect(outcome.exitCode).toBe(0)
  return at(name)
}

type Hard<Read> = { ofHard: Read; ofWide: Read[] }
let [sheets, documents]: [Hard<string[][]>?, (Hard<string> & { ofReport: string })?] = []

/** What LibreOffice reads in the spreadsheets, in one start. */
async function inSheets(): Promise<Hard<string[][]>> {
  if (sheets) return sheets
  const paths = [await saved(`export xlsx ${hard}`, 'hard.xlsx')]
  for (const { id, rows } of surveys) paths.push(await saved(`export xlsx ${id}`, `wide-${rows}.xlsx`))
  const [ofHard, ...ofWide] = readSheets(paths) as [string[][], ...string[][][]]
  return (sheets = { ofHard, ofWide })
}

async function inDocuments(): Promise<Hard<string> & { ofReport: string }> {
  if (documents) return documents
  const [ofHard, ofReport, ofWide] = readDocuments([
    await saved(`export word ${hard}`, 'hard.docx'),
    await saved('export report 42 --format word', 'report.docx'),
    await saved(`export word ${surveys[1]!.id}`, 'wide.docx'),
  ]) as [string, string, string]
  return (documents = { ofHard, ofReport, ofWide: [ofWide] })
}

/** What a statistics package reads in the archive. */
async function unpackedSav(id: number, name: string, flags = ''): Promise<ReturnType<typeof readSav>> {
  const out = `${at(name)}/`
  mkdirSync(out)
  const { exitCode, stderr } = await run([...`export sav ${id} --extract ${flags}`.trim().split(' '), '-o', out])
  expect(stderr).toContain('Unpacked')
  expect(exitCode).toBe(0)
  return readSav(
    join(
      out,
      readdirSync(out).find((file) => file.endsWith('.sav'))!,
    ),
  )
}

const cells = (rows: string[][], column: number): string[] => rows.slice(1).map((row) => row[ownColumns + column]!)

describe('tables of answers', () => {
  it('CSV holds every character that was typed', async () => {
    const rows = readCsv(await saved(`export csv ${hard}`, 'hard.csv'))
    expect(rows[0]!.slice(ownColumns)).toEqual(titles)
    expect(cells(rows, 0)).toEqual(hardTexts)
    expect(cells(rows, 1)).toEqual(hardTexts)
    expect(new Set(cells(rows, 2))).toEqual(new Set(['Да, "конечно"; Нет']))
  })

  itWith('soffice')('a spreadsheet shows texts, not formulas', async () => {
    const { ofHard: rows } = await inSheets()
    expect(rows[0]!.slice(ownColumns)).toEqual(titles)
    expect(cells(rows, 0)).toEqual(hardTexts)
    expect(cells(rows, 1)).toEqual(hardTexts)
  })

  itWith('soffice')('a Word table has a row for each respondent', async () => {
    const { ofHard: text } = await inDocuments()
    for (const part of ['Как дела?', '=1+1', 'a,"b"', '😀 emoji', long]) expect(text).toContain(part)
  })

  itWith('pspp')('a statistics package reads variables, labels and values', async () => {
    const { rows, variables } = await unpackedSav(hard, 'sav')
    expect(readdirSync(at('sav')).filter((name) => /\.(zip|sav)$/.test(name))).toHaveLength(2)
    const column = rows[0]!.indexOf('VAR_1')
    expect(rows.slice(1).map((row) => row[column])).toEqual(hardTexts.map((text) => text.trimEnd()))
    expect(rows[0]).toEqual(['VAR_1', 'VAR_2', 'VAR_3'])
    for (const line of ['VAR_1,1,Как дела?,', 'VAR_2,2,"Two lines, ""quoted""",', 'VAR_3,3,Which?,'])
      expect(variables).toContain(`\n${line}`)
  })

  it('nobody has answered yet: a head and no rows', async () => {
    const empty = await surveyWith(served.sandbox, 'Empty', content, [])
    expect(readCsv(await saved(`export csv ${empty}`, 'empty.csv'))).toHaveLength(1)
    for (const format of ['word', 'summary', 'report', 'report --format word'])
      expect(readFileSync(await saved(`export ${format} ${empty}`, `empty-${format}`)).length).toBeGreaterThan(100)
  })

  describe('of 300 questions, answered by nobody and by one', () => {
    const expected = (head: string[], rows: number): string[][] => [head, ...(rows === 0 ? [] : [values])]
    const questions = (rows: string[][]): string[][] => rows.map((row) => row.slice(ownColumns))

    it('CSV', async () => {
      for (const { id, rows } of surveys)
        expect(questions(readCsv(await saved(`export csv ${id}`, `wide-${rows}.csv`)))).toEqual(expected(wideTitles, rows))
    })

    itWith('soffice')('a spreadsheet', async () => {
      const { ofWide } = await inSheets()
      for (const [index, { rows }] of surveys.entries()) expect(questions(ofWide[index]!)).toEqual(expected(wideTitles, rows))
    })

    itWith('pspp')('a statistics package', async () => {
      const names = ids.map((_, index) => `VAR_${index + 1}`)
      for (const { id, rows } of surveys) {
        const { rows: cases, variables } = await unpackedSav(id, `wide-${rows}`)
        expect(cases).toEqual(expected(names, rows))
        expect(variables).toContain('\nVAR_300,300,Question 300,')
      }
    })

    itWith('soffice')('Word', async () => {
      const words = (await inDocuments()).ofWide[0]!.split(/\s*[\n\t]\s*/)
      for (const part of [...wideTitles, ...values]) expect(words).toContain(part)
    })
  })
})

describe('which answers', () => {
  const texts = async (words: string, name: string): Promise<string[]> => cells(readCsv(await saved(words, name)), 0)

  it('completed ones, unless the incomplete ones are asked for', async () => {
    expect(await texts(`export csv ${hard} --complete`, 'complete.csv')).toEqual(hardTexts)
    expect(await texts(`export csv ${hard} --incomplete`, 'incomplete.csv')).toEqual(['half-way'])
  })

  it('only some, and all but some', async () => {
    const ids = readCsv(at('complete.csv'))
      .slice(1)
      .map((row) => row[0]!)
    expect(await texts(`export csv ${hard} --ids ${ids[0]},${ids[2]}`, 'some.csv')).toEqual([hardTexts[0], hardTexts[2]])
    expect(await texts(`export csv ${hard} --ids ${ids[0]} --ids ${ids[2]} --excluded-ids ${ids[0]}`, 'fewer.csv')).toEqual([hardTexts[2]])
    expect(await texts(`export csv ${hard} --excluded-ids ${ids.slice(1).join(',')}`, 'one.csv')).toEqual([hardTexts[0]])
  })

  itWith('pspp')('screened-out and deleted ones, for statistics only', async () => {
    const values = async (flags: string, name: string): Promise<string[]> => {
      const { rows } = await unpackedSav(hard, name, flags)
      return rows.slice(1).map((row) => row[rows[0]!.indexOf('VAR_1')]!)
    }
    expect((await values('', 'plain')).length).toBe(hardTexts.length)
    expect((await values('--screenout', 'screenout')).slice(hardTexts.length)).toEqual(['screened out'])
    expect((await values('--deleted', 'deleted')).slice(hardTexts.length)).toEqual(['deleted'])
    expect((await values('--screenout --deleted', 'both')).slice(hardTexts.length)).toEqual(['screened out', 'deleted'])
  })

  it('is checked before anything is sent', async () => {
    const { exitCode, stderr } = await run('export csv 42 --complete --incomplete --ids 0,x')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('--complete')
    expect(stderr).toContain('--ids')
  })
})

describe('summaries and reports', () => {
  itWith('pdftotext')('a summary, with and without filters', async () => {
    expect(readPdf(await saved('export summary 42', 'summary.pdf'))).toContain('How do you rate the delivery?')
    const filters = at('filters.yaml')
    writeFileSync(filters, 'date_from: 2026-01-01\nfilters:\n  - question_id: 10000000-0000-4000-8000-000000000003\n    values: [North]\n')
    const { stderr } = await run(['export', 'summary', '42', '--file', filters, '-o', at('filtered.pdf'), '--debug'])
    expect(stderr).toContain('POST')
    expect(readPdf(at('filtered.pdf'))).toContain('filtered by answers')
  })

  it('asks by GET as long as no filters are given', async () => {
    const { stderr } = await run(['export', 'summary', '42', '--incomplete', '-o', at('summary-get.pdf'), '--debug'])
    expect(stderr).toMatch(/GET \S*\/quiz\/42\/summary\/pdf\?is_complete=false/)
    expect(stderr).not.toContain('POST')
  })

  itWith('pdftotext')('a detailed report over a period', async () => {
    expect(readPdf(await saved('export report 42 --from 2026-01-01 --to 2099-12-31', 'report.pdf'))).toContain('What did you order?')
    expect(readPdf(await saved('export report 42 --from 2099-01-01', 'later.pdf'))).toMatch(/\b0\b/)
  })

  itWith('soffice')('a report with charts as a Word document', async () => {
    expect((await inDocuments()).ofReport).toContain('How do you rate the delivery?')
  })

  it('says what is wrong with a period or a format', async () => {
    const period = await run('export report 42 --from 2026-02-01 --to 2026-01-01')
    expect([period.exitCode, period.stderr]).toEqual([2, expect.stringContaining('--to')])
    const format = await run('export report 42 --format txt')
    expect([format.exitCode, format.stderr]).toEqual([2, expect.stringContaining('pdf, word')])
    const filtered = await run(['export', 'report', '42', '--format', 'word', '--filters', '[{"question_id":"x"}]'])
    expect([filtered.exitCode, filtered.stderr]).toEqual([2, expect.stringContaining('--filters')])
  })
})

describe('where files go', () => {
  it('under the name that the service gives, made safe', async () => {
    const cwd = freshFolder()
    const { exitCode, stdout } = await run(['export', 'csv', String(hard)], { cwd })
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Saved')])
    const names = readdirSync(cwd)
    expect(names).toHaveLength(1)
    expect(names[0]).toMatch(/^Трудный опрос.*answers\.csv$/)
  })

  it('to standard output', async () => {
    const { stdout, exitCode } = await run(['export', 'csv', String(hard), '-o', '-'])
    expect(exitCode).toBe(0)
    expect(stdout).toBe(readFileSync(at('hard.csv'), 'utf8'))
  })

  it('never over a file that is there, unless forced', async () => {
    writeFileSync(at('mine.csv'), 'mine')
    const refused = await run(['export', 'csv', '42', '-o', at('mine.csv')])
    expect([refused.exitCode, refused.stderr, readFileSync(at('mine.csv'), 'utf8')]).toEqual([
      1,
      expect.stringContaining('--force'),
      'mine',
    ])
    expect((await run(['export', 'csv', '42', '-o', at('mine.csv'), '--force'])).exitCode).toBe(0)
    expect(readCsv(at('mine.csv')).length).toBeGreaterThan(100)
  })

  it('several surveys into a folder; some of them may fail', async () => {
    const out = `${at('several')}/`
    mkdirSync(out)
    expect((await run(['export', 'csv', '42', '46', '-o', out])).exitCode).toBe(0)
    expect(readdirSync(out)).toHaveLength(2)
    const partly = await run(['export', 'csv', '42', '9999', '-o', out, '--force'])
    expect([partly.exitCode, partly.stderr]).toEqual([9, expect.stringContaining('9999')])
    const single = await run(['export', 'csv', '42', '46', '-o', at('single.csv')])
    expect([single.exitCode, existsSync(at('single.csv'))]).toEqual([2, false])
  })

  it('tells JSON what was saved', async () => {
    const { json } = await run(['export', 'csv', '42', '-o', at('facts.csv'), '--json'])
    expect(json).toMatchObject({ id: 42, path: at('facts.csv'), bytes: readFileSync(at('facts.csv')).length })
  })
})

it('a survey that is not there', async () => {
  const { exitCode, error } = await run(['export', 'csv', '9999', '-o', at('none.csv'), '--json'])
  expect([exitCode, error.code, existsSync(at('none.csv'))]).toEqual([5, 'quiz_not_found', false])
})

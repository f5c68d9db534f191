/** `answer stats` beside counts that are made of the service's words alone, and beside other programs. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeProblems } from '../support/axe.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { freshFolder } from '../support/program.ts'
import { isThere } from '../support/readers.ts'
import { questionId } from '../../src/sandbox/seed/demo-surveys.ts'
import { publishedOf, serve, surveyWith, type Served } from '../support/served.ts'
import { noTerminal, onTerminal } from '../support/terminal.ts'

let served: Served
let folder: string
/** All living ones, as the service says them. */
let answers: any[]
let complete: any[]

beforeAll(async () => {
  served = await serve('demo')
  folder = join(freshFolder(), 'answers')
  expect((await served.run(['answer', 'sync', '42', folder, '--to', 'ndjson', '--quiet'])).exitCode).toBe(0)
  answers = (await served.run('answer list 42 --all --json')).json
  complete = answers.filter(({ is_complete }) => is_complete)
})
afterAll(() => served.close())

const idOf = (place: number): string => String(place).padStart(2, '0')
const said = (answer: any, place: number): string | undefined =>
  answer.answers.find(({ question_id }: any) => question_id.endsWith(idOf(place)))?.answer
const given = (list: readonly any[], place: number): string[] =>
  list.map((answer) => said(answer, place)).filter((text) => text !== undefined)
const times = (values: readonly string[], value: string): number => values.filter((one) => one === value).length

async function stats(...args: string[]): Promise<any> {
  const { exitCode, stderr, json } = await served.run(['answer', 'stats', '42', ...args, '--json'])
  expect([exitCode, stderr]).toEqual([0, ''])
  return json
}
const question = (found: any, place: number): any => found.questions.find(({ id }: any) => id.endsWith(idOf(place)))
const counts = (options: any[]): unknown[] => options.map(({ label, count }) => [label, count])

describe('all questions', () => {
  it('are counted as the service says them', async () => {
    const found = await stats()
    expect(found).toMatchObject({ quiz_id: 42, name: 'Spring', answers: complete.length })
    for (const [place, titles] of [
      [1, ['Yes', 'No']],
      [3, ['North', 'South', 'East', 'West']],
    ] as const) {
      const values = given(complete, place)
      const { answered, skipped, options } = question(found, place)
      expect([answered, skipped]).toEqual([values.length, complete.length - values.length])
      expect(counts(options)).toEqual(titles.map((title) => [title, times(values, title)]))
      expect(options[0].percent).toBe((options[0].count / values.length) * 100)
    }
    const orders = given(complete, 2).map((text) => text.split('; '))
    expect(counts(question(found, 2).options)).toEqual(
      ['Seeds', 'Tools', 'Pots', 'Furniture'].map((title) => [title, orders.filter((order) => order.includes(title)).length]),
    )
    expect(question(found, 2).sum_percent).toBeCloseTo((orders.flat().length / orders.length) * 100, 9)
    const mails = given(complete, 11)
    expect(question(found, 11).texts).toMatchObject({ distinct: new Set(mails).size, others: 0 })
    const dates = given(complete, 10).toSorted()
    expect(question(found, 10).range).toEqual({ first: dates[0], last: dates.at(-1) })
    expect(question(found, 14)).toMatchObject({ answered: given(complete, 14).length })
  })

  it('have figures of numbers, NPS and the two highest', async () => {
    const found = await stats('4', '6')
    expect(found.questions).toHaveLength(2)
    const rated = given(complete, 4).map(Number)
    expect(question(found, 4)).toMatchObject({
      top_2: { values: [4, 5], count: rated.filter((value) => value >= 4).length },
      numbers: { n: rated.length, min: Math.min(...rated), max: Math.max(...rated) },
    })
    expect(question(found, 4).numbers.mean).toBeCloseTo(rated.reduce((sum, value) => sum + value, 0) / rated.length, 12)
    const scale = given(complete, 6).map(Number)
    const [high, low] = [scale.filter((value) => value > 8).length, scale.filter((value) => value < 7).length]
    expect(question(found, 6).nps).toMatchObject({ promoters: { count: high }, detractors: { count: low } })
    expect(question(found, 6).nps.score).toBeCloseTo(((high - low) / scale.length) * 100, 9)
  })

  it('have places and rows', async () => {
    const found = await stats('what_matters_most', 'How satisfied are you?')
    const orders = given(complete, 8).map((text) => text.split('; ').map((part) => part.replace(/^\d+\. /, '')))
    for (const option of question(found, 8).options) {
      const places = orders.map((order) => order.indexOf(option.label) + 1).filter((place) => place > 0)
      expect(option.first_places).toBe(places.filter((place) => place === 1).length)
      expect(option.mean_place).toBeCloseTo(places.reduce((sum, place) => sum + place, 0) / places.length, 12)
      expect(option.borda).toBe(orders.reduce((sum, order) => sum + order.length - 1 - order.indexOf(option.label), 0))
    }
    const cells = given(complete, 9).flatMap((text) => text.split('; '))
    for (const row of question(found, 9).rows)
      for (const { label, count } of row.options) expect(count).toBe(times(cells, `${row.label}: ${label}`))
  })

  it('are the same of a folder, of whatever answers are asked for', async () => {
    for (const flags of [[], ['--all'], ['--incomplete'], ['--funnel'], ['2', '--by', '3'], ['4', '--trend', 'week'], ['--where', '3=2']])
      expect(await stats(...flags, '--synced', folder), flags.join(' ')).toEqual(await stats(...flags))
  })
})

describe('a selection', () => {
  it('is who answered so', async () => {
    const south = complete.filter((answer) => said(answer, 3) === 'South' && said(answer, 2)?.split('; ').includes('Pots'))
    for (const where of [
      ['where_do_you_live=2', 'what_did_you_order=3'],
      ['Where do you live?=South', '2=Pots'],
    ])
      // prettier-ignore
      expect((await stats(...where.flatMap((one) => ['--where', one]))).answers).toBe(south.length)
    const row = complete.filter((answer) => said(answer, 9)?.split('; ').includes('Packaging: Very'))
    expect((await stats('--where', 'how_satisfied_are_you_2=3')).answers).toBe(row.length)
  })
  it('is days, both of them as well', async () => {
    const days = complete.map(({ date_start }) => String(date_start).slice(0, 10)).toSorted()
    const [from, to] = [days[40]!, days[90]!]
    const found = await stats('--from-date', from, '--to-date', to)
    expect(found.answers).toBe(days.filter((day) => day >= from && day <= to).length)
  })
  it('is by state', async () => {
    expect((await stats('--all')).answers).toBe(answers.length)
    const open = answers.filter(({ is_complete, is_screenout }) => !is_complete && !is_screenout)
    expect((await stats('--incomplete')).answers).toBe(open.length)
  })
})

it('a trend has each week, and together all answers', async () => {
  const found = await stats('3', '--trend', 'week')
  const { periods } = found.trend
  expect(periods.reduce((sum: number, { answers: many }: any) => sum + many, 0)).toBe(complete.length)
  for (const [index, { period }] of periods.entries()) {
    expect(new Date(period).getUTCDay()).toBe(1)
    if (index > 0) expect(Date.parse(period) - Date.parse(periods[index - 1].period)).toBe(7 * 86_400_000)
  }
  const north = question(found, 3).trend.map(({ options }: any) => options[0].count)
  expect(north.reduce((sum: number, many: number) => sum + many, 0)).toBe(times(given(complete, 3), 'North'))
})

it('a funnel says who left where', async () => {
  const { funnel } = await stats('--funnel')
  const open = answers.filter(({ is_complete, is_screenout }) => !is_complete && !is_screenout)
  expect(funnel.incomplete).toBe(open.length)
  const lasts = open.map((answer) => Math.max(0, ...answer.answers.map(({ question_id }: any) => Number(question_id.slice(-2)))))
  for (const step of funnel.steps) {
    const place = Number(step.id.slice(-2))
    expect([step.key, step.last]).toEqual([step.key, lasts.filter((last) => last === place).length])
    expect(step.answered).toBe(given(answers, place).length)
  }
  expect(funnel.nothing_answered + funnel.steps.reduce((sum: number, { last }: any) => sum + last, 0)).toBe(open.length)
})

describe('beside others', () => {
  it.skipIf(!isThere('Rscript'))('R finds the same test, means and quartiles (needs Rscript)', async () => {
    const found = await stats('4', '7', '--by', '3')
    const rows = complete.map((answer) => [said(answer, 3), said(answer, 4), said(answer, 7)].map((text) => text ?? 'NA').join('\t'))
    const file = join(freshFolder(), 'answers.tsv')
    writeFileSync(file, `live\trated\thours\n${rows.join('\n')}\n`)
    const program = `
      d <- read.delim('${file}'); options(digits = 17, warn = -1)
      t <- chisq.test(table(d$rated, d$live), correct = FALSE)
      cat(t$statistic, t$parameter, t$p.value, sum(t$expected < 5), '\\n')
      for (g in c('North', 'South', 'East', 'West')) cat(mean(d$rated[d$live == g], na.rm = TRUE), sd(d$rated[d$live == g], na.rm = TRUE), '\\n')
      cat(quantile(d$hours, na.rm = TRUE), sd(d$hours, na.rm = TRUE), '\\n')`
    const lines = execFileSync('Rscript', ['-e', program], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
    const { test, groups } = question(found, 4).by
    const same = (ours: number, theirs: number): void => expect(Math.abs(ours - theirs)).toBeLessThan(1e-9 * Math.max(1, Math.abs(theirs)))
    ;[test.chi_square, test.df, test.p, test.cells_below_5].forEach((value, at) => same(value, lines[0]![at]!))
    groups.forEach(({ numbers }: any, at: number) => {
      same(numbers.mean, lines[at + 1]![0]!)
      same(numbers.sd, lines[at + 1]![1]!)
    })
    const { min, q1, median, q3, max, sd } = question(found, 7).numbers
    ;[min, q1, median, q3, max, sd].forEach((value, at) => same(value, lines[5]![at]!))
  })

  it.skipIf(!isThere('pspp'))('pspp finds the same in the typed file (needs pspp)', async () => {
    const place = freshFolder()
    const [sav, syntax] = [join(place, 'typed.sav'), join(place, 'run.sps')]
    expect((await served.run(['export', 'sav', '42', '--typed', '--synced', folder, '-o', sav])).exitCode).toBe(0)
    writeFileSync(
      syntax,
      `GET FILE='${sav}'.
FREQUENCIES /VARIABLES=where_do_you_live what_did_you_order_2 how_satisfied_are_you_3.
CROSSTABS /TABLES=how_do_you_rate_the BY where_do_you_live /STATISTICS=CHISQ PHI /CELLS=COUNT COLUMN.
MEANS TABLES=how_many_hours_a_week_do BY where_do_you_live /CELLS=COUNT MEAN STDDEV.
`,
    )
    const text = execFileSync('pspp', ['-O', 'format=csv', syntax], { encoding: 'utf8' })
    const found = await stats('--by', '3', '--synced', folder)
    const all = await stats('--synced', folder)
    const tables = text.split('\n\n')
    const table = (name: string): string[][] => {
      const lines = tables
        .find((one) => one.startsWith(`Table: ${name}`))!
        .trim()
        .split('\n')
      return lines.slice(1).map((line) => line.split(','))
    }
    const valid = (name: string): unknown[] =>
      table(name)
        .filter(([kind, label]) => kind === 'Valid' || (kind === '' && label))
        .map(([, label, count]) => [label, Number(count)])
    expect(valid('Where do you live?').slice(0, 4)).toEqual(counts(question(all, 3).options))
    expect(valid('What did you order? - Tools').find((row: any) => row[0] === 'Yes')).toEqual(['Yes', question(all, 2).options[1].count])
    expect(valid('How satisfied are you? - Support').slice(0, 3)).toEqual(counts(question(all, 9).rows[2].options))
    const { test, groups } = question(found, 4).by
    const line = (name: string, first: string): string[] =>
      table(name)
        .find((row) => row[0] === first)!
        .slice(1)
    const [chiSquare, df, p] = line('Chi-Square Tests', 'Pearson Chi-Square').map(Number)
    near(test.chi_square, chiSquare!, 2)
    near(test.p, p!, 3)
    expect(test.df).toBe(df)
    const cells = table('How do you rate the delivery? × Where do you live?').filter((row) => row[2] === 'Count' && row[1] !== '')
    expect(cells.map((row) => row.slice(3, 7).map(Number))).toEqual(
      [0, 1, 2, 3, 4].map((at) => groups.map(({ histogram }: any) => histogram[at].count)),
    )
    for (const { label, numbers } of question(found, 7).by.groups) {
      const [count, mean, sd] = line('Report', label).map(Number)
      expect(numbers.n).toBe(count)
      near(numbers.mean, mean!, 2)
      near(numbers.sd, sd!, 2)
    }
  })
})

/** Theirs is rounded. */
const near = (ours: number, theirs: number, digits: number): void =>
  expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(0.50001 / 10 ** digits)

describe('as it is shown', () => {
  it('is a line an option in a pipe, zeros too', async () => {
    const { stdout } = await served.run('answer stats 42 1 9')
    const [yes] = [times(given(complete, 1), 'Yes')]
    const lines = stdout.split('\n').map((line) => line.split('\t'))
    expect(lines[0]).toEqual(['have_you_ordered_from_us', 'Yes', String(yes), String((yes / given(complete, 1).length) * 100)])
    expect(lines[1]).toEqual(['have_you_ordered_from_us', 'No', '0', '0'])
    expect(lines[2]!.slice(0, 2)).toEqual(['how_satisfied_are_you_1', 'Not at all'])
  })

  it('is first places of a ranking, where all options are ranked by all', async () => {
    const orders = given(complete, 8).map((text) => text.split('; ')[0]!.replace('1. ', ''))
    const { stdout } = await served.run('answer stats 42 what_matters_most')
    const first = (label: string): number => times(orders, label)
    const expected = ['Price', 'Quality', 'Speed'].map((label) => ['what_matters_most', label, String(first(label))])
    expect(stdout.trim().split('\n').map((line) => line.split('\t').slice(0, 3))).toEqual(expected) // prettier-ignore
    const file = join(freshFolder(), 'ranking.html')
    await served.run(['answer', 'stats', '42', 'what_matters_most', '--html', file])
    expect(readFileSync(file, 'utf8')).toContain(`${first('Price')} · ${((first('Price') / orders.length) * 100).toFixed(1)}%`)
  })

  const terminal = (columns: number, env: Record<string, string>, ...args: string[]): string[] =>
    onTerminal(columns, ['answer', 'stats', '42', ...args, '--synced', folder], env)

  it.skipIf(noTerminal).each([40, 80, 200])('fits a terminal of %d columns, with and without UTF-8 (needs script)', async (columns) => {
    for (const args of [[], ['4', '9', '--by', '3'], ['2', '4', '--trend', 'day'], ['--funnel']]) {
      const lines = terminal(columns, { LC_ALL: 'C.UTF-8' }, ...args)
      expect(lines.filter((line) => [...line].length > columns)).toEqual([])
      // Groups stand side by side where they fit, without bars.
      if (!args.includes('--by') || columns === 40) expect(lines.join('')).toMatch(/[▏▎▍▌▋▊▉█▁▂▃▄▅▆▇]/)
    }
    expect(terminal(columns, { LC_ALL: 'C' }, '4').join('')).toMatch(/#/)
    expect(terminal(columns, { LC_ALL: 'C' }).join('')).not.toMatch(/[▏▎▍▌▋▊▉█▁▂▃▄▅▆▇]/)
  })

  it('compares groups in columns where they fit, each in its own bars where they do not', async () => {
    const [{ by }] = (await stats('2', '--by', '3')).questions
    const lines = terminal(80, { LC_ALL: 'C' }, '2', '--by', '3').map((line) => line.trim().split(/\s{2,}/))
    const labels = by.groups.map(({ label }: any) => label)
    const from = lines.findIndex((cells) => cells.join() === labels.join())
    expect(from).toBeGreaterThan(0)
    const cellsOf = (of: (group: any) => string) => by.groups.map(of)
    expect(lines[from + 1]).toEqual(['answers', ...cellsOf(({ answered }) => String(answered))])
    by.groups[0].options.forEach(({ label }: any, index: number) => {
      const shown = cellsOf(({ options }) => `${options[index].count} ${options[index].percent.toFixed(1)}%`)
      expect(lines[from + 2 + index]!.join(' ')).toBe([label, ...shown].join(' '))
    })
    const narrow = terminal(30, { LC_ALL: 'C' }, '2', '--by', '3').join('\n')
    for (const { label, answered } of by.groups) expect(narrow).toContain(`${label} (${answered} answers)`)
  })

  it('rounds as everything else does, and says how rough a test is', async () => {
    const lines = terminal(80, {}, '4', '--by', '3').join('\n')
    expect(lines).toMatch(/chi-square [\d.]+, df 12, p = 0\.\d+, Cramer's V 0\.\d+, n \d+/)
    expect(lines).toMatch(/! fewer than 5 answers are expected in \d+ of 20 cells/)
  })

  it.skipIf(noBrowser !== '')(`is a page without scripts for every width, light and dark${noBrowser}`, async () => {
    const browser = await openBrowser()
    const place = freshFolder()
    for (const [index, args] of [[], ['2', '4', '9', '--by', '3'], ['2', '4', '--trend', 'week'], ['--funnel']].entries()) {
      const file = join(place, `page-${index}.html`)
      expect((await served.run(['answer', 'stats', '42', ...args, '--synced', folder, '--html', file])).exitCode).toBe(0)
      expect(readFileSync(file, 'utf8')).not.toMatch(/<script|https?:\/\//)
      for (const [width, colorScheme] of [
        [360, 'light'],
        [1280, 'dark'],
      ] as const) {
        // prettier-ignore
        const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
        await page.goto(`file://${file}`)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        expect(await axeProblems(page)).toEqual([])
        expect(await page.locator('svg').count()).toBeGreaterThan(0)
        await page.close()
      }
    }
    await browser.close()
  })

  it('is not written over', async () => {
    const file = join(freshFolder(), 'page.html')
    writeFileSync(file, 'mine')
    const refused = await served.run(['answer', 'stats', '42', '1', '--html', file])
    expect([refused.exitCode, refused.stdout]).toEqual([1, ''])
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect((await served.run(['answer', 'stats', '42', '1', '--html', file, '--force'])).exitCode).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>/)
  })
})

it.each([
  ['99', 5, 'no question "99"'],
  ['--by 9', 2, '--by takes a question with options'],
  ['--where 9=1', 2, 'has rows: name one'],
  ['--where 3=West-North', 2, 'has no option "West-North"'],
  ['--where 3', 2, 'must be KEY=CODE'],
  ['--from-date 2026-02-30', 2, '--from-date must be a day'],
  ['--from-date 2026-02-03 --to-date 2026-02-02', 2, 'is after'],
  ['--funnel --trend day', 2, 'Give one of'],
  ['--complete --all', 2, 'Give one of'],
  ['--funnel 3', 2, 'takes no QUESTION'],
  ['--personal', 2, '--personal needs --html'],
  ['--top many', 2, '--top must be'],
  ['--synced nowhere', 5, 'holds no synced answers'],
])('refuses %s', async (args, code, message) => {
  const { exitCode, stderr, stdout } = await served.run(`answer stats 42 ${args}`)
  expect([exitCode, stdout]).toEqual([code, ''])
  expect(stderr).toContain(message)
})

it('a trend over thousands of years is refused with what would be right', async () => {
  const value = { [questionId(1)]: 'yes' }
  const days = ['0001-01-01', '9999-12-31'].map((day) => ({
    values: value,
    date_start: `${day}T09:00:00.000Z`,
    date_end: `${day}T09:01:00.000Z`,
  }))
  const quiz = await surveyWith(served.sandbox, 'Old', publishedOf(served.sandbox, 42), days)
  const { exitCode, stderr } = await served.run(`answer stats ${quiz} --trend day`)
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/3,652,059 days, from 0001-01-01 to 9999-12-31.*\n.*--from-date/)])
  const { json } = await served.run(`answer stats ${quiz} --trend day --from-date 9999-12-01 --json`)
  expect(json.trend.periods).toEqual([{ period: '9999-12-31', answers: 1 }])
})

describe('what is made to be passed on', () => {
  const contacts = ['ann@example.org', '+49 170 1234567']
  const place = freshFolder()
  const read = (name: string): string => readFileSync(join(place, name), 'utf8')
  let quiz: number
  beforeAll(async () => {
    const values = (contact: string) => ({
      [questionId(3)]: contact,
      [questionId(5)]: `Write to ${contact}, please`,
      [questionId(11)]: 'bob@example.org',
      [questionId(12)]: '0170 7654321',
    })
    const plain = { [questionId(5)]: 'Broken on 2026-01-31, order 12345' }
    const given = [...contacts.map(values), plain].map((values) => ({ values }))
    quiz = await surveyWith(served.sandbox, 'Contacts', publishedOf(served.sandbox, 42), given)
    await served.run(['answer', 'sync', String(quiz), join(place, 'synced'), '--quiet'])
  })

  it.each([[[]], [['--by', '3']], [['5', '3', '--trend', 'day']], [['--where', '11=bob@example.org']]])(
    'the page of %j counts contacts, and lists them only when it is asked to',
    async (args) => {
      const page = async (name: string, ...flags: string[]): Promise<string> => {
        const made = await served.run(['answer', 'stats', String(quiz), ...args, '--html', join(place, name), '--force', ...flags])
        expect(made.exitCode).toBe(0)
        return read(name)
      }
      const all = args.includes('5') ? /example\.org/ : /bob@example\.org/
      expect(await page('personal.html', '--personal')).toMatch(args.includes('--by') ? /ann@example\.org/ : all)
      expect(await page('page.html')).not.toMatch(/example\.org|\d{7}/)
    },
  )

  it('other texts are listed', async () => {
    await served.run(['answer', 'stats', String(quiz), '--html', join(place, 'texts.html')])
    expect(read('texts.html')).toContain('Broken on 2026-01-31, order 12345')
    expect(read('texts.html')).toContain('e-mail addresses and phone numbers are counted, not listed')
  })

  it('so does a codebook', async () => {
    const book = async (form: string, ...flags: string[]): Promise<string> => {
      const path = join(place, `book.${form}`)
      const args = ['--synced', join(place, 'synced'), '--as', form, '-o', path, '--force']
      await served.run(['export', 'codebook', String(quiz), ...args, ...flags])
      return read(`book.${form}`)
    }
    for (const form of ['md', 'html', 'csv', 'json']) {
      expect(await book(form)).not.toMatch(/example|1234567/)
      expect(await book(form, '--personal')).toContain('ann@example')
    }
    await served.run(['export', 'sav', String(quiz), '--typed', '-o', join(place, 'typed.sav')])
    expect(read('typed.codebook.md')).not.toMatch(/example|1234567/)
  })
})

it('names what fits no option, and takes it for the option that it was', async () => {
  const values = (option: string) => ({ values: { [questionId(3)]: option } })
  const given = [values('North and above'), values('North and above'), values('1')]
  const quiz = await surveyWith(served.sandbox, 'Renamed', publishedOf(served.sandbox, 42), given)
  const { stderr } = await served.run(`answer stats ${quiz} 3`)
  expect(stderr).toContain('"North and above" of "Where do you live?": 2 times')
  const file = join(freshFolder(), 'keys.yaml')
  writeFileSync(file, `labels: {${questionId(3)}: {North and above: North}}\n`)
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`labels: {${questionId(3)}: {"North and above": OPTION}}`)
  const { stdout } = await served.run(['answer', 'stats', String(quiz), '3', '--keys', file])
  expect(stdout.split('\n')[0]).toBe('where_do_you_live\tNorth\t3\t100')
  const book = join(freshFolder(), 'book.md')
  await served.run(['answer', 'sync', String(quiz), `${file}-synced`, '--quiet'])
  await served.run(['export', 'codebook', String(quiz), '--synced', `${file}-synced`, '-o', book])
  expect(readFileSync(book, 'utf8')).toMatch(/\| 1001 \| North and above \(no option of the question; .*\| 2 \|/)
})

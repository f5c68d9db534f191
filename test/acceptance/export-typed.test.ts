/** Typed exports; each value of them, as other programs read it: typed-readers.test.ts. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { savBytes } from '../../src/files/sav.ts'
import { freshFolder } from '../support/program.ts'
import { publishedOf, surveyWith, useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const folder = freshFolder()
const at = (name: string): string => join(folder, name)
/** Completed answers, as the service says them. */
let answers: any[]

beforeAll(async () => {
  answers = (await served.run('answer list 42 --complete --all --json --sort date_start --order asc')).json
})

function psppOf(commands: string): string {
  writeFileSync(at('run.sps'), commands)
  execFileSync('pspp', ['-O', 'format=csv', '-o', at('out.csv'), at('run.sps')], { cwd: folder })
  return readFileSync(at('out.csv'), 'utf8')
}

const missing = (program: string, ...args: string[]): boolean => spawnSync(program, args).status !== 0
const noPspp = missing('pspp', '--version')

const said = (answer: any, place: number): string | undefined =>
  answer.answers.find(({ question_id }: any) => question_id.endsWith(String(place).padStart(2, '0')))?.answer

const csv = (bytes: string | Buffer): Record<string, string>[] => parse(bytes, { bom: true, columns: true })

async function saved(...args: string[]): Promise<string> {
  const path = at(args[args.indexOf('-o') + 1]!)
  const { exitCode, stderr } = await served.run([
    'export',
    ...args.map((arg) => (arg === args[args.indexOf('-o') + 1] ? path : arg)),
    '--force',
  ])
  expect([exitCode, stderr]).toEqual([0, ''])
  return path
}

const titles = {
  order: ['Seeds', 'Tools', 'Pots', 'Furniture'],
  satisfied: ['Website', 'Packaging', 'Support'],
  degree: ['Not at all', 'Somewhat', 'Very'],
}

/** Codes of one answer, from its words alone. */
function expectedCodes(answer: any): Record<string, string> {
  const order = said(answer, 2)?.split('; ')
  const ranked = said(answer, 8)
    ?.split('; ')
    .map((part) => part.replace(/^\d+\. /, ''))
  const satisfied = Object.fromEntries(
    said(answer, 9)
      ?.split('; ')
      .map((part) => part.split(': ')) ?? [],
  )
  const place = (list: string[], title: string | undefined): string => (title === undefined ? '' : String(list.indexOf(title) + 1))
  return {
    id: String(answer.id),
    have_you_ordered_from_us: said(answer, 1) === 'Yes' ? '1' : said(answer, 1) === 'No' ? '0' : '',
    ...Object.fromEntries(
      titles.order.map((title, index) => [
        `what_did_you_order_${index + 1}`,
        order === undefined ? '' : String(Number(order.includes(title))),
      ]),
    ),
    how_do_you_rate_the: said(answer, 4) ?? '',
    would_you_recommend_us: said(answer, 6) ?? '',
    ...Object.fromEntries(
      ['Price', 'Quality', 'Speed'].map((title, index) => [
        `what_matters_most_${index + 1}`,
        ranked ? String(ranked.indexOf(title) + 1) : '',
      ]),
    ),
    ...Object.fromEntries(
      titles.satisfied.map((row, index) => [`how_satisfied_are_you_${index + 1}`, place(titles.degree, satisfied[row])]),
    ),
  }
}

const places = (): Record<string, number> =>
  Object.fromEntries(
    answers.flatMap((answer) =>
      answer.answers.map(({ question_id, question_text }: any) => [question_text, Number(question_id.slice(-2))]),
    ),
  )

/** What both sides have. */
const only = (row: Record<string, string>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, ({ true: '1', false: '0' } as Record<string, string>)[row[name]!] ?? row[name]!]))

it('has codes in CSV, a column per option', async () => {
  expect(places()).toMatchObject({ 'What did you order?': 2, 'Would you recommend us?': 6 })
  const rows = csv(readFileSync(await saved('csv', '42', '--typed', '--codes', '-o', 'codes.csv')))
  const expected = answers.map(expectedCodes)
  expect(rows.map((row) => only(row, Object.keys(expected[0]!)))).toEqual(expected)
})

it('has labels and dates in a spreadsheet', async () => {
  const { readXlsx } = await import('hucre/xlsx')
  const { sheets } = await readXlsx(readFileSync(await saved('xlsx', '42', '--typed', '-o', 'typed.xlsx')))
  const [head, ...rows] = sheets[0]!.rows as any[][]
  const cell = (row: any[], name: string): unknown => row[head!.indexOf(name)] ?? undefined
  expect(rows).toHaveLength(answers.length)
  rows.forEach((row, index) => {
    expect(cell(row, 'have_you_ordered_from_us')).toBe(said(answers[index], 1))
    expect((cell(row, 'date_start') as Date).toISOString().slice(0, 19)).toBe(
      new Date(answers[index].date_start).toISOString().slice(0, 19),
    )
    const rated = said(answers[index], 4)
    expect(cell(row, 'how_do_you_rate_the')).toBe(rated === undefined ? undefined : Number(rated))
  })
})

describe.skipIf(noPspp)('SAV (needs pspp)', () => {
  it('has labels, measures, formats, sets and attributes', async () => {
    const path = await saved('sav', '42', '--typed', '-o', 'typed.sav')
    const text = psppOf(`GET FILE='${path}'.\nDISPLAY DICTIONARY.\nMRSETS /DISPLAY NAME=ALL.\nDISPLAY ATTRIBUTES.`)
    for (const line of [
      'date_start,2,Begun,Scale,Input,20,Right,DATETIME20.0,DATETIME20.0',
      'how_do_you_rate_the,13,How do you rate the delivery?,Ordinal,Input,8,Right,F8.0,F8.0',
      'when_did_the_order,23,When did the order arrive?,Scale,Input,11,Right,DATE11,DATE11',
      'your_phone_number,25,Your phone number,Nominal,Input,16,Left,A16,A16',
      'Not at all',
      '$what_did_you_order,What did you order?,Dichotomies,1,"what_did_you_order_1\nwhat_did_you_order_2\nwhat_did_you_order_3\nwhat_did_you_order_4"',
      'QuestionText,What did you order?',
      'OptionId,4',
    ])
      expect(text).toContain(line)
  })

  it('counts as the codebook of the synced folder does', async () => {
    const synced = join(freshFolder(), 'synced')
    await served.run(['answer', 'sync', '42', synced, '--to', 'csv'])
    const path = await saved('sav', '42', '--typed', '--synced', synced, '-o', 'folder.sav')
    const text = psppOf(`GET FILE='${path}'.\nFREQUENCIES where_do_you_live what_did_you_order_2.`)
    const book = JSON.parse(readFileSync(await saved('codebook', '42', '--as', 'json', '--synced', synced, '-o', 'book.json'), 'utf8'))
    const lives = book.variables.find(({ name }: any) => name === 'where_do_you_live')
    for (const { label, count } of lives.codes) expect(text).toMatch(new RegExp(`${label},${count},`))
    expect(book.answers).toBe(answers.length)
  })

  it('says why a value is blank, when it is asked to', async () => {
    const codes = ['--seen-blank', '-99', '--not-shown', '-98', '--not-reached', '-97']
    const path = await saved('sav', '42', '--typed', '--incomplete', ...codes, '-o', 'blank.sav')
    const text = psppOf(`GET FILE='${path}'.\nFREQUENCIES where_do_you_live would_you_recommend_us.`)
    expect(text).toMatch(/Missing,Seen, not answered|"Seen, not answered"/)
    expect(text).toContain('Not reached')
    const rows = (await served.run('answer list 42 --incomplete --all --json')).json.filter(({ is_screenout }: any) => !is_screenout)
    const unreached = rows.filter(
      (answer: any) => Math.max(0, ...answer.answers.map(({ question_id }: any) => Number(question_id.slice(-2)))) < 6,
    )
    expect(text.split('would_you_recommend_us').at(-1) ?? text).toContain(`Not reached,${unreached.length},`)
  })

  it('has 1900 variables, texts of 300 and of 32,766 bytes, and names of 64', async () => {
    const long = `x${'я'.repeat(16_382)}`
    const variables = [
      { name: 'a'.repeat(64), label: 'Long', width: 32_766, measure: 'nominal' as const, attributes: { Note: "it's" } },
      { name: 'middle', label: 'Middle', width: 1024, measure: 'nominal' as const },
      ...Array.from({ length: 1900 }, (_, index) => ({ name: `v_${index}`, label: `V ${index}`, width: 0, measure: 'scale' as const })),
    ]
    const rows = [
      [long, 'y'.repeat(300), ...Array.from({ length: 1900 }, (_, index) => index * 0.5)],
      ['', '', ...Array.from({ length: 1900 }, (_, index) => (index % 3 === 0 ? null : -index))],
    ]
    const pieces: Buffer[] = []
    for await (const piece of savBytes({ title: 'Wide', variables, sets: [], cases: 2, rows })) pieces.push(piece)
    writeFileSync(at('wide.sav'), Buffer.concat(pieces))
    psppOf(
      `GET FILE='${at('wide.sav')}'.\nFORMATS v_0 TO v_1899 (F10.1).\nSAVE TRANSLATE /OUTFILE='${at('wide.csv')}' /TYPE=CSV /REPLACE /CELLS=VALUES.`,
    )
    const read: string[][] = parse(readFileSync(at('wide.csv')))
    expect(read.map((row) => row.map((cell, index) => (index < 2 ? cell : cell.trim() === '' ? null : Number(cell))))).toEqual(rows)
  })
})

describe('a codebook', () => {
  it.each(['md', 'html', 'csv', 'json'])('as %s names variables and codes', async (form) => {
    const text = readFileSync(await saved('codebook', '42', '--as', form, '-o', `book.${form}`), 'utf8')
    for (const words of ['what_did_you_order_4', 'Furniture', 'North', 'How many hours a week do you garden?'])
      expect(text).toContain(words)
  })

  it('says plainly what a title holds', async () => {
    const content = publishedOf(served.sandbox, 42)
    const first = Object.values(content.widgets.entities).find(({ type }) => type === 'choice')
    first!.title = 'Is |a| <b>bold</b> *title* & "more"?'
    const quiz = await surveyWith(served.sandbox, '<i>Odd</i>', content, [])
    const html = readFileSync(await saved('codebook', String(quiz), '--as', 'html', '-o', 'odd.html'), 'utf8')
    expect(html).toContain('Is |a| bold *title* &amp; &quot;more&quot;?')
    expect(html).toContain('&lt;i&gt;Odd')
    const md = readFileSync(await saved('codebook', String(quiz), '-o', 'odd.md'), 'utf8')
    expect(md).toContain('Is \\|a\\| bold \\*title\\* & "more"?')
  })
})

describe('a sign that would turn a line around', () => {
  const signs = 'Pick\u202e <b>some</b>\u0007 of \u2066these'
  const [plain, markdown] = ['Pick\\u202e some^G of \\u2066these', 'Pick\\\\u202e some^G of \\\\u2066these']
  const long = 'Ж'.repeat(61)
  let quiz: number
  beforeAll(async () => {
    const content = publishedOf(served.sandbox, 42)
    const choice: any = Object.values(content.widgets.entities).find(({ type }) => type === 'choice')
    choice.title = signs
    choice.choiceEntities[0].title = `${signs}!`
    choice.choiceEntities[1].title = `y${long}`
    quiz = await surveyWith(served.sandbox, 'Signs', content, [])
  })

  it('is shown in codebooks', async () => {
    const read = async (form: string): Promise<string> =>
      readFileSync(await saved('codebook', String(quiz), '--as', form, '-o', `signs.${form}`), 'utf8')
    const md = await read('md')
    expect(md).toContain(`${markdown} - ${markdown}!`)
    for (const text of [md, await read('html')]) expect(text).not.toMatch(/[\u202e\u0007\u2066]/)
    const { question } = JSON.parse(await read('json')).variables.find(({ question }: any) => question?.startsWith('Pick'))
    expect(question).toBe(plain)
  })

  it.skipIf(noPspp)('is shown in an SPSS file, whose labels have at most 120 bytes (needs pspp)', async () => {
    const text = psppOf(
      `GET FILE='${await saved('sav', String(quiz), '--typed', '-o', 'signs.sav')}'.\nDISPLAY DICTIONARY.\nMRSETS /DISPLAY NAME=ALL.\nDISPLAY ATTRIBUTES.`,
    )
    expect(text).toContain(`QuestionText,${plain}`)
    expect(text).toContain(`$pick_some_of_these,${plain},Dichotomies`)
    expect(text).toContain(`${plain} - ${plain}!`)
    expect(text).not.toMatch(/[\u202e\u0007\u2066]|<b>/)
    const bytes = readFileSync(at('signs.sav'))
    expect(bytes.includes(`y${'Ж'.repeat(59)}`)).toBe(true)
  })
})

describe('beside a typed SAV', () => {
  it('stands its codebook, with counts', async () => {
    const place = freshFolder()
    const path = join(place, 'typed.v2.sav')
    const { json } = await served.run(['export', 'sav', '42', '--typed', '-o', path, '--json'])
    expect(json).toMatchObject({ path, beside: join(place, 'typed.v2.codebook.md') })
    const text = readFileSync(json.beside, 'utf8')
    const lives = answers.filter((answer) => said(answer, 3) === 'North').length
    expect(text).toContain(`${answers.length} answers.`)
    expect(text).toMatch(new RegExp(`\\| 1 \\| North \\| ${lives} \\| `))
    const book = await saved('codebook', '42', '-o', 'plain.md')
    const headings = (of: string): string[] => of.split('\n').filter((line) => line.startsWith('## '))
    expect(headings(text)).toEqual(headings(readFileSync(book, 'utf8')))
  })

  it('neither is written where one of both is there', async () => {
    const place = freshFolder()
    const [path, book] = [join(place, 'a.sav'), join(place, 'a.codebook.md')]
    writeFileSync(book, 'mine')
    const refused = await served.run(['export', 'sav', '42', '--typed', '-o', path])
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('a.codebook.md already exists')])
    expect(readdirSync(place)).toEqual(['a.codebook.md'])
    expect((await served.run(['export', 'sav', '42', '--typed', '-o', path, '--force'])).stdout).toContain(` and ${book}`)
    expect(readFileSync(book, 'utf8')).toMatch(/^# Codebook/)
  })

  it('nothing stands where it goes to standard output or a device', async () => {
    const cwd = freshFolder()
    const { exitCode, stdout } = await served.run('export sav 42 --typed -o -', { cwd })
    expect([exitCode, stdout.startsWith('$FL2'), readdirSync(cwd)]).toEqual([0, true, []])
    expect((await served.run('export sav 42 --typed -o /dev/null --json')).json).not.toHaveProperty('beside')
  })

  it('each of several surveys has its own', async () => {
    const place = join(freshFolder(), 'several')
    await served.run(['export', 'sav', '42', '46', '--typed', '-o', `${place}/`])
    const endings = readdirSync(place).map((name) => name.replace(/^.* - answers/, ''))
    expect(endings.toSorted()).toEqual(['.codebook.md', '.codebook.md', '.sav', '.sav'])
  })
})

describe('an export with types', () => {
  it('selects as the service does', async () => {
    const ids = answers.slice(0, 3).map(({ id }) => id)
    const some = csv(readFileSync(await saved('csv', '42', '--typed', '--ids', ids.join(','), '-o', 'some.csv')))
    expect(some.map(({ id }) => Number(id))).toEqual(ids)
    const typed = csv(readFileSync(await saved('csv', '42', '--typed', '--incomplete', '-o', 'open.csv')))
    const plain = csv(readFileSync(await saved('csv', '42', '--incomplete', '-o', 'plain.csv')))
    const idOf = (row: Record<string, string>): string => row.id ?? Object.values(row)[0]!
    expect(typed.map(idOf).toSorted()).toEqual(plain.map(idOf).toSorted())
  })

  it('leaves nothing in the folder for temporary files', async () => {
    const own = freshFolder()
    const exported = (id: string) => served.run(['export', 'sav', id, '--typed', '-o', at(`again-${id}.sav`)], { env: { TMPDIR: own } })
    expect([(await exported('42')).exitCode, (await exported('999')).exitCode]).toEqual([0, 5])
    expect(readdirSync(own)).toEqual([])
  })

  it.each([
    [['csv', '42', '--long'], '--long needs --typed'],
    [['csv', '42', '--typed', '--labels', '--codes'], 'either --labels or --codes'],
    [['sav', '42', '--typed', '--extract'], '--extract is of'],
    [['sav', '42', '--typed', '--deleted'], 'lists no deleted answers'],
    [['sav', '42', '--typed', '--seen-blank', '99'], 'negative whole number'],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stderr } = await served.run(['export', ...args, '-o', at('never')])
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  it('refuses a folder without answers, or of another survey', async () => {
    const none = await served.run(['export', 'sav', '42', '--typed', '--synced', freshFolder(), '-o', at('never')])
    expect([none.exitCode, none.stderr]).toEqual([5, expect.stringContaining('holds no synced answers')])
    const synced = freshFolder()
    await served.run(['answer', 'sync', '42', synced, '--to', 'csv'])
    const other = await served.run(['export', 'sav', '46', '--typed', '--synced', synced, '-o', at('never')])
    expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('holds the answers of survey 42')])
  })
})

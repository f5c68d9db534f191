/** Labels that an option, a row or a column had before: mapped where reports of single answers say which, named where nothing does. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Content, Question } from '../../src/model/survey.ts'
import { freshFolder } from '../support/program.ts'
import { publishedOf, surveyWith, useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const fresh = (): string => join(freshFolder(), 'answers')
const [matrix, choice] = [1, 2].map((n) => `20000000-0000-4000-8000-00000000000${n}`) as [string, string]

const named = (...titles: string[]): { id: string; title: string }[] => titles.map((title, at) => ({ id: String(at + 1), title }))
const questions = {
  [matrix]: {
    type: 'matrix',
    title: 'How are they?',
    matrixRows: named('Web', 'Shop', 'Phone'),
    matrixColumns: named('Bad', 'Fair', 'Good'),
  },
  [choice]: { type: 'choice', title: 'Which one?', choiceEntities: named('Red', 'Green', 'Blue') },
} as unknown as Record<string, Question>

/** By row, each column's id. */
const given = [
  { web: '3', shop: '1', phone: '2', which: '1' },
  { web: '3', shop: '3', phone: '2', which: '2' },
  { web: '1', shop: '3', phone: '3', which: '1' },
  { web: '2', shop: '3', phone: '1', which: '3' },
]

let quiz: number
beforeEach(async () => {
  const { settings, ...content } = publishedOf(served.sandbox, 42)
  const survey = { ...content, settings, conditions: {}, widgets: { ids: [matrix, choice], entities: questions } } as Content
  quiz = await surveyWith(
    served.sandbox,
    'Labels',
    survey,
    given.map(({ web, shop, phone, which }) => ({
      values: { [matrix]: { '1': [web], '2': [shop], '3': [phone] }, [choice]: [which] },
    })),
  )
})

/** Behind the tool's back. */
async function rename(change: (entities: any) => void): Promise<void> {
  const { widgets } = (await served.run(`quiz view ${quiz} --json`)).json
  change(widgets.entities)
  await served.sandbox.request('POST', `/quiz/${quiz}/save`, widgets)
  await served.sandbox.request('POST', `/quiz/${quiz}/publish`)
}

const all = (entities: any): void => {
  entities[matrix].matrixRows.forEach((row: any) => (row.title = `Our ${row.title.toLowerCase()}`))
  entities[choice].choiceEntities[0].title = 'Dark red'
}
const columns = (entities: any): void => {
  entities[matrix].matrixColumns.forEach((column: any) => (column.title = `Rather ${column.title.toLowerCase()}`))
}

const count = (row: 'web' | 'shop' | 'phone', column: string): number => given.filter((one) => one[row] === column).length
const cells = ['web', 'shop', 'phone'].map((row) => ['1', '2', '3'].map((column) => count(row as 'web', column)))

const statsOf = async (...args: string[]) => (await served.run(['answer', 'stats', String(quiz), '--json', ...args])).json
const cellsIn = ({ questions: [question] }: any): number[][] =>
  question.rows.map(({ options }: any) => options.map((option: any) => option.count))

describe.each([
  ['all rows of a matrix and an option', all],
  ['all columns of a matrix', columns],
])('%s were renamed', (_, change) => {
  beforeEach(() => rename(change))

  it('statistics have every answer where it belongs', async () => {
    const stats = await statsOf()
    expect([cellsIn(stats), stats.decode_warnings.unlisted, stats.unlisted]).toEqual([cells, 0, []])
    const { questions: counted } = (await served.run(`report view ${quiz} --json`)).json
    expect(cellsIn(stats)).toEqual(counted[0].rows.map(({ bars }: any) => bars.map((bar: any) => bar.count)))
  })

  it('so has a first sync', async () => {
    const folder = fresh()
    const { exitCode, stderr } = await served.run(['answer', 'sync', String(quiz), folder, '--to', 'csv'])
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(cellsIn(await statsOf('--synced', folder))).toEqual(cells)
    expect(readFileSync(join(folder, 'csv/wide.csv'), 'utf8')).not.toMatch(/1001/)
  })

  it('what no report tells is named: question, label, count, and how to say it', async () => {
    await served.control('fault add', { pattern: 'POST /quiz/*/report', status: 500 })
    const { stderr } = await served.run(['answer', 'stats', String(quiz)])
    const label = change === all ? 'Shop' : 'Good'
    expect(stderr).toContain(`"${label}" of "How are they?": 4 times`)
    expect(stderr).toMatch(/labels: \{\S+: \{"\w+": OPTION\}\}/)
    expect((await statsOf()).unlisted).toContainEqual({ id: matrix, question: 'How are they?', label, count: 4 })
    const synced = await served.run(['answer', 'sync', String(quiz), fresh(), '--to', 'csv'])
    expect(synced.stderr).toContain(`"${label}" of "How are they?": 4 times`)
  })

  it('one answer is shown with what it chose by the names of now', async () => {
    const [first] = (await served.run(`answer list ${quiz} --sort date_start --order asc --json`)).json
    const { stdout } = await served.run(`answer view ${quiz} ${first.id}`, { columns: 100 })
    const now = change === all ? 'Our web: Good; Our shop: Bad; Our phone: Fair' : 'Web: Rather good; Shop: Rather bad; Phone: Rather fair'
    expect(stdout).toContain(`Web: Good; Shop: Bad; Phone: Fair`)
    expect(stdout).toContain(`now: ${now}`)
    expect(stdout.includes('now: Dark red')).toBe(change === all)
    // What scripts read is the service's.
    expect((await served.run(`answer view ${quiz} ${first.id} --json`)).json).toEqual(first)
    await served.control('fault add', { pattern: 'POST /quiz/*/report', status: 500 })
    const alone = await served.run(`answer view ${quiz} ${first.id}`, { columns: 100 })
    expect([alone.exitCode, alone.stdout]).toEqual([0, expect.stringMatching(/"\w+" fits no option/)])
  })
})

describe('an option by which answers are told apart was renamed', () => {
  beforeEach(() => rename(all))

  it.each(['Dark red', '1'])('--where finds both names: %s', async (name) => {
    const { answers, questions: counted } = await statsOf('--where', `which_one=${name}`)
    expect([answers, counted[0].rows[0].options.map((option: any) => option.count)]).toEqual([2, [1, 0, 1]])
  })

  it('--by has no group of the old one', async () => {
    const { questions: counted } = await statsOf('how_are_they', '--by', 'which_one')
    const groups = counted[0].by.groups.map(({ label, answered }: any) => [label, answered])
    expect(groups).toEqual([['Dark red', 2], ['Green', 1], ['Blue', 1]]) // prettier-ignore
  })
})

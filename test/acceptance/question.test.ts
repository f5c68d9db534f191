/** Single changes of a survey: its questions, their options, its logic. Everything else stays as it was, byte for byte. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { questionTypes, type QuestionType, optionLists } from '../../src/contract/surveys/question.ts'
import { freshFolder, type Outcome } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { isFound: true })
const { run } = served

const done = async (line: string | string[], input?: string): Promise<Outcome> => {
  const outcome = await run(line, input === undefined ? {} : { input })
  expect([line, outcome.exitCode, outcome.stderr], outcome.stderr).toEqual([line, 0, expect.anything()])
  return outcome
}
const draft = async (id: number | string): Promise<any> => (await served.sandbox.request('GET', `/quiz/${id}`)).body
const written = (): string[] => served.sandbox.requests.filter((line) => /\bPOST\b.*\/(save|conditions)\b/.test(line))
const titles = async (id: number | string): Promise<string[]> => {
  const { ids, entities } = (await draft(id)).widgets
  return ids.map((each: string) => entities[each].title)
}

/** What the types that are answered by choosing can't be without. */
const flagsOf = (type: QuestionType): string[] =>
  optionLists[type].flatMap(({ one }) => (one === 'row' || one === 'column' ? [`--${one}`, 'One'] : ['--option', 'One', '--option', 'Two']))

/** Questions as nobody but the service knows them. */
const odd = {
  ids: ['welcome', '10000000-0000-4000-8000-00000000000a', '10000000-0000-4000-8000-00000000000b', 'submit'],
  entities: {
    welcome: { type: 'welcome', zz: { b: 1, a: [null, 1.5, ''] } },
    '10000000-0000-4000-8000-00000000000a': {
      unknown: { deep: [{ x: null }] },
      type: 'choice',
      title: 'Odd',
      choiceEntities: [{ id: 'kept', title: 'A', extra: true }, { title: 'B' }],
      description: '',
      isRequired: false,
    },
    '10000000-0000-4000-8000-00000000000b': { type: 'input', title: 'Other', later: 0 },
    submit: { type: 'submit' },
  },
}
const saveOdd = (id: number): Promise<unknown> => served.sandbox.request('POST', `/quiz/${id}/save`, odd)

describe('questions', () => {
  it('of each type come into an empty survey', async () => {
    const id = (await done('quiz create --folder 2 --name Types --quiet')).stdout.trim()
    const inner = questionTypes.filter((type) => type !== 'welcome' && type !== 'submit')
    for (const type of inner) {
      const before = (await draft(id)).widgets
      await done(['question', 'add', id, '--type', type, '--title', `A ${type}`, ...flagsOf(type)])
      const { entities } = (await draft(id)).widgets
      for (const each of before.ids) expect(JSON.stringify(entities[each])).toBe(JSON.stringify(before.entities[each]))
    }
    await done(`question remove ${id} welcome --yes`)
    await done(['question', 'add', id, '--type', 'welcome', '--title', 'A welcome'])
    const { widgets } = await draft(id)
    expect(widgets.ids.map((each: string) => widgets.entities[each].type)).toEqual(['welcome', ...inner, 'submit'])
    const { json } = await run(`question list ${id} --json`)
    expect(json.filter(({ type }: any) => inner.includes(type)).map((row: any) => row.key)).toEqual(inner.map((type) => `${type}-1`))
  })

  it('are added, changed, moved, copied and removed, and nothing else changes', async () => {
    await saveOdd(43)
    const before = (await draft(43)).widgets
    await done(['question', 'add', '43', '--type', 'rating', '--title', 'New', '--required', '--after', '1', 'ratingCount=7'])
    await done(['question', 'set', '43', 'New', 'title=Newer', 'unknownField:={"a":[1]}', 'isRequired='])
    await done('question move 43 rating-1 --before choice-1')
    await done('question copy 43 1 --after 3')
    const { ids, entities } = (await draft(43)).widgets
    for (const each of before.ids) expect(JSON.stringify(entities[each])).toBe(JSON.stringify(before.entities[each]))
    const [added, copied] = ids.filter((each: string) => !before.ids.includes(each))
    expect(ids).toEqual([before.ids[0], added, before.ids[1], before.ids[2], copied, before.ids[3]])
    expect(entities[added]).toEqual({ type: 'rating', title: 'Newer', ratingCount: 7, unknownField: { a: [1] } })
    expect(entities[copied]).toEqual(entities[added])
    for (const each of [4, 1]) await done(`question remove 43 ${each} --yes`)
    expect(JSON.stringify((await draft(43)).widgets)).toBe(JSON.stringify(before))
  })

  it('come from files and standard input, several at once', async () => {
    const file = join(freshFolder(), 'questions.yaml')
    writeFileSync(file, '- {type: input, title: One}\n- {key: kept, type: yesno, title: Two}\n')
    await done(`question add 43 --file ${file} --before submit`)
    await done('question add 43 --after 1 --file -', '{"type": "email", "title": "Mail", "odd": [1]}')
    await done('question set 43 2 --file -', 'description: From a pipe')
    expect(await titles(43)).toEqual([
      'Your first week',
      'How was your first week?',
      'Mail',
      'What should we change?',
      'One',
      'Two',
      'That was all',
    ])
    const { ids, entities } = (await draft(43)).widgets
    expect(entities[ids[2]]).toEqual({ type: 'email', title: 'Mail', odd: [1], description: 'From a pipe' })
  })

  it.each(['4', 'rating-1', '10000000-0000-4000-8000-000000000004', 'How do you rate the delivery?'])(
    'are named by %s',
    async (reference) =>
      expect((await run(['question', 'view', '42', reference, '--json'])).json).toMatchObject({
        number: 4,
        type: 'rating',
        ratingCount: 5,
      }),
  )

  it('have one numbering and one set of names in the draft, the report and statistics', async () => {
    const { json: rows } = await run('question list 42 --json')
    const { json: report } = await run('report view 42 --json')
    const numbered = rows.filter(({ number }: any) => number !== null)
    expect(numbered.map(({ number, id }: any) => [number, id])).toEqual(
      report.questions.map(({ number, widget_id }: any) => [number, widget_id]),
    )
    expect(rows.filter(({ number }: any) => number === null).map(({ type }: any) => type)).toEqual(['welcome', 'message', 'html', 'submit'])
    const { json: counted } = await run('answer stats 42 --json')
    expect(counted.questions.map(({ number, key }: any) => [number, key])).toEqual(
      numbered.map(({ number, variable }: any) => [number, variable]),
    )
    const last = numbered.at(-1)
    for (const name of [String(last.number), last.key, last.variable, last.id, last.title]) {
      expect((await run(['question', 'view', '42', name, '--json'])).json).toMatchObject({
        key: last.key,
        variable: last.variable,
        id: last.id,
      })
      expect((await run(['answer', 'stats', '42', name, '--json'])).json.questions).toMatchObject([{ key: last.variable }])
    }
    const text = numbered.find(({ type }: any) => type === 'input')
    for (const name of [text.key, text.variable]) expect((await run(['report', 'inputs', '42', name])).exitCode).toBe(0)
  })

  it.each([
    ['1 =< yes', '"=<" is not an operator', 'Did you mean <=?'],
    ['4 == 2', '"==" is not an operator', 'Did you mean =?'],
    ['4 = 9', 'tests 4 "How do you rate the delivery?" for 9, but it is answered with 1 to 5', 'question list 42'],
    ['6 = 11', 'for 11, but it is answered with 0 to 10', 'question list 42'],
    ['6 >= 11', 'for 11, but it is answered with 0 to 10', 'question list 42'],
    ['1 = maybe', 'is not an option of question 1', 'It has'],
  ])('are tested for what they can be answered with: not for %s', async (when, message, hint) => {
    const { stderr, exitCode } = await run(['condition', 'add', '42', '--when', when, '--finish'])
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(stderr).toContain(hint)
  })

  it('are not jumped back to, nor named by a rule that is no longer right', async () => {
    expect((await run(['condition', 'add', '42', '--when', '4 < 3', '--jump', '2'])).stderr).toContain('jumps back to 2')
    const file = join(freshFolder(), 'rule.json')
    writeFileSync(
      file,
      JSON.stringify({ if: { all: [{ question: 'gone', operator: 'answered' }] }, then: { action: 'jump', to: 'nowhere' } }),
    )
    const { stderr, exitCode } = await run(['condition', 'add', '42', '--file', file])
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/names gone, which is not a screen[^]*names nowhere, which is not a screen/),
    ])
    expect((await run(['condition', 'add', '42', '--when', '4 = 9', '--finish', '--dry-run'])).exitCode).toBe(2)
  })

  it('have logic with more than rules in it: that is listed, and stays', async () => {
    const { conditions } = await draft(42)
    await served.sandbox.request('POST', '/quiz/42/conditions', { conditions: { ...conditions, later: { x: 1 } } })
    const { stdout, stderr } = await run('condition list 42')
    expect(stdout.split('\n')).toHaveLength(conditions.rules.length + 1)
    expect(stderr).toContain('other fields; they stay as they are: later')
    await done(['condition', 'add', '42', '--when', '4 < 3', '--finish'])
    expect((await draft(42)).conditions.later).toEqual({ x: 1 })
  })

  it.each([
    ['question view 42 99', 5, 'has no question "99"'],
    ['question view 42', 2, 'QUESTION is missing'],
    ['question set 42 5', 2, 'FIELD=VALUE is missing'],
    ['question set 42 5 titel=x', 2, 'did you mean title?'],
    ['question set 42 4 ratingCount=many isRequired=perhaps', 2, 'isRequired must be true or false'],
    ['question set 42 5 title:=5', 2, 'title must be a text'],
    ['question add 42 --title X', 2, '--type is required'],
    ['question add 42 choice title=X', 2, '"choice" is not FIELD=VALUE\n  For its type: --type choice'],
    ['question add 42 --type choice --title X --option A --option B --option A', 2, 'The option "A" is given twice'],
    ['question add 42 --type matrix --title X --row A --row A --column B', 2, 'The row "A" is given twice'],
    ['option add 42 2 X X Seeds', 2, 'The option "X" is given twice\n✗ There is the option "Seeds" already'],
    ['question add 42 --type choice --title X', 2, 'Give --option TITLE, once for each'],
    ['question add 42 --type matrix --row X', 2, 'Give --row TITLE and --column TITLE'],
    ['question add 42 --type rating --option X', 2, 'has no options'],
    ['question add 42 --type input --after 1 --before 2', 2, '--after cannot be given together with --before'],
    ['question add 42 --type welcome', 2, 'has a question with the id welcome already'],
    ['question add 42 --type input --after submit', 2, 'Nothing can come after the final screen'],
    ['question move 42 welcome --after 2', 2, 'keeps its place'],
    ['question move 42 3 --after 3', 2, 'next to itself'],
    ['question remove 42 15', 2, 'To go ahead: --yes'],
    ['option set 42 2 Seedlings title=x', 5, 'It has "Seeds", "Tools", "Pots", "Furniture"'],
    ['option add 42 5 X', 2, 'has no options'],
    ['option add 42 9 X', 2, '--list rows or --list columns'],
    ['condition test 42 2=Nothing', 2, '"Nothing" is not an option of question 2'],
    ['condition test 42 4=9', 2, 'does not take this answer to question 4: it must be a number from 1 to 5'],
    ['condition test 42 2:="Seeds"', 2, 'does not take this answer to question 2'],
    ['condition test 42 submit=yes', 2, 'Nobody can answer question submit'],
    ['condition remove 42 7 --yes', 5, 'has no rule 7'],
    ['condition add 42 --jump 5', 2, '--when is required'],
  ])('%s', async (line, code, message) => {
    const before = written().length
    const { exitCode, stderr } = await run(line)
    expect([exitCode, written().length], stderr).toEqual([code, before])
    expect(stderr).toContain(message)
  })

  it('are refused while a campaign locks the survey, and print what they would send under --dry-run', async () => {
    const planned = await run(['question', 'set', '43', '1', 'title=Planned', '--dry-run', '--json'])
    expect(planned.json).toMatchObject([{ method: 'POST', url: `${served.sandbox.baseUrl}/quiz/43/save` }])
    await run('sandbox lock 43')
    expect((await run('question set 43 1 title=Locked')).exitCode).toBe(7)
    expect(await titles(43)).toContain('How was your first week?')
  })

  it('are not sent again when they are like that already', async () => {
    const before = served.sandbox.requests.length
    expect((await done('question set 42 4 ratingCount=5')).stdout).toBe('Survey 42 already has these values: nothing was sent\n')
    expect(served.sandbox.requests.slice(before).filter((line) => line.includes('POST'))).toEqual([])
  })
})

describe('options', () => {
  it('keep the meaning of old answers: places become ids before something comes between', async () => {
    await saveOdd(43)
    await done('option add 43 1 Z Y --after kept')
    const question = (await draft(43)).widgets.entities[odd.ids[1]!]
    expect(question.choiceEntities).toEqual([
      { id: 'kept', title: 'A', extra: true },
      { id: expect.stringMatching(/^[\da-f]{8}$/), title: 'Z' },
      { id: expect.stringMatching(/^[\da-f]{8}$/), title: 'Y' },
      { title: 'B', id: '2' },
    ])
    await done('option move 43 1 B --before kept')
    await done(['option', 'set', '43', '1', 'Z', 'title=Zed', 'score=3'])
    await done('option remove 43 1 Y --yes')
    expect((await draft(43)).widgets.entities[odd.ids[1]!].choiceEntities).toMatchObject([
      { title: 'B', id: '2' },
      { id: 'kept', extra: true },
      { title: 'Zed', score: 3 },
    ])
  })
  it('of a matrix stand in two lists', async () => {
    await done('option add 42 matrix-1 Delivery --list rows --before Support')
    const { ids, entities } = (await draft(42)).widgets
    expect(entities[ids[9]].matrixRows.map(({ title }: any) => title)).toEqual(['Website', 'Packaging', 'Delivery', 'Support'])
  })
})

/** Cells of the CSV that fit, by the title of their question. */
async function inCsv(title: string, fits: (cell: string) => boolean): Promise<number> {
  const rows: Record<string, string>[] = parse((await done('export csv 42 -o -')).stdout, { bom: true, columns: true })
  return rows.filter((row) => fits(row[title]!)).length
}

describe('answers that are there', () => {
  const phone = 'Your phone number'
  const ordered = 'What did you order?'

  it('stop what would lose them, with the numbers of the CSV, unless told otherwise', async () => {
    const before = written().length
    for (const [line, count] of [
      ['question remove 42 phone-1 --yes', await inCsv(phone, (cell) => cell !== '')],
      ['question set 42 phone-1 type=email', await inCsv(phone, (cell) => cell !== '')],
      ['option remove 42 2 Pots --yes', await inCsv(ordered, (cell) => cell.split('; ').includes('Pots'))],
      ['option set 42 2 Pots title=Lamps', await inCsv(ordered, (cell) => cell.split('; ').includes('Pots'))],
      ['option remove 42 9 Website --list rows --yes', await inCsv('How satisfied are you?', (cell) => cell.includes('Website: '))],
      ['option remove 42 9 Very --list columns --yes', await inCsv('How satisfied are you?', (cell) => cell.includes(': Very'))],
      ['option remove 42 8 Speed --yes', await inCsv('What matters most?', (cell) => cell.includes('Speed'))],
    ] as const) {
      expect(count).toBeGreaterThan(10)
      const { exitCode, stderr } = await run(line)
      expect([line, exitCode, stderr], stderr).toEqual([line, 1, expect.stringContaining(`${count} answers hold it`)])
      expect(stderr).toContain('--allow-loss')
    }
    expect(written().length).toBe(before)
    expect((await run('question remove 42 phone-1 --yes --json')).error).toMatchObject({
      code: 'answers_at_risk',
      details: { impacts: [{ class: 'loss', counts: 'question' }] },
    })
    await done('question remove 42 phone-1 --yes --allow-loss')
    expect(await titles(42)).not.toContain(phone)
  })

  it('stop an option that comes between others without ids: all behind it would count for another text', async () => {
    const { widgets } = await draft(42)
    const withoutIds = structuredClone(widgets)
    const question = withoutIds.entities[withoutIds.ids[2]]
    question.choiceEntities = ['Lamps', 'Seeds', 'Tools', 'Pots', 'Furniture'].map((title) => ({ title }))
    const { exitCode, stderr } = await run('quiz save 42 --file -', { input: JSON.stringify(withoutIds) })
    const seeds = await inCsv(ordered, (cell) => cell.split('; ').includes('Seeds'))
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`option "Seeds" became "Lamps", ${seeds} answers hold it`)])
  })

  it('are not asked about where there are none, nor where nothing is lost', async () => {
    const before = served.sandbox.requests.length
    await done('question remove 43 1 --yes')
    await done(['question', 'set', '42', '1', 'title=Anything else'])
    expect(served.sandbox.requests.slice(before).filter((line) => /report|answers/.test(line))).toEqual([])
  })
})

describe('several at once', () => {
  it('lose nothing without telling: two processes, ten changes each', async () => {
    const results: { title: string; exitCode: number; stderr: string }[] = []
    const worker = async (name: string): Promise<void> => {
      for (let number = 0; number < 10; number++) {
        const title = `${name} ${number}`
        const line =
          number % 3 === 2
            ? ['question', 'set', '43', String(name === 'A' ? 1 : 2), `title=${title}`]
            : ['question', 'add', '43', '--type', 'input', '--title', title]
        results.push({ title, ...(await run(line)) })
      }
    }
    await Promise.all([worker('A'), worker('B')])
    const found = await titles(43)
    const added = results.filter(({ title, exitCode }) => exitCode === 0 && Number(title.slice(2)) % 3 !== 2)
    for (const { title } of added) expect(found).toContain(title)
    for (const { exitCode, stderr } of results) if (exitCode !== 0) expect(stderr).toMatch(/changed meanwhile/)
    expect(added.length).toBeGreaterThan(10)
    for (const name of ['A', 'B']) {
      const last = results.findLast(({ title, exitCode }) => exitCode === 0 && title.startsWith(name) && Number(title.slice(2)) % 3 === 2)
      if (last) expect(found).toContain(last.title)
    }
  })
})

describe('undo', () => {
  it('takes back the last change, keeps what came after it elsewhere, and can itself be undone', async () => {
    await done(['question', 'set', '43', '1', 'title=Changed'])
    const { widgets } = await draft(43)
    widgets.entities[widgets.ids[2]].title = 'Changed by somebody'
    await served.sandbox.request('POST', '/quiz/43/save', { ids: widgets.ids, entities: widgets.entities })
    const [undid, broughtBack] = ['Undid', 'Brought back'].map(
      (verb) => `${verb} in survey 43: Changed question 1 "How was your first week?"\n`,
    )
    expect((await done('quiz undo 43')).stdout).toBe(undid)
    expect((await titles(43)).slice(1, 3)).toEqual(['How was your first week?', 'Changed by somebody'])
    expect((await done('quiz undo 43')).stdout).toBe(broughtBack)
    expect((await titles(43)).slice(1, 3)).toEqual(['Changed', 'Changed by somebody'])
    expect((await done('quiz undo 43')).stdout).toBe(undid)
  })
  it('refuses where the same was changed since', async () => {
    await done(['question', 'set', '43', '1', 'title=Changed'])
    const { widgets } = await draft(43)
    widgets.entities[widgets.ids[1]].title = 'And again'
    await served.sandbox.request('POST', '/quiz/43/save', { ids: widgets.ids, entities: widgets.entities })
    const { exitCode, stderr } = await run('quiz undo 43')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('screens.rating-1.title')])
  })
  it('takes a file that this tool never wrote for none', async () => {
    const config = freshFolder()
    const env = { SURVEYCTL_CONFIG_DIR: config }
    await run(['question', 'set', '43', '1', 'title=Changed'], { env })
    const folder = join(config, 'state', 'surveys')
    const file = readdirSync(folder).find((name) => name.endsWith('-43.json')) ?? ''
    writeFileSync(join(folder, file), '{"what": "changed", "at": "2026-01-31"}')
    expect(await run('quiz undo 43', { env })).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('nothing to undo') })
  })
  it('after a change of which nothing was sent, takes back the one before', async () => {
    await done(['question', 'set', '43', '1', 'title=Kept'])
    const input = 'format: 1\nname: Another\nsettings: { numeration: maybe }\n'
    expect((await run('quiz save 43 --file -', { input })).exitCode).toBe(2)
    expect((await done('quiz undo 43')).stdout).toMatch(/^Undid in survey 43: Changed question 1 /)
  })

  it.each([
    ['refused', '403', 4],
    ['did not make, as it shows', '500', 8],
  ])('after a change that the service %s, takes back the one before', async (_, status, exitCode) => {
    await done(['question', 'set', '43', '1', 'title=Kept'])
    await done(['sandbox', 'fault', 'add', 'POST /quiz/43/save', '--status', status])
    expect((await run(['question', 'set', '43', '1', 'title=Refused'])).exitCode).toBe(exitCode)
    await done('sandbox fault clear')
    expect((await done('quiz undo 43')).stdout).toMatch(/^Undid in survey 43: Changed question 1 /)
    expect((await titles(43))[1]).not.toBe('Kept')
  })
  it('after the first change of all was refused, has nothing to take back', async () => {
    const env = { SURVEYCTL_CONFIG_DIR: freshFolder() }
    await done(['sandbox', 'fault', 'add', 'POST /quiz/43/save', '--status', '403'])
    expect((await run(['question', 'set', '43', '1', 'title=Refused'], { env })).exitCode).toBe(4)
    await done('sandbox fault clear')
    expect((await run('quiz undo 43', { env })).exitCode).toBe(5)
  })

  it('that the service refuses can be done again', async () => {
    await done(['question', 'set', '43', '1', 'title=Kept'])
    await done(['sandbox', 'fault', 'add', 'POST /quiz/43/save', '--status', '403'])
    expect((await run('quiz undo 43')).exitCode).toBe(4)
    await done('sandbox fault clear')
    expect((await done('quiz undo 43')).stdout).toMatch(/^Undid in survey 43: Changed question 1 /)
  })

  it('knows of no change that was not made here', async () => expect((await run('quiz undo 44')).exitCode).toBe(5))
})

describe('logic', () => {
  it('is listed, tested, added to and taken from', async () => {
    expect((await done('condition list 42')).stdout.split('\n')[1]).toBe(
      '2\t4 "How do you rate the delivery?" <= 2\tshow 5 "What went wrong?"',
    )
    const path = async (...answers: string[]): Promise<string[]> =>
      (await run(['condition', 'test', '42', ...answers, '--json'])).json.path.map(({ key }: any) => key)
    expect(await path('1=no')).toEqual(['welcome', 'yesno-1'])
    expect(await path('1=yes', '4=5')).not.toContain('input-1')
    expect(await path('1=Yes', '4=2')).toContain('input-1')
    await done([
      'condition',
      'add',
      '42',
      '--when',
      '2 contains Seeds',
      '--when',
      '9/Website = Very',
      '--any',
      '--jump',
      'file-1',
      '--at',
      '1',
    ])
    expect(await path('1=yes', '2=Seeds,Tools')).toEqual(['welcome', 'yesno-1', 'choice-1', 'file-1', 'html-1', 'submit'])
    expect(await path('1=yes', '9=Website: Very; Support: Not at all')).not.toContain('datetime-1')
    expect((await done('condition test 42 4=5')).stderr).toContain('Required, but not answered: 1')
    await done('condition remove 42 1 2 --yes')
    expect((await draft(42)).conditions.rules).toMatchObject([{ then: { action: 'show' } }])
  })
  it.each([{ nodes: [1] }, { rules: 5 }])('of another shape (%j) is not touched', async (conditions) => {
    await served.sandbox.request('POST', '/quiz/43/conditions', { conditions })
    for (const line of ['condition list 43', 'condition add 43 --when 1=2 --finish']) {
      const { exitCode, stderr } = await run(line)
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('a format that surveyctl does not know')])
    }
  })
  it('that names a question is told when the question goes', async () =>
    expect((await done('question remove 42 input-1 --yes --allow-loss')).stderr).toContain('still uses it'))
})

/** A whole draft: exported, edited in an editor, compared, published only as it should be. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { changeDraft, getQuiz } from '../../src/sandbox/store/surveys/quiz.ts'
import { startBlind } from '../support/blind.ts'
import { freshFolder, surveyctl, type Outcome } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { isFound: true })
const { run } = served

const draft = async (id: number): Promise<any> => (await served.sandbox.request('GET', `/quiz/${id}`)).body
const titles = async (id: number): Promise<string[]> => {
  const { ids, entities } = (await draft(id)).widgets
  return ids.map((each: string) => entities[each].title)
}
const writes = (): number =>
  served.sandbox.requests.filter((line) => /\bPOST\b.*\/(save|conditions|info|rename|note|publish)\b/.test(line)).length
const done = async (line: string | string[]): Promise<Outcome> => {
  const outcome = await run(line)
  expect([line, outcome.exitCode], outcome.stderr).toEqual([line, 0])
  return outcome
}

/** An editor: a shell script that gets the file as `$1`. */
function editor(script: string): Record<string, string> {
  const path = join(freshFolder(), 'editor')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return { VISUAL: '', EDITOR: path }
}
const edit = (script: string, ...more: string[]): Promise<Outcome> => run(['quiz', 'edit', '43', '--yes', ...more], { env: editor(script) })

/** Changes survey 43 behind the tool's back. */
const meanwhile = (from: string, to: string): string =>
  `curl -s -H "authorization: Bearer ${served.sandbox.apiKey}" ${served.sandbox.baseUrl}/quiz/43 | sed 's/${from}/${to}/' |
   ${process.execPath} -e 'let s="";process.stdin.on("data",d=>s+=d).on("end",()=>{const{ids,entities}=JSON.parse(s).widgets;process.stdout.write(JSON.stringify({ids,entities}))})' |
   curl -s -X POST -H "authorization: Bearer ${served.sandbox.apiKey}" -H "content-type: application/json" -d @- ${served.sandbox.baseUrl}/quiz/43/save > /dev/null`

describe('quiz edit', () => {
  it('sends what was changed, and shows it before', async () => {
    const before = (await draft(43)).widgets
    const { exitCode, stdout, stderr } = await edit(
      `sed -i -e 's/How was your first week?/How did it go?/' -e 's/^name: .*/name: Renamed/' -e 's/numeration: false/numeration: true/' "$1"`,
    )
    expect([exitCode, stdout]).toEqual([0, 'Changed survey 43: 3 changes\n'])
    expect(stderr).toContain('~ screens.rating-1.title  "How was your first week?" → "How did it go?"')
    const after = await draft(43)
    expect([after.name, after.settings.numeration, (await titles(43))[1]]).toEqual(['Renamed', true, 'How did it go?'])
    for (const id of [before.ids[0], before.ids[2], before.ids[3]])
      expect(JSON.stringify(after.widgets.entities[id])).toBe(JSON.stringify(before.entities[id]))
  })

  it('opens again with each mistake above its line, until it is mended', async () => {
    const marker = join(freshFolder(), 'seen')
    const { exitCode, stderr } = await edit(
      `if [ -e ${marker} ]; then grep -B1 'type: ratin\\b' "$1" | head -1 > ${marker}; sed -i 's/type: ratin\\b/type: rating/; s/first week?/first month?/' "$1"
       else touch ${marker}; sed -i 's/type: rating\\b/type: ratin/' "$1"; fi`,
    )
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/line \d+, column \d+: screens\.1\.type must be one of/)])
    expect(readFileSync(marker, 'utf8')).toContain('#! screens.1.type must be one of')
    expect(await titles(43)).toContain('How was your first month?')
  })

  it('lays beside it the schema that its first line names, for editors that check by it', async () => {
    const folder = freshFolder()
    await run('quiz edit 42 --yes', { env: editor(`cp "$1" ${folder}/survey.yaml; cp "$(dirname "$1")"/*.json ${folder}`) })
    const text = readFileSync(join(folder, 'survey.yaml'), 'utf8')
    const name = /^# yaml-language-server: \$schema=(.*)\n/.exec(text)![1]!
    const valid = new Ajv2020({ strict: false, formats: { uuid: true } }).compile(JSON.parse(readFileSync(join(folder, name), 'utf8')))
    expect([valid(parseYaml(text)), valid.errors]).toEqual([true, null])
    expect(valid(parseYaml(text.replace('type: rating', 'type: ratin')))).toBe(false)
  })

  it.each([
    ['no change', 'true', 0, 'Nothing was changed'],
    ['an empty file', ': > "$1"', 0, 'Nothing was changed'],
    ['only comments left', 'echo "# gone" > "$1"', 0, 'Nothing was changed'],
    ['a mistake that stays', `sed -i 's/format: 1/format: 2/' "$1"`, 2, 'format must be 1'],
    ['no YAML any more', 'echo "a: [" >> "$1"', 2, 'still has errors'],
    ['an editor that fails', 'exit 3', 1, 'ended with 3'],
    ['Ctrl-C in the editor', 'kill -INT $$', 130, 'Interrupted'],
  ])('sends nothing for %s', async (_, script, code, message) => {
    const before = writes()
    const { exitCode, stderr } = await edit(script)
    expect([exitCode, writes()], stderr).toEqual([code, before])
    expect(stderr).toContain(message)
  })

  it('keeps what somebody else changed meanwhile, and refuses the same place, keeping what was typed', async () => {
    const elsewhere = await edit(`${meanwhile('What should we change?', 'Theirs?')}\nsed -i 's/first week?/first day?/' "$1"`)
    expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([0, expect.stringContaining('screens.input-1.title); that stays')])
    expect((await titles(43)).slice(1, 3)).toEqual(['How was your first day?', 'Theirs?'])
    const same = await edit(`${meanwhile('Theirs?', 'Again theirs?')}\nsed -i 's/Theirs?/Ours?/' "$1"`)
    expect([same.exitCode, same.stderr]).toEqual([1, expect.stringContaining('in the same place: screens.input-1.title')])
    expect(await titles(43)).toContain('Again theirs?')
    const kept = /saved in (\S+\.yaml)\./.exec(same.stderr)![1]!
    expect(existsSync(kept)).toBe(true)
    await done(['quiz', 'save', '43', '--file', kept])
    expect((await titles(43)).slice(1, 3)).toEqual(['How was your first day?', 'Ours?'])
  })

  it('refuses what would lose answers, with their number', async () => {
    const removal = editor(`sed -i '/key: phone-1/d' "$1"`)
    const refused = await run('quiz edit 42 --yes', { env: removal })
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/"Your phone number": question removed, \d+ answers hold it/),
    ])
    expect((await run('quiz edit 42 --yes --allow-loss', { env: removal })).exitCode).toBe(0)
  })

  it('needs consent off a terminal', async () =>
    expect((await run('quiz edit 43', { env: editor(`sed -i 's/first week/first day/' "$1"`) })).exitCode).toBe(2))
})

describe('an exported survey', () => {
  it('is taken back without a difference, also by another survey, where its questions have the same ids', async () => {
    const file = join(freshFolder(), 'survey.yaml')
    await done(['quiz', 'export', '42', '-o', file])
    expect((await run(['quiz', 'export', '42', '-o', file])).exitCode).toBe(1)
    expect((await done(['quiz', 'save', '42', '--file', file])).stdout).toContain('already has these values')
    await done(['quiz', 'save', '43', '--file', file, '--allow-loss'])
    const [one, other] = [await draft(42), await draft(43)]
    expect(other.widgets.ids).toEqual(one.widgets.ids)
    expect(other.conditions).toEqual(one.conditions)
    expect(await run('quiz diff 42 43')).toMatchObject({ exitCode: 0, stdout: '' })
  })
  it('tells all that is wrong with it, line by line', async () => {
    const { exitCode, stderr } = await run('quiz save 43 --file -', {
      input: 'format: 1\nscreen: []\nscreens:\n  - {key: Big, type: input}\nconditions: {to: q:nobody}\nletters: {}\n',
    })
    expect(exitCode).toBe(2)
    for (const problem of ['standard input:2:', 'screens.0.key must be a key', 'names no question', 'letters cannot be written here'])
      expect(stderr).toContain(problem)
  })
})

describe('impact and difference', () => {
  const edited = async (): Promise<string> => {
    const file = join(freshFolder(), 'edited.yaml')
    const { stdout } = await done('quiz export 42')
    writeFileSync(
      file,
      stdout
        .replace('title: Pots', 'title: Lamps')
        .replace(/.*key: phone-1.*\n/, '')
        .replace('sliderMax: 40', 'sliderMax: 20'),
    )
    return file
  }

  it('have the numbers of the CSV, and send nothing', async () => {
    const file = await edited()
    const rows: Record<string, string>[] = parse((await done('export csv 42 -o -')).stdout, { bom: true, columns: true })
    const before = served.sandbox.requests.length
    const { exitCode, json } = await run(['quiz', 'impact', '42', '--file', file, '--json'])
    expect([exitCode, served.sandbox.requests.slice(before).filter((line) => /POST/.test(line) && !line.includes('/report'))]).toEqual([
      10,
      [],
    ])
    expect(json.map((row: any) => [row.class, row.question, row.answers])).toEqual([
      ['meaning', 'choice-1', rows.filter((row) => row['What did you order?']!.split('; ').includes('Pots')).length],
      ['note', 'slider-1', rows.filter((row) => Number(row['How many hours a week do you garden?']) > 20).length],
      ['loss', 'phone-1', rows.filter((row) => row['Your phone number'] !== '').length],
    ])
    expect((await run('quiz impact 42 --file -', { input: (await run('quiz export 42')).stdout })).exitCode).toBe(0)
  })

  it.each([
    ['bars', ['bars']],
    ['numbers', ['bars', 'answered', 'rows']],
  ])('have the same numbers where the report shows no %s', async (_, hidden) => {
    const file = await edited()
    const blind = await startBlind(served.sandbox.baseUrl, '/report', hidden)
    try {
      const other = surveyctl({ baseUrl: blind.baseUrl, apiKey: served.sandbox.apiKey, workspace: served.sandbox.workspaceId })
      const args = ['quiz', 'impact', '42', '--file', file, '--json']
      const [seen, counted] = await Promise.all([run(args), other(args)])
      const numbers = ({ json }: Outcome): unknown => json.map(({ question, answers }: any) => [question, answers])
      expect([counted.exitCode, numbers(counted)]).toEqual([10, numbers(seen)])
      expect(counted.json.find(({ question }: any) => question === 'choice-1').at_least).toBe(true)
    } finally {
      await blind.close()
    }
  })

  it('take a key that was renamed by hand for a rename, and name the id that keeps the answers', async () => {
    const file = join(freshFolder(), 'edited.yaml')
    writeFileSync(file, (await done('quiz export 42')).stdout.replace('key: phone-1', 'key: telephone'))
    const { exitCode, json } = await run(['quiz', 'impact', '42', '--file', file, '--json'])
    const phone = json.find(({ question }: any) => question === 'phone-1')
    expect([exitCode, phone]).toEqual([10, expect.objectContaining({ class: 'loss', what: 'question removed' })])
    expect(phone.hint).toMatch(new RegExp(`^Likely a rename: .*${phone.question_id}`))
  })

  it('ask the report once, and no answers', async () => {
    const file = join(freshFolder(), 'edited.yaml')
    writeFileSync(file, (await done('quiz export 42')).stdout.replace(/.*key: phone-1.*\n/, ''))
    const asked = async (): Promise<string[]> => {
      const before = served.sandbox.requests.length
      await run(['quiz', 'impact', '42', '--file', file])
      return served.sandbox.requests.slice(before).map((line) => line.replace('/api/v3/quiz/42', '').replace(/\?.*/, ''))
    }
    // What names the question that goes is read as well.
    expect((await asked()).toSorted()).toEqual(
      [
        'GET ',
        'POST /report',
        'GET /versions',
        'GET /emails',
        'GET /webhooks',
        'GET /payment',
        'GET /integrations',
        ...['sheets', 'messenger/messenger_a', 'crm/crm_a/fields', 'crm/crm_b/fields'].map((path) => `GET /integrations/${path}`),
      ].toSorted(),
    )
    const { stdout } = await done('quiz export 42')
    writeFileSync(
      file,
      stdout
        .replace('title: Pots', 'title: Lamps')
        .replace(/( *)- key: submit/, '$1- {key: more, type: input, title: More, isRequired: true}\n$1- key: submit'),
    )
    expect(await asked()).toEqual(['GET ', 'POST /report', 'GET /answers', 'GET /versions'])
    writeFileSync(file, stdout)
    expect(await asked()).toEqual(['GET '])
  })

  it('name what still names a question that goes, and say what they could not look at', async () => {
    const file = join(freshFolder(), 'edited.yaml')
    writeFileSync(file, (await done('quiz export 42')).stdout.replace(/.*key: phone-1.*\n/, ''))
    const { ids, entities } = (await draft(42)).widgets
    const phone = ids.find((id: string) => entities[id].type === 'phone')
    const put = (path: string, body: object) => served.sandbox.request('POST', `/quiz/42/${path}`, body)
    const sent = [
      await put('integrations/crm_b/mapping/lead', { fields: { PHONE: { widget_id: phone } } }),
      await put('integrations/sheets', { action: 'save_widgets', hidden_widget_ids: [phone] }),
      await put('emails/questions', { client_excluded_questions: [phone] }),
      await put('webhooks/7', { body_naming: [{ name: phone, value: 'phone' }] }),
    ]
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const seen = await run(['quiz', 'impact', '42', '--file', file, '--json'])
    expect(seen.json.map(({ class: kind, question, what }: any) => [kind, question, what])).toEqual([
      ['loss', 'phone-1', 'question removed'],
      ...['letters', 'mapping to crm_b', 'sheets', 'webhooks'].map((by) => ['note', 'phone-1', `removed, but still used: ${by}`]),
    ])
    expect(seen.stderr).toMatch(/Published last 20/)
    expect((await run('question remove 42 phone-1 --yes')).stderr).toContain('would be removed, but is still used: mapping to crm_b')

    await served.sandbox.control('revoke', { quiz: 42, what: 'crm_b' })
    const key = await served.sandbox.participant({
      edit_quiz: 'allowed',
      view_results: 'allowed',
      integrations: 'forbidden',
      settings: 'forbidden',
    })
    const limited = surveyctl({
      baseUrl: served.sandbox.baseUrl,
      apiKey: key,
      workspace: served.sandbox.workspaceId,
      env: served.sandbox.env,
    })
    expect((await run(['quiz', 'impact', '42', '--file', file])).stderr).toMatch(/Not searched .*\(mapping to crm_b\): /)
    const { stderr } = await limited(['quiz', 'impact', '42', '--file', file])
    expect(stderr).toMatch(/Not searched for uses of it \((?=.*letters)(?=.*webhooks)(?=.*integrations)/)
    expect(stderr).toContain('The time of the last publication is unknown')
  })

  it('of a file are shown path by path', async () => {
    const { exitCode, stdout } = await run(['quiz', 'diff', '42', '--file', await edited()])
    expect([exitCode, stdout.split('\n')]).toEqual([
      10,
      [
        '~ screens.choice-1.choiceEntities.3.title  "Pots" → "Lamps"',
        '~ screens.slider-1.sliderMax  40 → 20',
        '- screens.phone-1  phone, "Your phone number"',
        '',
      ],
    ])
  })
})

describe('publishing', () => {
  it('is left out where nothing changed, and shows what differs', async () => {
    await done('quiz publish 42')
    const before = writes()
    expect((await done('quiz publish 42 --if-changed')).stdout).toContain('nothing to do')
    expect([(await run('quiz diff 42')).exitCode, writes()]).toEqual([0, before])
    await done(['question', 'set', '42', '5', 'title=What went right?'])
    expect(await run('quiz diff 42')).toMatchObject({
      exitCode: 10,
      stdout: '~ screens.input-1.title  "What went wrong?" → "What went right?"\n',
    })
    await done('quiz publish 42 --if-changed')
    expect((await run('quiz diff 42')).exitCode).toBe(0)
  })

  it('is compared with a draft in which the service lost an option', async () => {
    const { service } = served.sandbox
    const quiz = getQuiz(service.store, 42)
    const { ids, entities } = structuredClone(quiz.draft.widgets)
    const question = Object.values(entities).find(({ type }) => type === 'choice')!
    question.choiceEntities = [null, { id: 'kept', title: 'Kept' }]
    service.write(() => changeDraft(service, quiz, { widgets: { ids, entities } }))
    expect(await run('quiz diff 42')).toMatchObject({ exitCode: 10, stdout: expect.stringContaining('choice-1.choiceEntities') })
  })

  it('is refused where answers would lose their question, whoever removed it', async () => {
    const { ids, entities } = (await draft(42)).widgets
    const { [ids[4]]: _, ...rest } = entities
    await served.sandbox.request('POST', '/quiz/42/save', { ids: ids.filter((id: string) => id !== ids[4]), entities: rest })
    expect((await run('quiz diff 42')).stdout).toBe('- screens.rating-1  rating, "How do you rate the delivery?"\n')
    const before = writes()
    const { exitCode, stderr } = await run('quiz publish 42')
    expect([exitCode, stderr, writes()]).toEqual([1, expect.stringMatching(/question removed, \d+ answers hold it/), before])
    await done('quiz publish 42 --allow-loss')
    await done('quiz publish 42')
  })

  it('is refused with --check while the survey has errors', async () => {
    await done('question remove 43 submit --yes')
    const { exitCode, stderr } = await run('quiz publish 43 --check')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('was not published: it has errors')])
    await done('quiz publish 42 --check')
  })
})

describe('what stands in a file', () => {
  it('of ids and entities is sent as it is, and a document keeps what it leaves out', async () => {
    const { ids, entities } = (await draft(46)).widgets
    const [, first] = ids
    const spelled = { ...entities[first], isBlocked: false, withTitle: true, withDescription: true }
    await served.sandbox.request('POST', '/quiz/46/save', { ids, entities: { ...entities, [first]: spelled } })
    const { isBlocked: _, withTitle: __, ...bare } = spelled
    const file = join(freshFolder(), 'draft.json')
    writeFileSync(file, JSON.stringify({ ids, entities: { ...entities, [first]: bare } }))
    expect(JSON.parse((await run(`quiz save 46 --file ${file} --dry-run --json`)).stdout)[0].body.entities[first]).toEqual(bare)
    await done(`quiz save 46 --file ${file}`)
    expect((await draft(46)).widgets.entities[first]).toEqual(bare)
    expect((await done(`quiz save 46 --file ${file}`)).stdout).toContain('nothing was sent')
    const { stdout } = await done('quiz export 46')
    expect(stdout).not.toContain('withDescription')
    await run('quiz save 46 --file -', { input: stdout.replace(/title: .*/, 'title: Another') })
    expect((await draft(46)).widgets.entities[first]).toMatchObject({ withDescription: true })
  })

  it('of a screen with the type of the last one and another key is told that key, with its line', async () => {
    const input = 'format: 1\nscreens:\n  - key: a\n    type: input\n    title: A\n  - key: done\n    type: submit\n'
    const { exitCode, stderr } = await run('quiz save 46 --file -', { input })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('standard input:6:10 screens.1.key must be submit, as its type')])
  })
})

it('a survey that was never published differs in all that it is', async () => {
  const id = (await done('quiz create --folder 2 --name New --quiet')).stdout.trim()
  await done(['question', 'add', id, '--type', 'input', '--title', 'A'])
  const { exitCode, stdout, stderr } = await run(`quiz diff ${id}`)
  expect([exitCode, stderr]).toEqual([10, expect.stringContaining(`Survey ${id} was never published: all of its draft is new`)])
  expect(stdout).toContain('+ screens.input-1  input, "A"')
})

it.each([
  ['question set 42 2 multiple=true', 'did you mean choiceMultiple?'],
  ['quiz set 42 language=en', 'did you mean lang?'],
  ['question add 42 --type checkbox --title A', 'for checkbox: choice with choiceMultiple=true'],
  ['question add 42 --type radio --title A', 'for radio: choice'],
  ['question add 42 --type number --title A', 'for number: slider'],
  ['question add 42 --type nps --title A', 'for nps: scale'],
  ['question add 42 --type text --title A', 'for text: input'],
  ['question add 42 --type ratng --title A', 'did you mean rating?'],
  ['question fields ratng', 'did you mean rating?'],
])('%s', async (line, message) => {
  const { exitCode, stderr } = await run(line)
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)])
})

it('the fields of a type are listed with what they may hold', async () => {
  const { json } = await run('question fields rating --json')
  expect(json).toContainEqual({ field: 'ratingFigure', value: 'star | heart | thumb | circle', default: null, example: 'star' })
  expect(json).toContainEqual(expect.objectContaining({ field: 'ratingCount', value: 'whole number, at least 1', example: 5 }))
})

/** Small files that stand for very much, and large ones. */
const hostile: Record<string, [text: string, told: RegExp]> = {
  'a list within itself': ['screens: &a [*a]\nids: &b [*b]\n', /\*a stands inside what it names/],
  'JSON 5,000 deep': [`{"if":${'['.repeat(5000)}${']'.repeat(5000)}}`, /nested deeper than 100 levels/],
  'YAML 5,000 deep': [`if: ${'['.repeat(5000)}${']'.repeat(5000)}\n`, /nested deeper than 100 levels/],
  '40 MB': [`"${'x'.repeat(40 * 2 ** 20)}"`, /larger than 10 MB/],
}
describe.each(Object.entries(hostile))('%s', (_, [text, told]) => {
  it.each([
    'quiz save 43 --file',
    'quiz conditions 43 --file',
    'quiz impact 42 --file',
    'question set 42 4 --file',
    'question add 42 --file',
    'condition add 42 --file',
    'report view 42 --file',
    'answer stats 42 --keys',
  ])('is told: %s', async (line) => {
    const file = join(freshFolder(), 'hostile')
    writeFileSync(file, text)
    const { exitCode, stderr } = await run([...line.split(' '), file])
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(told)])
    expect(stderr).toContain(file)
  })
})

it('references on standard input have a limit', async () => {
  const { exitCode, stderr } = await run('quiz archive - --yes', { input: '42\n'.repeat(4 * 2 ** 20) })
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('standard input: it is larger than 10 MB')])
})

it('a deleted survey is offered where one is to be restored', async () => {
  expect((await run('quiz restore')).stderr).toContain('The service lists no trash. Deleted from this machine: none')
  await done('quiz delete 43 --yes')
  expect(await run('quiz restore')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Deleted from this machine: 43') })
  await done('quiz restore 43')
  expect((await run('quiz restore')).stderr).toContain('Deleted from this machine: none')
})

it('the page of a survey, and the preview of its draft, have a verb each', async () => {
  const { url_shared, url_preview } = await draft(42)
  const env = { BROWSER: 'true', PATH: '/nowhere' }
  expect((await run('quiz open 42', { env })).stderr).toContain(url_shared)
  expect((await run('quiz preview 42', { env })).stderr).toContain(url_preview)
})

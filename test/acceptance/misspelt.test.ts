/** Surveys with slips: told before anything is sent, and refused by the service as well. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { questionTypes } from '../../src/contract/surveys/question.ts'
import { examples } from '../../src/model/question/registry.ts'
import { questionId } from '../../src/sandbox/seed/demo-surveys.ts'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const { run } = served
const file = join(freshFolder(), 'survey.json')

const widgetsOf = (questions: readonly object[]) => {
  const ids = questions.map((_, index) => questionId(index + 1))
  return { ids, entities: Object.fromEntries(questions.map((question, index) => [ids[index]!, question])) }
}

function save(...questions: object[]) {
  writeFileSync(file, JSON.stringify(widgetsOf(questions)))
  return run(`quiz save 43 --file ${file}`)
}

const options = (...ids: (string | undefined)[]) => ids.map((id, index) => ({ ...(id && { id }), title: `Option ${index + 1}` }))

const slips: [object, string][] = [
  [{ type: 'choice', title: 'Colour', choiceEntities: ['Red'] }, 'choiceEntities.0 must be an object, such as {"title": "Red"}'],
  [{ type: 'choice', title: 'Colour', options: ['Red'] }, 'choiceEntities must hold at least one option'],
  [{ type: 'choice', title: 'Colour', choiceEntities: [] }, 'choiceEntities must hold at least one option'],
  [{ type: 'choice', title: 'Colour', choiceEntities: options('a'), choiceMultiple: 'yes' }, 'choiceMultiple must be true or false'],
  [{ type: 'dropdown', title: 'Colour' }, 'dropdownEntities must hold at least one option'],
  [
    { type: 'dropdown', title: 'Colour', dropdownEntities: options('a', 'b', 'a') },
    'dropdownEntities.2.id "a" is also the id of dropdownEntities.0',
  ],
  [
    { type: 'ranking', title: 'Colour', rankingEntities: options('2', undefined) },
    'rankingEntities.1.id "2" is the id of one option and the place of another',
  ],
  [{ type: 'matrix', title: 'Colour', matrixRows: options('a') }, 'matrixColumns must hold at least one column'],
  [{ type: 'rating', title: 'Colour', ratingFigure: 'potato' }, 'ratingFigure must be one of star, heart, thumb, circle'],
  [{ type: 'slider', title: 'Colour', sliderMin: 'low' }, 'sliderMin must be a number'],
  [{ type: 'datetime', title: 'Colour', datetimeKind: 'day' }, 'datetimeKind must be one of date, time, datetime'],
  [{ type: 'file', title: 'Colour', fileExtensions: 'pdf' }, 'fileExtensions must be a list'],
]

describe('what is refused', () => {
  it.each(slips)('%j', async (question, message) => {
    const before = served.sandbox.requests.length
    const { exitCode, stderr } = await save({ type: 'message', title: 'Hello' }, question)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`screen 2 "Colour": ${message}`)])
    expect(served.sandbox.requests.length).toBe(before)
    const { status, body } = await served.sandbox.request('POST', '/quiz/43/save', widgetsOf([question]))
    expect([status, JSON.stringify(Object.values(body.errors))]).toEqual([
      422,
      expect.stringContaining(JSON.stringify(message).slice(1, -1)),
    ])
  })

  it('all at once', async () => {
    const { stderr } = await save(...slips.map(([question]) => question))
    slips.forEach(([, message], index) => expect(stderr).toContain(`screen ${index + 1} "Colour": ${message}`))
  })
})

describe('fields that are not known', () => {
  it('pass, with a warning and what may be meant', async () => {
    const { exitCode, stderr } = await save(
      { type: 'choice', titel: 'Colour', choiceEntities: [{ titel: 'Red' }], made_by: 'hand' },
      { type: 'input', title: 'Why?', made_by: 'hand' },
    )
    expect(exitCode).toBe(0)
    expect(stderr.split('\n')).toEqual(
      expect.arrayContaining([
        '! screen 1: titel is not a known field; did you mean title?',
        '! screen 1: choiceEntities.0.titel is not a known field; did you mean title?',
        '! Fields that are not known are sent as they are: made_by (2 times)',
      ]),
    )
    expect((await run('quiz view 43 --json')).json.widgets.entities[questionId(1)].titel).toBe('Colour')
  })

  it.each([42, 43, 46])('what the service shows of survey %i is taken back, without a word', async (id) => {
    const { widgets } = (await run(`quiz view ${id} --json`)).json
    writeFileSync(file, JSON.stringify(widgets))
    expect(await run(`quiz save 43 --file ${file}`)).toMatchObject({ exitCode: 0, stderr: '' })
  })

  it('every type has an example that is taken', async () => {
    expect(await save(...questionTypes.map((type) => examples[type]))).toMatchObject({ exitCode: 0, stderr: '' })
  })
})

describe('a name that is near is named', () => {
  it.each([
    ['help exit-code', 'There is no topic "exit-code"; did you mean exit-codes?'],
    ['help quizz', 'There is no topic "quizz"; did you mean quiz?'],
    ['help nonsense', 'Unknown command "nonsense"'],
    ['quiz list --output json', 'Unknown flag --output\n  For that form of output: --json. See: surveyctl quiz list --help'],
    ['quiz list --format=ndjson', 'Unknown flag --format\n  For that form of output: --ndjson. See'],
    ['quiz list -o csv', 'Unknown flag -o\n  Forms of output: --json, --ndjson, --fields; in a pipe rows with tabs. See'],
    ['quiz list --output list.txt', 'Unknown flag --output\n  --output is for surveyctl quiz import, surveyctl quiz export. See'],
    [
      'webhook list 42 --title x',
      'Unknown flag --title\n  The service has no such filter or setting here; --title is for surveyctl webhook add',
    ],
    ['webhook add 42 --url x', 'Unknown flag --url\n  URL is an argument here: surveyctl webhook add SURVEY URL. See'],
    ['webhook list --survey=42', 'Unknown flag --survey\n  SURVEY is an argument here: surveyctl webhook list SURVEY. See'],
    ['answer stats 42 --question q1', 'Unknown flag --question\n  QUESTION is an argument here'],
    ['quiz set 42 --lang ru', 'Unknown flag --lang\n  Settings are arguments here: lang=VALUE. See'],
    ['webhook edit 42', 'WEBHOOK_ID is missing\n  See'],
    ['webhook add 42', 'URL is missing\n✗ --title is required\n  Fields can also be read from a file'],
    [
      'quiz list --api-key=hush',
      'Unknown flag --api-key\n  A key is never given on the line, where others can see it: surveyctl auth login',
    ],
    ['quiz list --api_key=hush', 'Unknown flag --api_key\n  A key is never given on the line'],
    ['quiz list --access-token=hush', 'Unknown flag --access-token\n  A key is never given on the line'],
    ['quiz list --bearer=hush', 'Unknown flag --bearer\n'],
    ['--api-key hush quiz list', 'Unknown flag --api-key\n'],
    ['--debug --profil hush quiz list', 'Unknown flag --profil\n'],
    ['--api-key=hush', 'Unknown flag --api-key\n'],
    ['-khush', 'Unknown flag -k\n'],
    ['-qkhush', 'Unknown flag -k\n'],
    ['quiz -khush', 'Unknown flag -k\n'],
    ['-khush quiz list', 'Unknown flag -k\n'],
    ['quiz list -qkhush', 'Unknown flag -k\n'],
    ['quiz list -jso', 'Unknown flag -j; did you mean --json?\n'],
    ['auth login hush', 'A key is never given on the line, where others can see it: --with-key'],
    ['auth login --key hush', 'Unknown flag --key\n  A key is never given on the line, where others can see it: --with-key'],
    ['config get --key output', 'Unknown flag --key\n  KEY is an argument here: surveyctl config get KEY. See'],
    ['mcp tolls', 'Unexpected argument "tolls"; did you mean tools?'],
    ['quiz list --yaml', 'Unknown flag --yaml\n'],
    ['quiz list --lmit 3', 'Unknown flag --lmit; did you mean --limit?'],
  ])('%s', async (line, said) => {
    const { exitCode, stderr } = await run(line)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`✗ ${said}`)])
    expect(stderr).not.toContain('hush')
  })
  it('in check.yaml', async () => {
    const config = join(freshFolder(), 'check.yaml')
    writeFileSync(config, 'rules: { low-contrst: off }\nsuppress: [{ rule: nobody-notifid, survey: 42, reason: known }]\n')
    expect(await run(['quiz', 'check', '42', '--config', config])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /rules\.low-contrst: .*did you mean low-contrast\?[^]*no rule "nobody-notifid"; did you mean nobody-notified\?/,
      ),
    })
  })
})

it('sandbox run says its own errors as its own flags ask, not as the program it starts is asked', async () => {
  const [outer, inner] = await Promise.all([run('sandbox run --json no-such-program'), run('sandbox run no-such-program --json')])
  expect(outer.error.message).toBe('There is no program "no-such-program"')
  expect(inner.stderr).toBe('✗ There is no program "no-such-program"\n')
})

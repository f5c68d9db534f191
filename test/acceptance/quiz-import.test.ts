/** Surveys of other systems, brought in: as a file, as a new survey, into one that has answers. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkNaming } from '../../src/answers/dictionary/keys.ts'
import { workbookOf } from '../support/form-files.ts'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'
import { parse } from 'yaml'

const served = useSandbox('demo', { isFound: true })
const { run } = served
const example = join(import.meta.dirname, '..', 'support', 'examples', 'visitors.json')
const visitors = JSON.parse(readFileSync(example, 'utf8'))

function file(content: unknown, name = 'form.json'): string {
  const path = join(freshFolder(), name)
  writeFileSync(path, typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content))
  return path
}
const draft = async (id: number): Promise<any> => (await served.sandbox.request('GET', `/quiz/${id}`)).body
const writes = (): number => served.sandbox.requests.filter((line) => /\b(POST|PUT|DELETE)\b(?!.*\/report\b)/.test(line)).length

describe('quiz import', () => {
  it('makes a survey in a folder, with logic, and tells what was lost', async () => {
    const { exitCode, stdout, stderr } = await run(['quiz', 'import', example, '--folder', 'Customers', '--name', 'Guests'])
    expect(exitCode, stderr).toBe(0)
    const [loss, done] = stdout.trimEnd().split('\n')
    expect(loss?.split('\t').slice(0, 3)).toEqual(['info', 'pages[0].elements[1]', 'reasons'])
    const id = Number(/survey (\d+)$/.exec(done ?? '')?.[1])
    expect(done).toBe(`Imported 6 screens and 3 rules as survey ${id}`)
    const { name, folder, widgets, conditions, settings, is_published } = await draft(id)
    expect([name, folder.id, settings.lang, settings.show_progressbar, is_published]).toEqual(['Guests', 2, 'en', true, false])
    expect(widgets.ids.map((each: string) => widgets.entities[each].type)).toEqual([
      'yesno',
      'choice',
      'input',
      'rating',
      'input',
      'email',
      'submit',
    ])
    expect(conditions.rules).toHaveLength(3)
  })

  it('writes a file that quiz save and a project take, and that is the same each time', async () => {
    const folder = freshFolder()
    cpSync(example, join(folder, 'form.json'))
    const first = await run('quiz import form.json -o survey.yaml --keys-out keys.yaml --report report.json', { cwd: folder })
    expect(first.exitCode, first.stderr).toBe(0)
    const text = readFileSync(join(folder, 'survey.yaml'), 'utf8')
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
    const keys = parse(readFileSync(join(folder, 'keys.yaml'), 'utf8'))
    expect([report.format, report.questions, report.rules, report.languages]).toEqual(['surveyjs', 6, 3, ['en']])
    expect(checkNaming(keys).keys).toEqual(report.keys)
    const again = await run('quiz import form.json -o survey.yaml', { cwd: folder })
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('survey.yaml already exists')])
    await run('quiz import form.json -o again.yaml', { cwd: folder })
    expect(readFileSync(join(folder, 'again.yaml'), 'utf8')).toBe(text)
    const id = (await run('quiz create --folder 2 -q')).stdout.trim()
    const saved = await run(`quiz save ${id} --file survey.yaml`, { cwd: folder })
    expect(saved.exitCode, saved.stderr).toBe(0)
    expect((await run(`quiz diff ${id} --file survey.yaml`, { cwd: folder })).exitCode).toBe(0)
  })

  it('updates: the same names are the same questions; what has answers is not lost unasked', async () => {
    const id = (await run(['quiz', 'import', example, '--folder', '2', '-q'])).stdout.trim()
    await run(`quiz publish ${id}`)
    await run(`sandbox answer ${id} --count 20`)
    const renamed = structuredClone(visitors)
    renamed.title = 'Other words'
    renamed.pages[0].elements[0].title = 'Were you here before?'
    const before = (await draft(Number(id))).widgets.ids
    const update = await run(['quiz', 'import', file(renamed), '--into', id])
    expect([update.exitCode, update.stderr]).toEqual([0, expect.stringContaining('6 questions kept, 0 new, 0 vanishing')])
    const { widgets, name } = await draft(Number(id))
    expect([widgets.ids, name, widgets.entities[before[0]].title]).toEqual([before, 'Visitors of the museum', 'Were you here before?'])
    renamed.pages[0].elements.splice(2, 1)
    const sent = writes()
    const refused = await run(['quiz', 'import', file(renamed), '--into', id, '--yes'])
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('answers would be lost')])
    expect(writes()).toBe(sent)
    expect((await run(['quiz', 'import', file(renamed), '--into', id, '--allow-loss'])).exitCode).toBe(0)
  })

  it('calls a survey without a title as its file is called', async () => {
    const path = file({ elements: [{ type: 'text', name: 'a' }] }, 'Wells 2026.json')
    const { json } = await run(['quiz', 'import', path, '--folder', '2', '--json'])
    expect((await draft(json.quiz_id)).name).toBe('Wells 2026')
    const { stdout } = await run(['quiz', 'import', path, '-o', '-'])
    expect(parse(stdout).name).toBe('Wells 2026')
  })

  it('asks before it replaces what somebody else wrote', async () => {
    const refused = await run(['quiz', 'import', example, '--into', '47'])
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('Replace the draft of survey 47')])
  })

  it('sends nothing under --strict where something is lost, and all of it under --dry-run', async () => {
    const lossy = {
      elements: [
        { type: 'text', name: 'a' },
        { type: 'text', name: 'b', visibleIf: 'today() > 1' },
      ],
    }
    const sent = writes()
    const strict = await run(['quiz', 'import', file(lossy), '--folder', '2', '--strict', '--json'])
    expect([strict.exitCode, strict.error.code, strict.error.details.losses[0].code]).toEqual([10, 'losses', 'logic.widened'])
    const plan = await run(['quiz', 'import', example, '--folder', '2', '--dry-run', '--json'])
    expect([plan.exitCode, plan.json.map(({ url }: { url: string }) => url.replace(/.*\/v3/, ''))]).toEqual([
      0,
      ['/quiz', '/quiz/{id}/rename', '/quiz/{id}/save', '/quiz/{id}/conditions', '/quiz/{id}/settings/info'],
    ])
    expect(writes()).toBe(sent)
  })

  it('names the survey where it breaks off half-way, and goes on with --into', async () => {
    await run(['sandbox', 'fault', 'add', 'POST /quiz/*/conditions', '--status', '500'])
    const broken = await run(['quiz', 'import', example, '--folder', '2'])
    const id = /Survey (\d+) was made/.exec(broken.stderr)?.[1] ?? ''
    expect([broken.exitCode, broken.stderr]).toEqual([8, expect.stringContaining(`--into=${id}`)])
    await run('sandbox fault clear')
    const done = await run(['quiz', 'import', example, '--into', id, '--yes'])
    expect(done.exitCode, done.stderr).toBe(0)
    expect((await draft(Number(id))).conditions.rules).toHaveLength(3)
  })

  it('goes on with what it was told at first: the name, which was not sent yet, and the rest', async () => {
    const folder = freshFolder()
    cpSync(example, join(folder, '-visitors.json'))
    await run(['sandbox', 'fault', 'add', 'POST /quiz/*/rename', '--status', '403'])
    const flags = ['--name=Guests of ours', '--lang=en', '--groups=drop', '--id-seed=second', '--no-logic']
    const broken = await run(['quiz', 'import', ...flags, '--folder', '2', '--', '-visitors.json'], { cwd: folder })
    await run('sandbox fault clear')
    const line = /To go on: surveyctl (.*)/.exec(broken.stderr)?.[1] ?? ''
    expect([broken.exitCode, line]).toEqual([
      4,
      expect.stringMatching(/^quiz import '--name=Guests of ours' --lang=en --groups=drop --id-seed=second --no-logic --into=\d+ -- -vi/),
    ])
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    const done = await run(words, { cwd: folder })
    expect(done.exitCode, done.stderr).toBe(0)
    const { name, conditions } = await draft(Number(/--into=(\d+)/.exec(line)?.[1]))
    expect([name, conditions]).toEqual(['Guests of ours', {}])
  })

  it('makes a second survey of the same file only where that is meant', async () => {
    const form = { title: 'Twice', elements: [{ type: 'text', name: 'only-here' }] }
    const line = ['quiz', 'import', file(form), '--folder', '2', '-q']
    const first = await run(line)
    expect(first.exitCode, first.stderr).toBe(0)
    const id = first.stdout.trim()
    const before = writes()
    const keys = join(freshFolder(), 'keys.yaml')
    const again = await run([...line, '--keys-out', keys])
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining(`There is a survey "Twice" already (${id})`)])
    expect(again.stderr).toMatch(new RegExp(`quiz import --into ${id} \\S+; for a second one: --new`))
    expect([writes(), existsSync(keys)]).toEqual([before, false])
    for (const more of [['--new'], ['--id-seed', 'b'], ['--name', 'Thrice']]) expect((await run([...line, ...more])).exitCode).toBe(0)
    const other = { title: 'Twice', elements: [{ type: 'text', name: 'another' }] }
    expect((await run(['quiz', 'import', file(other), '--folder', '2'])).exitCode, 'of one name, but of another file').toBe(0)
    expect((await run(['quiz', 'import', file(form), '--into', id, '--new'])).stderr).toContain('--new needs --folder')
  })

  it('uploads the pictures that the file names, by what they are', async () => {
    const form = {
      elements: [
        { type: 'imagepicker', name: 'a', choices: [{ value: 'x', imageLink: 'photo.png' }, { value: 'y' }] },
        { type: 'image', name: 'b', imageLink: 'photo.png' },
      ],
    }
    const folder = join(import.meta.dirname, '..', 'support', 'examples')
    const without = await run(['quiz', 'import', file(form), '--folder', '2', '--json'])
    expect(without.json.losses.map(({ code }: { code: string }) => code)).toEqual(['media.local', 'media.local'])
    const { json, exitCode, stderr } = await run([
      'quiz',
      'import',
      file(form),
      '--folder',
      '2',
      '--new',
      '--upload-media',
      folder,
      '--json',
    ])
    expect([exitCode, json?.losses], stderr).toEqual([0, []])
    const { widgets } = await draft(json.quiz_id)
    const [choice, picture] = widgets.ids.map((each: string) => widgets.entities[each])
    expect([choice.choiceImageEntities[0].link, picture.multimedia.imgUrl]).toEqual([
      expect.stringMatching(/^http/),
      expect.stringMatching(/^http/),
    ])
    form.elements[1]!.imageLink = '../../../etc/passwd'
    const out = await run(['quiz', 'import', file(form), '--folder', '2', '--upload-media', folder])
    expect([out.exitCode, out.stderr]).toEqual([2, expect.stringMatching(/leads out of|no such file/)])
  })
})

describe('media of a workbook', () => {
  const book = (picture: string, sound: string) =>
    workbookOf({
      survey: [
        ['type', 'name', 'label', 'media::image', 'media::audio'],
        ['select_one list', 'a', 'A', picture, null],
        ['text', 'b', 'B', null, sound],
      ],
      choices: [
        ['list_name', 'name', 'label', 'media::image'],
        ['list', 'x', 'X', 'odd.gif'],
      ],
    })
  const photo = readFileSync(join(import.meta.dirname, '..', 'support', 'examples', 'photo.png'))

  it('is what it is by its content, whatever column and name it has', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'sound.jpg'), Buffer.concat([Buffer.from('RIFF\u0024\u0000\u0000\u0000WAVEfmt '), Buffer.alloc(28)]))
    writeFileSync(join(folder, 'photo.mp3'), photo)
    writeFileSync(join(folder, 'odd.gif'), photo)
    const path = file(await book('sound.jpg', 'photo.mp3'), 'book.xlsx')
    const { exitCode, json, stderr } = await run(['quiz', 'import', path, '--folder', '2', '--upload-media', folder, '--json'])
    expect([exitCode, json?.losses], stderr).toEqual([0, []])
    const { widgets } = await draft(json.quiz_id)
    const [sound, picture] = widgets.ids.map((id: string) => widgets.entities[id])
    expect([sound.multimedia, picture.multimedia, sound.choiceImageEntities[0].link]).toEqual([
      { type: 'audio', audioUrl: expect.stringMatching(/^http/), imgLocation: 'blocks' },
      { type: 'img', imgUrl: expect.stringMatching(/^http/), imgLocation: 'blocks' },
      expect.stringMatching(/^http/),
    ])
  })

  it('is looked for before anything is sent: all that is wrong is told at once', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'text.mp3'), 'only words')
    const sent = writes()
    const path = file(await book('gone.png', 'text.mp3'), 'book.xlsx')
    const { exitCode, stderr } = await run(['quiz', 'import', path, '--folder', '2', '--upload-media', folder])
    expect([exitCode, writes() - sent]).toEqual([2, 0])
    for (const words of ['gone.png: there is no such file', 'text.mp3 is neither image, video nor audio', 'odd.gif: there is no such file'])
      expect(stderr).toContain(words)
  })
})

describe('a file of strangers', () => {
  const deep = `{"elements":${'['.repeat(5000)}${']'.repeat(5000)}}`
  it.each([
    ['no survey', '{"a": 1}', /JSON, but not a survey.*\n.*It has: a/],
    ['broken', '{"elements": [', /form\.json:1:\d+ the file ends there/],
    ['with comments', '{\n // a comment\n "elements": [] }', /form\.json:2:2 a comment/],
    ['empty', '', /is empty/],
    ['deep', deep, /nested deeper than 100 levels/],
    ['of bytes', Uint8Array.from([0xc3, 0x28, 0xa0, 0xa1]), /neither UTF-8 nor UTF-16/],
    ['without questions', '{"elements": []}', /no question/],
    ['a list', '[1]', /it is a list/],
  ])('%s: one line says what is wrong, and nothing is sent', async (_, content, message) => {
    const sent = writes()
    const { exitCode, stderr } = await run(['quiz', 'import', file(content), '--folder', '2'])
    expect([exitCode, writes() - sent], stderr).toEqual([/empty/.test(stderr) ? expect.any(Number) : 1, 0])
    expect(stderr).toMatch(message)
  })

  it('can be in UTF-16, and names of JavaScript are names', async () => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
    const text = `{"elements": [${names.map((name) => `{"type": "text", "name": "${name}", "visibleIf": "{valueOf} = 1"}`).join()}, {"type": "__proto__", "name": "x"}]}`
    const { exitCode, json, stderr } = await run([
      'quiz',
      'import',
      file(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])),
      '--folder',
      '2',
      '--json',
    ])
    expect([exitCode, json?.questions, Object.values(json?.keys ?? {})], stderr).toEqual([
      0,
      4,
      ['constructor', 'proto', 'toString', 'hasOwnProperty'],
    ])
  })

  it('never writes escape sequences to the terminal, nor into a survey', async () => {
    const { stdout, stderr } = await run([
      'quiz',
      'import',
      file({
        title: '\u001b]0;x\u0007T',
        elements: [
          { type: '\u001b[31mred', name: 'a' },
          { type: 'text', name: 'b', title: 'A\u001b[2J\u202eB' },
        ],
      }),
      '--folder',
      '2',
    ])
    expect(`${stdout}${stderr}`).not.toMatch(/\u001b|\u202e/)
    const id = Number(/survey (\d+)/.exec(stdout)?.[1])
    expect(JSON.stringify((await draft(id)).widgets)).not.toMatch(/\\u001b|\u202e/)
  })

  it('is refused where --format or --lang is not what it is', async () => {
    const other = await run(['quiz', 'import', example, '--folder', '2', '--format', 'qsf'])
    expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('by its content it is surveyjs')])
    const lang = await run(['quiz', 'import', example, '--folder', '2', '--lang', 'de'])
    expect([lang.exitCode, lang.stderr]).toEqual([2, expect.stringContaining('It has: en')])
    expect((await run(['quiz', 'import', example])).exitCode).toBe(2)
    expect(existsSync(join(process.cwd(), 'survey.yaml'))).toBe(false)
  })
})

/** Survey files of strangers: each refusal is a line that says what and where, nothing is sent, and no time or memory is spent. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { zipped } from '../../src/files/zip.ts'
import { lssOf, qsfOf, workbookOf } from '../support/form-files.ts'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('empty', { keep: true })
const folder = freshFolder()
let count = 0

function file(content: string | Uint8Array, ending = ''): string {
  const path = join(folder, `form-${++count}${ending}`)
  writeFileSync(path, content)
  return path
}

async function zipOf(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  const files = Object.entries(entries).map(([path, data]) => ({ path, data: Buffer.from(data) }))
  for await (const part of zipped(files)) parts.push(part)
  return Buffer.concat(parts)
}

/** An archive by hand, whose directory says whatever is wanted. */
function rawZip(
  name: string,
  packed: Buffer,
  { says = packed.length, size = 0, crc = 0 }: { says?: number; size?: number; crc?: number },
): Buffer {
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(crc, 10)
  common.writeUInt32LE(says, 14)
  common.writeUInt32LE(size, 18)
  common.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed])
  const directory = Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, Buffer.alloc(14), Buffer.from(name)])
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, directory, end])
}

const nulls = (megabytes: number): Buffer => Buffer.alloc(megabytes * 2 ** 20)
const lss = (inside: string): string => `<?xml version="1.0"?>\n${inside}<document><LimeSurveyDocType>Survey</LimeSurveyDocType></document>`
const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${'bcdefgh'
  .split('')
  .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefgh'[index]};`.repeat(10)}">`)
  .join('')}]>`
const workbook = () => workbookOf({ survey: [['type', 'name', 'label'], ['text', 'a', 'A']] }) // prettier-ignore
const cycle = { Type: 'Group', FlowID: 'FL_9', Flow: [] as unknown[] }

let hostile: [string, string | Uint8Array, RegExp][]

beforeAll(async () => {
  const book = await workbook()
  hostile = [
    ['a ZIP that unpacks to 70 MB', await zipOf({ 'xl/workbook.xml': '<workbook/>', 'xl/worksheets/sheet1.xml': nulls(70) }), /unpacks to more than 64 MB/],
    ['an archive of a survey of 33 MB', await zipOf({ 'survey.lss': nulls(33) }), /larger than 32 MB/],
    ['a ZIP that says it is small', rawZip('survey.lss', deflateRawSync(nulls(50)), { size: 100 }), /cannot be read as an archive/],
    ['a ZIP whose parts overlap its end', Buffer.concat([book.subarray(0, 40), book.subarray(-22)]), /cannot be read as (an archive|a workbook)/],
    ['a workbook that is cut off', book.subarray(0, book.length >> 1), /cannot be read as an archive/],
    ['a ZIP of something else', await zipOf({ 'word/document.xml': '<w/>' }), /an archive without a survey/],
    ['a workbook of something else', await workbookOf({ Sheet1: [['a'], ['1']] }), /a workbook without a sheet "survey"[^]*It has: sheet1/],
    ['a sheet without types', await workbookOf({ survey: [['a'], ['1']] }), /has no column "type"/],
    ['an old workbook that is cut off', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array<number>(600).fill(0xff)]), /cannot be read as a workbook/],
    ['entities within entities', lss(bomb), /has a DTD, which is not read/],
    ['a file that a DTD names', lss('<!DOCTYPE x SYSTEM "file:///etc/passwd">'), /has a DTD, which is not read/],
    ['an entity without a DTD', lss('<x>&passwd;</x>').replace('</document>', '&y;</document>'), /cannot be read as XML: .*\d+:\d+/],
    ['XML that is cut off', lssOf([{ name: 'A', questions: [] }]).slice(0, 200), /cannot be read as XML/],
    ['XML nested without end', `<?xml version="1.0"?><document><LimeSurveyDocType>Survey</LimeSurveyDocType>${'<a>'.repeat(100_000)}`, /nested deeper than 20 levels/],
    ['other XML', '<?xml version="1.0"?><html/>', /XML, but no LSS file/],
    ['a group alone', '<?xml version="1.0"?><document><LimeSurveyDocType>Group</LimeSurveyDocType></document>', /only a part of a survey \(Group\)[^]*Export the whole survey/],
    ['JSON nested without end', `{"elements":${'[{"elements":'.repeat(100_000)}`, /:1:\d+ /],
    ['JSON 150 levels deep', `{"pages":[],"elements":${'[{"type":"panel","elements":'.repeat(150)}[]${'}]'.repeat(150)}}`, /nested deeper than 100 levels/],
    ['a list of numbers', '[1,2,3]', /is a list/],
    ['Latin-1', Buffer.from('{"title":"Größe","elements":[]}', 'latin1'), /neither UTF-8 nor UTF-16[^]*Save it as UTF-8/],
    ['QSF without blocks', JSON.stringify({ SurveyEntry: {}, SurveyElements: [] }), /no blocks of questions/],
    ['QSF whose flow holds itself a hundred times', JSON.stringify(qsfOf([{ id: 'BL_1', questions: [] }], { flow: [deepFlow(100)] })), /nested deeper|no question/],
    ['a picture', Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'), /neither UTF-8 nor UTF-16/],
    ['nothing but blanks', '   \n', /not a survey file that surveyctl knows/],
  ]
}, 120_000) // prettier-ignore

function deepFlow(levels: number): unknown {
  let flow: unknown = cycle
  for (let level = 0; level < levels; level++) flow = { ...cycle, Flow: [flow] }
  return flow
}

describe('a file of strangers', () => {
  it('says what is wrong with it, sends nothing, and is quick', async () => {
    const found: string[] = []
    for (const [name, content, message] of hostile) {
      const sent = served.sandbox.requests.length
      const started = performance.now()
      const path = file(content)
      const { exitCode, stderr, stdout } = await served.run(['quiz', 'import', path, '--folder', String(served.sandbox.folderId)])
      const seconds = (performance.now() - started) / 1000
      const requests = served.sandbox.requests.slice(sent)
      if (exitCode !== 1 || stdout !== '' || !message.test(stderr) || requests.length > 0 || seconds > 10 || !stderr.includes(path))
        found.push(`${name}: ${exitCode}, ${seconds.toFixed(1)} s, ${requests.join(', ')}, ${stderr}`)
    }
    expect(found).toEqual([])
  }, 120_000)

  it('is recognised by what it holds, whatever it is called', async () => {
    const cases: [string | Uint8Array, string, string][] = [
      [await workbook(), '.json', 'xlsform'],
      [lssOf([{ name: '', questions: [{ code: 'Q1', type: 'S', text: 'A' }] }]), '.xlsx', 'lss'],
      [await zipOf({ 'survey_7.lss': lssOf([{ name: '', questions: [{ code: 'Q1', type: 'S', text: 'A' }] }]), 'survey_7_responses.lsr': '<x/>' }), '.zip', 'lss'],
      [Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{"elements":[{"type":"text","name":"a"}]}')]), '.lss', 'surveyjs'],
      [Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('{"elements":[{"type":"text","name":"a"}]}', 'utf16le').swap16()]), '.xls', 'surveyjs'],
      [JSON.stringify(qsfOf([{ id: 'BL_1', questions: [{ id: 'QID1', payload: { QuestionType: 'TE', Selector: 'SL', QuestionText: 'A' } }] }])), '.txt', 'qsf'],
    ] // prettier-ignore
    for (const [content, ending, format] of cases) {
      const { exitCode, stderr } = await served.run([
        'quiz',
        'import',
        file(content, ending),
        '-o',
        '-',
        '--json',
        '--report',
        join(folder, `${++count}.report`),
      ])
      expect([exitCode, stderr.includes('✗')], stderr).toEqual([0, false])
      expect([ending, readFileSync(join(folder, `${count}.report`), 'utf8')]).toEqual([
        ending,
        expect.stringContaining(`"format": "${format}"`),
      ])
    }
  })

  it('is data in each cell, name and title: no formula, no prototype, no escape sequence', async () => {
    const names = ['constructor', '__proto__', 'toString', '=1+1', 'a\u001b[31m']
    const book = await workbookOf({
      survey: [
        ['type', 'name', 'label', 'relevant'],
        ...names.map((name) => ['select_one __proto__', name, `\u001b]0;x\u0007=cmd|' /C calc'!A0 \u202e${name}`, "${constructor} = '__proto__'"]),
      ],
      choices: [
        ['list_name', 'name', 'label'],
        ['__proto__', '__proto__', 'A'],
        ['__proto__', 'constructor', 'B'],
      ],
    }) // prettier-ignore
    const { exitCode, json, stdout, stderr } = await served.run([
      'quiz',
      'import',
      file(book),
      '--folder',
      String(served.sandbox.folderId),
      '--json',
    ])
    expect([exitCode, json.questions], stderr).toEqual([0, 5])
    expect(`${stdout}${stderr}`).not.toMatch(/\u001b|\u202e/)
    const { widgets } = (await served.sandbox.request('GET', `/quiz/${json.quiz_id}`)).body as any
    expect(JSON.stringify(widgets)).not.toMatch(/\\u001b|\u202e/)
    expect(widgets.entities[widgets.ids[0]].choiceEntities.map(({ id }: any) => id)).toEqual(['__proto__', 'constructor'])
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

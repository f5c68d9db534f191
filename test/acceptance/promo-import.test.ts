/** Codes from files of any size: read, de-duplicated, sent in batches, gone on with after a failure. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeXlsx } from 'hucre/xlsx'
import { changeJournal } from '../support/journal.ts'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

function file(name: string, content: string | Uint8Array): string {
  const path = join(freshFolder(), name)
  writeFileSync(path, content)
  return path
}

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(6, '0')}`)
const stored = (list: number): string[] =>
  served.sandbox.service.store
    .all<{ code: string }>('select code from promo_code where list_id = ? order by id', list)
    .map(({ code }) => code)
const faults = (pattern: string, more: object): Promise<unknown> => served.control('fault add', { pattern, ...more })

it('takes a small file through the parser of the service', async () => {
  const { exitCode, json } = await run([
    'promo',
    'import',
    '42',
    file('codes.csv', 'Code;Note\n A-1 ;x\n"A-2";y\nA-1;z\n'),
    '--name',
    'Small',
    '--json',
  ])
  expect([exitCode, json]).toEqual([
    0,
    { status: true, list_id: 3, read: 3, doubled: 1, added: 2, already_there: 0, refused: 0, not_sent: 0 },
  ])
  expect(stored(3)).toEqual(['A-1', 'A-2'])
})

it('reads the same here as there, whatever the form', async () => {
  const rows = [
    ['Code', 'Note'],
    ['B-1', 1],
    ['B-2', 2],
    [' B-3 ', 3],
  ]
  const sheet = await writeXlsx({ sheets: [{ name: 'Codes', rows }] })
  const files = [
    file('codes.txt', '\uFEFFB-1\r\n B-2\rB-3\n\n'),
    file('utf16.txt', Buffer.from('\uFEFFB-1\nB-2\nB-3', 'utf16le')),
    file('codes.csv', 'promo code,note\nB-1,1\n\nB-2,2\n" B-3 ",3'),
    file('codes.xlsx', sheet),
  ]
  for (const path of files) {
    for (const where of [[], ['--local']]) {
      const { stdout, exitCode } = await run(['promo', 'import', '42', path, '--parse-only', ...where])
      expect([path, where, exitCode, stdout]).toEqual([path, where, 0, 'B-1\nB-2\nB-3\n'])
    }
  }
  expect((await run(['promo', 'import', '42', '-', '--parse-only', '--json'], { input: 'C-1\nC-1\n' })).json).toEqual([{ code: 'C-1' }])
})

it('takes a large file a thousand codes at a time, and tells what was there', async () => {
  const codes = numbered('LARGE', 60_000)
  const path = file('large.txt', [...codes, ...codes.slice(0, 600)].join('\n'))
  const first = await run(['promo', 'import', '42', path, '--name', 'Large', '--json'])
  expect([first.exitCode, first.json]).toEqual([
    0,
    expect.objectContaining({ list_id: 3, read: 60_600, doubled: 600, added: 60_000, already_there: 0, refused: 0 }),
  ])
  expect(stored(3)).toEqual(codes)
  const again = await run(['promo', 'import', '42', path, '--list', '3'])
  expect([again.exitCode, again.stdout]).toEqual([
    0,
    'Imported into promo list 3: 0 added, 60000 already there, 0 refused (60600 read, 600 duplicates)\n',
  ])
})

it('goes on after a failure that --resume names, sending nothing twice', async () => {
  const codes = numbered('AGAIN', 5500)
  const path = file('again.txt', codes.join('\n'))
  const env = { SURVEYCTL_CONFIG_DIR: freshFolder() }
  // The write is stored, and its answer lost; then the service is away for longer than the retries last.
  await faults('POST /quiz/*/promo/codes', { reset: true, after_commit: true, times: 1 })
  await faults('GET /quiz/*/promo/codes', { status: 403, times: 1, code: 'access_denied' })
  const broken = await run(['promo', 'import', '42', path, '--name', 'Again', '--json'], { env })
  expect([broken.exitCode, broken.error.hint]).toEqual([4, expect.stringContaining('--resume')])
  await served.control('fault clear')
  expect(await run(['promo', 'import', '42', path, '--name', 'Again'], { env })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--resume'),
  })

  const resumed = await run(['promo', 'import', '42', path, '--name', 'Again', '--resume', '--json'], { env })
  expect([resumed.exitCode, resumed.json]).toEqual([0, expect.objectContaining({ added: 5500, already_there: 0 })])
  expect(stored(resumed.json.list_id)).toEqual(codes)
  expect((await run('promo list 42 --search Again --json')).json).toHaveLength(1)

  const finished = await run(['promo', 'import', '42', path, '--name', 'Again', '--resume', '--json'], { env })
  expect(finished.json).toEqual(resumed.json)
  expect((await run('promo list 42 --search Again --json')).json).toHaveLength(1)
})

it('makes no second list where somebody changed the journal', async () => {
  const path = file('changed.txt', numbered('CHANGED', 1500).join('\n'))
  const config = freshFolder()
  const line = ['promo', 'import', '42', path, '--name', 'Changed']
  await faults('GET /quiz/*/promo/codes', { status: 403, times: 1, code: 'access_denied' })
  await faults('POST /quiz/*/promo/codes', { reset: true, after_commit: true, times: 1 })
  expect((await run(line, { env: { SURVEYCTL_CONFIG_DIR: config } })).exitCode).toBe(4)
  await served.control('fault clear')
  changeJournal(config, (database) => database.run(`update item set value = replace(value, '"list_id"', '"list"')`))
  expect(await run([...line, '--resume'], { env: { SURVEYCTL_CONFIG_DIR: config } })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/was changed by another program.*\n.*--restart/),
  })
  expect((await run('promo list 42 --search Changed --json')).json).toHaveLength(1)
})

it('looks a lost answer up by itself', async () => {
  const codes = numbered('LOST', 2500)
  await faults('POST /quiz/*/promo/list', { reset: true, after_commit: true, times: 1 })
  await faults('POST /quiz/*/promo/codes', { reset: true, after_commit: true, times: 1 })
  const { exitCode, json } = await run(['promo', 'import', '42', file('lost.txt', codes.join('\n')), '--name', 'Lost', '--json'])
  expect([exitCode, json]).toEqual([0, expect.objectContaining({ added: 2500, refused: 0 })])
  expect(stored(json.list_id)).toEqual(codes)
  expect((await run('promo list 42 --search Lost --json')).json).toHaveLength(1)
})

it('keeps refused codes for another try', async () => {
  const long = 'L'.repeat(300)
  const codes = [...numbered('GOOD', 1500), long, `${long}2`]
  const failures = join(freshFolder(), 'refused.txt')
  const { exitCode, json, error } = await run([
    'promo',
    'import',
    '42',
    file('some.txt', codes.join('\n')),
    '--name',
    'Some',
    '--local',
    '--failures',
    failures,
    '--json',
  ])
  expect([exitCode, json, error.kind]).toEqual([9, expect.objectContaining({ added: 1500, refused: 2 }), 'partial'])
  expect(readFileSync(failures, 'utf8')).toBe(`${long}\n${long}2\n`)
  expect((await run(['promo', 'import', '42', failures, '--list', String(json.list_id)])).exitCode).toBe(6)
})

it('stops at --max-errors, and goes on with --resume', async () => {
  const codes = ['M'.repeat(300), ...numbered('MANY', 2999)]
  const path = file('many.txt', codes.join('\n'))
  const env = { SURVEYCTL_CONFIG_DIR: freshFolder() }
  const stopped = await run(['promo', 'import', '42', path, '--name', 'Many', '--max-errors', '1', '--json'], { env })
  expect([stopped.exitCode, stopped.json]).toEqual([9, expect.objectContaining({ added: 999, refused: 1, not_sent: 2000 })])
  const resumed = await run(['promo', 'import', '42', path, '--name', 'Many', '--max-errors', '2', '--resume', '--json'], { env })
  expect([resumed.exitCode, resumed.json]).toEqual([
    9,
    expect.objectContaining({ list_id: stopped.json.list_id, added: 2999, refused: 1, not_sent: 0 }),
  ])
})

it('sends nothing in a dry run', async () => {
  const { json, exitCode } = await run([
    'promo',
    'import',
    '42',
    file('dry.txt', numbered('DRY', 1500).join('\n')),
    '--list',
    '1',
    '--dry-run',
    '--json',
  ])
  expect([exitCode, json.map(({ method, body }: any) => [method, body.list_id, body.codes.length])]).toEqual([
    0,
    [
      ['POST', 1, 1000],
      ['POST', 1, 500],
    ],
  ])
  const made = await run(['promo', 'import', '42', file('dry.txt', 'DRY-1'), '--name', 'Dry', '--dry-run', '--json'])
  expect(made.json).toMatchObject([{ url: expect.stringMatching(/\/quiz\/42\/promo\/list$/), body: { name: 'Dry', codes: ['DRY-1'] } }])
  expect((await run('promo list 42 --search Dry --json')).json).toEqual([])
})

it('refuses what it cannot import', async () => {
  const good = file('codes.txt', 'A\n')
  expect(await run(['promo', 'import', '42', good])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--list or --name') })
  expect(await run(['promo', 'import', '42', good, '--list', '1', '--name', 'Both'])).toMatchObject({ exitCode: 2 })
  expect(await run(['promo', 'import', '42', 'missing.txt', '--list', '1'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('no such file'),
  })
  expect(await run(['promo', 'import', '42', file('codes.pdf', 'A\n'), '--list', '1'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('txt, csv, xlsx, xls'),
  })
  expect(await run(['promo', 'import', '42', file('blank.txt', '\n \n'), '--list', '1', '--local'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('no code'),
  })
  expect(await run(['promo', 'import', '42', file('latin.txt', Buffer.from([0x41, 0xe9, 0x0a])), '--list', '1', '--local'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('not UTF-8'),
  })
  const sheet = file('broken.xlsx', 'no workbook')
  expect(await run(['promo', 'import', '42', sheet, '--list', '1', '--local'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('not XLSX'),
  })
  const sent = await run(['promo', 'import', '42', sheet, '--list', '1', '--json'])
  expect([sent.exitCode, Object.keys(sent.error.fields)]).toEqual([6, ['file']])
  const unknown = await run(['promo', 'import', '42', good, '--list', '99', '--json'])
  expect([unknown.exitCode, unknown.error.code, existsSync(good)]).toEqual([5, 'not_found', true])
})

it('makes no second list of a name unless that is said', async () => {
  const line = ['promo', 'import', '42', file('twice.txt', 'TWICE-1'), '--name', 'Twice']
  const named = async () => (await run('promo list 42 --all --json')).json.filter(({ name }: { name: string }) => name === 'Twice').length
  expect(await run(line)).toMatchObject({ exitCode: 0 })
  const { exitCode, stderr } = await run([...line.slice(0, 3), file('thrice.txt', 'TWICE-2'), ...line.slice(4)])
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringMatching(/There is a promo list "Twice" already \(\d+\)[^]*--list \d+; for a second one: --new/),
  ])
  expect(await named()).toBe(1)
  expect(await run([...line.slice(0, 3), file('thrice.txt', 'TWICE-2'), ...line.slice(4), '--new'])).toMatchObject({ exitCode: 0 })
  expect(await named()).toBe(2)
})

/** The name of a file says its format, where a command has several. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true, isFound: true })
const { run } = served
const folder = freshFolder()

const beginning = (name: string): string => readFileSync(join(folder, name)).subarray(0, 5).toString('latin1')

describe('-o FILE', () => {
  it.each([
    ['export report 42 -o report.docx', 'report.docx', 'PK'],
    ['export report 42 -o report.pdf', 'report.pdf', '%PDF'],
    ['export print 42 -o survey.docx', 'survey.docx', 'PK'],
    ['export print 42 --format word -o again.docx', 'again.docx', 'PK'],
    ['qr build 42 -o code.svg', 'code.svg', '<'],
    ['qr build 42 -o code.PNG', 'code.PNG', '\u0089PNG'],
    ['export codebook 42 -o codebook.html', 'codebook.html', '<!doc'],
    ['export codebook 42 -o codebook.json', 'codebook.json', '{'],
    ['export codebook 42 --as csv -o codebook.txt', 'codebook.txt', '\u00ef\u00bb\u00bfva'],
    ['quiz export 42 -o s.json', 's.json', '{'],
    ['quiz export 42 -o s.yml', 's.yml', 'form'],
    ['export csv 42 -o a.backup', 'a.backup', '\u00ef\u00bb\u00bf'],
    ['export sav 42 --typed -o a.sav', 'a.sav', '$FL2'],
  ])('%s', async (line, name, sign) => {
    const { exitCode, stderr } = await run(line, { cwd: folder })
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('✗')])
    expect(beginning(name).startsWith(sign)).toBe(true)
  })

  it.each([
    ['export report 42 --format pdf -o x.docx', '-o x.docx contradicts --format pdf'],
    ['export print 42 -o x.docx --format pdf', '-o x.docx contradicts --format pdf'],
    ['qr build 42 --format png -o x.svg', '-o x.svg contradicts --format png'],
    ['qr build 42 -o x.pdf', '-o x.pdf: .pdf is no format of this command'],
    ['export codebook 42 --as md -o x.html', '-o x.html contradicts --as md'],
    ['export codebook 42 -o x.pdf', '-o x.pdf: .pdf is no format of this command'],
    ['export csv 42 -o x.xlsx', '-o x.xlsx: what is written there is .csv, not .xlsx'],
    ['export xlsx 42 --typed -o x.csv', '-o x.csv: what is written there is .xlsx, not .csv'],
    ['export word 42 -o x.pdf', '-o x.pdf: what is written there is .docx, not .pdf'],
    ['export sav 42 -o x.sav', '-o x.sav: what is written there is .zip, not .sav'],
    ['export summary 42 -o x.docx', '-o x.docx: what is written there is .pdf, not .docx'],
    ['quiz export 42 -o x.csv', '-o x.csv: what is written there is .yaml or .json, not .csv'],
    ['answer stats 42 --html x.pdf', '--html x.pdf: what is written there is .html, not .pdf'],
    ['quiz check 42 --sarif x.xml', '--sarif x.xml: what is written there is .sarif or .json, not .xml'],
    ['quiz check 42 --junit x.json', '--junit x.json: what is written there is .xml, not .json'],
  ])('%s is refused', async (line, message) => {
    const { exitCode, stderr } = await run(line, { cwd: folder })
    expect([exitCode, stderr.split('\n')[0]]).toEqual([2, `✗ ${message}`])
  })
})

it('a name of another format is told what would be right', async () => {
  const hint = async (line: string): Promise<string> => (await run(line, { cwd: folder })).stderr.trim().split('\n').at(-1)!.trim()
  expect(await hint('export csv 42 -o x.xlsx')).toContain('Name the file .csv, or take "export xlsx"')
  expect(await hint('export sav 42 -o x.sav')).toContain('Name the file .zip, or take --typed')
})

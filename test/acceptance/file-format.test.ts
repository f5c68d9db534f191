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
  ])('%s is refused', async (line, message) => {
    const { exitCode, stderr } = await run(line, { cwd: folder })
    expect([exitCode, stderr.split('\n')[0]]).toEqual([2, `✗ ${message}`])
  })
})

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { csvLine } from '../../src/files/csv.ts'
import { escapeFormula, SafeCsv } from '../../src/files/safe-csv.ts'
import { freshFolder } from '../support/program.ts'
import { fc } from '../support/property.ts'
import { isThere } from '../support/readers.ts'

describe('a cell', () => {
  it.each(['', 'a', 'a=b', "it's", '5', '-5', '+3.2', '-3,5', '1e5', '-1E-5', ' -5 ', '.5', '2026-05-01', 'a-b', 'x; y'])(
    '%j stays',
    (cell) => expect(escapeFormula(cell)).toBe(cell),
  )
  it.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\rx', "'\rx"],
    ['  =1', "'  =1"],
    ['＝1+1', "'＝1+1"],
    ['- 5', "'- 5"],
    ['-', "'-"],
    ['a;=1', "a;'=1"],
    ['a\n@x', "a\n'@x"],
    ["'=1", "'=1"],
  ])('%j is written as %j', (cell, shown) => expect(escapeFormula(cell)).toBe(shown))
})

const cell = fc.oneof(fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n ;,"\'15.eaü＝') }), fc.string({ unit: 'binary' }))

/** A file in pieces of any size. */
function rewritten(bytes: Buffer, size: number): Buffer {
  const safe = new SafeCsv()
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) parts.push(safe.push(bytes.subarray(at, at + size)))
  return Buffer.concat([...parts, safe.end()])
}

describe('a file of the service', () => {
  it('has the cells that we would write, whatever pieces it comes in', () => {
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 40 }), fc.boolean(), (rows, size, marked) => {
        const whole = [['id', 'name'], ...rows.map((cells) => cells.map((text) => text.toWellFormed()))]
        const quoted = (safe: boolean): string =>
          `${marked ? '\ufeff' : ''}id,name\r\n${whole
            .slice(1)
            .map((cells) => `${cells.map((text) => `"${(safe ? escapeFormula(text) : text).replaceAll('"', '""')}"`).join(',')}\r\n`)
            .join('')}`
        expect(rewritten(Buffer.from(quoted(false)), size).toString()).toBe(quoted(true))
      }),
      { numRuns: 300 },
    )
  })
  it.each([
    ['id;name\n1;=A1;"=B1"\n2;-5', 'id;name\n1;\'=A1;"\'=B1"\n2;-5'],
    ['id\tname\r\n1\t@x\r\n', "id\tname\r\n1\t'@x\r\n"],
    ['\ufeff=x', "\ufeff'=x"],
    ['', ''],
    ['"a\n=b",c\n', '"a\n\'=b",c\n'],
  ])('%j becomes %j', (text, shown) => expect(rewritten(Buffer.from(text), 3).toString()).toBe(shown))
})

const hasOffice = isThere('soffice')

describe.skipIf(!hasOffice)(`in LibreOffice${hasOffice ? '' : ' (skipped: soffice is missing)'}`, () => {
  const formulas = (lines: string): number => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'answers.csv'), lines)
    // Formulas are taken for what they are: what a person may have chosen once in the dialogue.
    const filter = 'CSV:44,34,76,1,,0,false,true,false,false,false,-1,true'
    spawnSync('soffice', [
      `-env:UserInstallation=file://${folder}/office`,
      '--headless',
      `--infilter=${filter}`,
      '--convert-to',
      'fods',
      '--outdir',
      folder,
      join(folder, 'answers.csv'),
    ])
    return readFileSync(join(folder, 'answers.fods'), 'utf8').match(/table:formula=/g)?.length ?? 0
  }
  it('runs formulas of a plain file, and none of a safe one', { timeout: 120_000 }, () => {
    const cells = ['=1+1', '=HYPERLINK("http://a.example","x")', '-5', '+1+1', '@SUM(1)', '\t=1+1', 'x']
    expect(formulas(csvLine(cells))).toBeGreaterThan(0)
    expect(formulas(csvLine(cells, true))).toBe(0)
  })
})

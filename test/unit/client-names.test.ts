import { describe, expect, it } from 'vitest'
import { dispositionName, safeName } from '../../src/client/names.ts'

describe('a plain name', () => {
  it.each([
    ['answers.csv', 'answers.csv'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\evil.exe', 'evil.exe'],
    ['.bashrc', 'bashrc'],
    ['..', 'file'],
    ['', 'file'],
    ['/', 'file'],
    ['a\u0000b\u001b[31m\n.csv', 'ab[31m.csv'],
    ['gpj.\u202Etxt.exe', 'gpj.txt.exe'],
    ['con', '_con'],
    ['NUL.txt', '_NUL.txt'],
    ['console.txt', 'console.txt'],
    ['what?.csv', 'what_.csv'],
    ['-rf', '_rf'],
    ['name. . ', 'name'],
    ['Опрос №1.xlsx', 'Опрос №1.xlsx'],
  ])('%j becomes %j', (given, wanted) => expect(safeName(given, 'file')).toBe(wanted))

  it('is cut to what file systems take, its extension kept', () => {
    const name = safeName(`${'я'.repeat(300)}.xlsx`, 'file')
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
    expect(name).toMatch(/я\.xlsx$/)
  })
})

describe('Content-Disposition', () => {
  it.each([
    ['attachment; filename="a.csv"', 'a.csv'],
    ['attachment; filename=a.csv', 'a.csv'],
    ['attachment; filename="a \\"b\\"; c.csv"', 'a "b"; c.csv'],
    ['attachment; filename="x.csv"; filename*=UTF-8\'\'%D0%9E%D0%BF%D1%80%D0%BE%D1%81.csv', 'Опрос.csv'],
    ["attachment; filename*=iso-8859-1'en'%A3.csv", '£.csv'],
    ['attachment; filename="x.csv"; filename*=UTF-8\'\'%zz', 'x.csv'],
    [`attachment; filename="${Buffer.from('Опрос.csv').toString('latin1')}"`, 'Опрос.csv'],
    ['attachment; filename="caf\xe9.csv"', 'café.csv'],
    ['attachment', undefined],
    [undefined, undefined],
  ])('%j', (header, wanted) => expect(dispositionName(header)).toBe(wanted))
})

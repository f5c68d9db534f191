/** Unpacking an export: whole files, in the folder, and nothing else. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { extractSav } from '../../src/commands/answers/export/extract.ts'

const root = mkdtempSync(join(tmpdir(), 'surveyctl-extract-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let count = 0
let folder: string
let archive: string
beforeEach(() => {
  folder = join(root, `case-${++count}`, 'inside')
  mkdirSync(folder, { recursive: true })
  archive = join(folder, '..', 'answers.zip')
})

const zip = async (entries: Record<string, string>): Promise<Buffer> => {
  const file = new ZipFile()
  for (const [name, text] of Object.entries(entries)) file.addBuffer(Buffer.from(text), name)
  file.end()
  return buffer(file.outputStream)
}

/** Writers refuse such names, so a harmless one of the same length is replaced. */
const renamed = (bytes: Buffer, from: string, to: string): Buffer => Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

const unpack = (force = false): Promise<string[]> => extractSav(archive, folder, { force })

describe('extractSav', () => {
  it('takes the .sav out and leaves the rest', async () => {
    writeFileSync(archive, await zip({ 'answers.sav': 'data', 'readme.txt': 'text' }))
    expect(await unpack()).toEqual([join(folder, 'answers.sav')])
    expect(readdirSync(folder)).toEqual(['answers.sav'])
    expect(readFileSync(join(folder, 'answers.sav'), 'utf8')).toBe('data')
  })

  it('replaces a file only when forced', async () => {
    writeFileSync(archive, await zip({ 'answers.sav': 'new' }))
    writeFileSync(join(folder, 'answers.sav'), 'old')
    await expect(unpack()).rejects.toThrow(/already/)
    expect(readFileSync(join(folder, 'answers.sav'), 'utf8')).toBe('old')
    await unpack(true)
    expect(readFileSync(join(folder, 'answers.sav'), 'utf8')).toBe('new')
  })

  it('knows no folders: a path in the archive is a name here', async () => {
    writeFileSync(archive, await zip({ 'deep/er/answers.sav': 'data' }))
    expect(await unpack()).toEqual([join(folder, 'answers.sav')])
  })

  it.each(['../evil.sav', '/x/evil.sav', 'C:\\evil.sav'])('writes nothing for %s', async (name) => {
    const harmless = 'x'.repeat(name.length - 4) + '.sav'
    writeFileSync(archive, renamed(await zip({ [harmless]: 'evil' }), harmless, name))
    await expect(unpack()).rejects.toThrow(/Cannot unpack/)
    expect(readdirSync(folder)).toEqual([])
    expect(existsSync(join(folder, '..', 'evil.sav'))).toBe(false)
  })

  it('leaves nothing of a broken entry', async () => {
    const bytes = await zip({ 'answers.sav': 'data '.repeat(10_000) })
    bytes.fill(0xff, 45, 70)
    writeFileSync(archive, bytes)
    await expect(unpack()).rejects.toThrow(/Cannot unpack/)
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['an archive without a .sav', () => zip({ 'readme.txt': 'text' }), /no \.sav/],
    ['two of one name', () => zip({ 'a/answers.sav': '1', 'b/answers.sav': '2' }), /twice/],
    ['no archive at all', async () => Buffer.from('<html>'), /Cannot unpack/],
  ])('refuses %s', async (_, make, message) => {
    writeFileSync(archive, await make())
    await expect(unpack()).rejects.toThrow(message)
  })
})

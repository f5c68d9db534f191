/** QR codes, promo code files, media detection. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { encodeQR } from 'qr'
import { afterAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { readCodes, UnreadableFile, type CodesExtension } from '../../src/sandbox/files/codes.ts'
import { halfBlocks } from '../../src/files/half-blocks.ts'
import { png } from '../../src/files/png.ts'
import { qrImage, type QrFormat } from '../../src/sandbox/files/qr.ts'
import { svgToPng } from '../support/raster.ts'
import { isThere } from '../support/readers.ts'
import { sniff } from '../../src/sandbox/files/sniff.ts'

const folder = mkdtempSync(join(tmpdir(), 'surveyctl-small-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const missing = (program: string): boolean => !isThere(program)
const noZbar = missing('zbarimg')

const address = 'https://surveys.example/s/aB3dE9xK2q'

function decoded(image: Buffer, name: string): string {
  const path = join(folder, name)
  writeFileSync(path, image)
  return execFileSync('zbarimg', ['-q', '--raw', path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

const pngSize = (bytes: Buffer): [number, number] => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]

const look = (size: number, margin: number) => ({ size, margin, color: '#102A43', background: '#F0F4F8' })
const build = async (format: QrFormat, size: number, margin: number, text = address): Promise<Buffer> =>
  (await qrImage(text, format, look(size, margin))).bytes

describe.skipIf(noZbar)('QR codes (needs zbarimg)', () => {
  it.each([
    [100, 0],
    [100, 10],
    [333, 4],
    [1000, 1],
  ])('PNG of %i px with a margin of %i', async (size, margin) => {
    const image = await build('png', size, margin)
    expect(pngSize(image)).toEqual([size, size])
    expect(decoded(image, 'qr.png')).toBe(address)
  })

  it.each([100, 333, 1000])('SVG of %i px', async (size) => {
    const image = await svgToPng((await build('svg', size, 4)).toString())
    expect(pngSize(image)).toEqual([size, size])
    expect(decoded(image, 'svg.png')).toBe(address)
  })

  it.skipIf(missing('gs')).each([100, 333, 1000])('EPS of %i points (needs gs)', async (size) => {
    const [eps, out] = [join(folder, 'qr.eps'), join(folder, 'eps.png')]
    writeFileSync(eps, await build('eps', size, 4))
    execFileSync('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-dSAFER', '-dEPSCrop', '-sDEVICE=png16m', '-r72', `-sOutputFile=${out}`, eps])
    expect(execFileSync('zbarimg', ['-q', '--raw', out], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()).toBe(address)
  })

  it('holds as much as the largest code can', async () => {
    const text = 'x'.repeat(2953)
    expect(decoded(await build('png', 1000, 4, text), 'large.png')).toBe(text)
    await expect(build('png', 1000, 4, `${text}x`)).rejects.toThrow()
  })

  it('the terminal has two modules a character', () => {
    const lines = halfBlocks(encodeQR(address, 'raw', { ecc: 'medium', border: 2 }))
      .split('\n')
      .map((line) => [...line])
    const side = lines[0]!.length
    // Light is drawn, dark is not: the picture is put together again from the characters.
    const dark = (x: number, y: number): boolean => (y % 2 === 0 ? ' ▄' : ' ▀').includes(lines[y >> 1]?.[x] ?? '█')
    const scale = 6
    const image = png({
      width: side * scale,
      height: side * scale,
      palette: [
        [255, 255, 255],
        [0, 0, 0],
      ],
      at: (x, y) => (dark(Math.floor(x / scale), Math.floor(y / scale)) ? 1 : 0),
    })
    expect(decoded(image, 'terminal.png')).toBe(address)
  })
})

it('QR codes have their colours, and a margin counted in modules', async () => {
  const [wide, bare] = [await build('svg', 500, 10), await build('svg', 500, 0)].map((image) =>
    Number(/viewBox="0 0 (\d+)/.exec(image.toString())![1]),
  )
  expect(wide! - bare!).toBe(20)
  expect((await build('svg', 100, 0)).toString()).toMatch(/fill="#F0F4F8".*fill="#102A43"/s)
  const image = await build('png', 100, 10)
  const palette = image.subarray(image.indexOf('PLTE') + 4)
  expect([...palette.subarray(0, 6)]).toEqual([0xf0, 0xf4, 0xf8, 0x10, 0x2a, 0x43])
  const data = image.indexOf('IDAT')
  expect(inflateSync(image.subarray(data + 4, data + 4 + image.readUInt32BE(data - 4)))).toHaveLength(101 * 100)
})

const zip = async (name: string, content: Buffer): Promise<Buffer> => {
  const file = new ZipFile()
  file.addBuffer(content, name)
  file.end()
  const pieces: Buffer[] = []
  for await (const piece of file.outputStream) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

const sheet = async (rows: (string | number | boolean | null)[][]): Promise<Uint8Array> => writeXlsx({ sheets: [{ name: 'Codes', rows }] })

describe('promo codes of a file', () => {
  it.each<[string, CodesExtension, string | Buffer, string[]]>([
    ['one a line', 'txt', 'A1\r\n  B2  \n\n\rC,3\n', ['A1', 'B2', 'C,3']],
    ['a text keeps a first line "code"', 'txt', 'code\nA1', ['code', 'A1']],
    ['nothing', 'txt', ' \n', []],
    ['a byte order mark', 'txt', '\uFEFFA1\nB2', ['A1', 'B2']],
    ['UTF-16', 'txt', Buffer.from('\uFEFFКод1\nB2', 'utf16le'), ['Код1', 'B2']],
    ['Windows-1251', 'txt', Buffer.from([0xca, 0xee, 0xe4, 0x31]), ['Код1']],
    ['the first column', 'csv', 'A1,x\nB2,y,z\n"C,3"\n', ['A1', 'B2', 'C,3']],
    ['semicolons, and a title', 'csv', 'Промокод;Скидка\nA1;5\n', ['A1']],
    ['tabs, and a title', 'csv', 'code\tx\nA1\t5\n', ['A1']],
    ['only a title', 'csv', 'promo_code\n', []],
    ['a code that begins like a title', 'csv', 'CODE1\nCODE2\n', ['CODE1', 'CODE2']],
    ['quotes inside', 'csv', 'A"1\n', ['A"1']],
    ['an empty file', 'csv', '', []],
  ])('%s (%s)', async (_, extension, content, codes) => {
    expect(await readCodes(Buffer.from(content as string), extension)).toEqual(codes)
  })

  it('the first column of the first sheet', async () => {
    expect(
      await readCodes(
        await sheet([
          ['Codes', 'x'],
          [' A1 ', 1],
          [12345, null],
          [null, 'y'],
          ['=B2', 3],
        ]),
        'xlsx',
      ),
    ).toEqual(['A1', '12345', '=B2'])
  })

  it.skipIf(missing('soffice'))(
    'an XLS of LibreOffice (needs soffice)',
    async () => {
      writeFileSync(join(folder, 'codes.csv'), 'Code,Note\nA1,x\nПромо-2,y\n777,z\n')
      execFileSync(
        'soffice',
        [
          `-env:UserInstallation=file://${join(folder, 'profile')}`,
          '--headless',
          '--infilter=CSV:44,34,76',
          '--convert-to',
          'xls',
          '--outdir',
          folder,
          join(folder, 'codes.csv'),
        ],
        { stdio: 'ignore' },
      )
      const { readFileSync } = await import('node:fs')
      expect(await readCodes(readFileSync(join(folder, 'codes.xls')), 'xls')).toEqual(['A1', 'Промо-2', '777'])
    },
    60_000,
  )

  it.each<[string, CodesExtension, Buffer]>([
    ['text', 'xlsx', Buffer.from('A1\nB2')],
    ['text', 'xls', Buffer.from('A1\nB2')],
    ['nothing', 'xlsx', Buffer.alloc(0)],
    ['nothing', 'xls', Buffer.alloc(0)],
    ['bytes', 'txt', Buffer.from([0, 1, 2, 3])],
    ['bytes', 'csv', Buffer.from([0, 1, 2, 3])],
    ['a cut-off archive', 'xlsx', Buffer.from('504b03041400000008', 'hex')],
    ['an unclosed quote', 'csv', Buffer.from('"A1\nB2')],
  ])('%s as %s is unreadable', async (_, extension, bytes) => {
    await expect(readCodes(bytes, extension)).rejects.toThrow(UnreadableFile)
  })

  it('another archive is unreadable as XLSX', async () => {
    await expect(readCodes(await zip('a.txt', Buffer.from('x')), 'xlsx')).rejects.toThrow(UnreadableFile)
  })

  it('a zip bomb is refused before it is unpacked', async () => {
    const bomb = await zip('xl/worksheets/sheet1.xml', Buffer.alloc(100 * 2 ** 20))
    expect(bomb.length).toBeLessThan(2 ** 20)
    const before = process.memoryUsage.rss()
    await expect(readCodes(bomb, 'xlsx')).rejects.toThrow('unpacks to more')
    expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 2 ** 20)
  })

  it('a zip bomb that declares nothing is refused too', async () => {
    const bomb = await zip('xl/worksheets/sheet1.xml', Buffer.alloc(100 * 2 ** 20))
    bomb.writeUInt32LE(0, bomb.indexOf(Buffer.from('504b0102', 'hex')) + 24)
    await expect(readCodes(bomb, 'xlsx')).rejects.toThrow(UnreadableFile)
  })
})

const dot = png({ width: 1, height: 1, palette: [[0, 0, 0]], at: () => 0 })
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1')

describe('what an upload is', () => {
  it.each<[string, Buffer, string, string]>([
    ['PNG', dot, 'image', 'image/png'],
    ['JPEG', hex('ffd8ffe000104a46494600010100000100010000'), 'image', 'image/jpeg'],
    ['GIF', ascii('GIF89a\x01\x00\x01\x00\x00\x00\x00;'), 'image', 'image/gif'],
    ['WebP', ascii('RIFF\x24\x00\x00\x00WEBPVP8 \x18\x00\x00\x00\x30\x01\x00\x9d\x01\x2a'), 'image', 'image/webp'],
    ['SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image', 'image/svg+xml'],
    [
      'SVG after a prolog',
      Buffer.from('\uFEFF<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg PUBLIC "x" "y" [<!ENTITY a "b">]>\n<svg:svg>'),
      'image',
      'image/svg+xml',
    ],
    ['MP4', hex('0000001866747970 69736f6d 00000200 69736f6d 6d703432'), 'video', 'video/mp4'],
    ['WAV', ascii('RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00'), 'audio', 'audio/wav'],
    ['MP3', ascii('ID3\x03\x00\x00\x00\x00\x00\x00\xff\xfb\x90\x00'), 'audio', 'audio/mpeg'],
  ])('%s', async (_, bytes, media, mime) => expect(await sniff(bytes)).toMatchObject({ media, mime }))

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['text', ascii('hello')],
    ['HTML with an SVG inside', ascii('<html><svg/></html>')],
    ['other XML', ascii('<?xml version="1.0"?><note/>')],
    ['a PDF', ascii('%PDF-1.7\n')],
    ['a program', hex('7f454c4602010100')],
    ['XML of spaces', Buffer.from(`${' '.repeat(200_000)}x`)],
  ])('%s is no media', async (_, bytes) => expect(await sniff(bytes)).toBeUndefined())
})

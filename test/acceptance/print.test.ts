/** A survey to fill in by hand, in each format and size of letters. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { freshFolder } from '../support/program.ts'
import { itWith, readPdf } from '../support/readers.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const { run } = served
const folder = freshFolder()

const at = (name: string): string => join(folder, name)

/** Prints; answers with the file's path. */
async function saved(words: string, name: string): Promise<string> {
  const { exitCode, stderr } = await run([...words.split(' '), '-o', at(name)])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  return at(name)
}

/** Height of a word of a PDF, in points. */
function heightOf(word: string, path: string): number {
  const boxes = execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8' })
  const [, top, bottom] = new RegExp(`yMin="([\\d.]+)" xMax="[\\d.]+" yMax="([\\d.]+)">${word}<`).exec(boxes)!
  return Number(bottom) - Number(top)
}

/** A part of a Word document. */
async function partOf(path: string, part: string): Promise<string> {
  const archive = await fromBufferPromise(readFileSync(path), { lazyEntries: true })
  for await (const entry of archive.eachEntry()) if (entry.fileName === part) return text(await archive.openReadStreamPromise(entry))
  throw new Error(`${path} has no ${part}`)
}

describe('a printable survey', () => {
  itWith('pdftotext')('as PDF, Word, text and HTML', async () => {
    expect(readPdf(await saved('export print 42 --font large', 'print.pdf'))).toContain('What did you order?')
    for (const format of ['word', 'txt', 'html'])
      expect(readFileSync(await saved(`export print 42 --format ${format}`, `print.${format}`)).length).toBeGreaterThan(500)
    expect(readFileSync(at('print.txt'), 'utf8')).toContain('What did you order?')
  })

  itWith('pdftotext')('with small, middle and large letters', async () => {
    const [pdf, word, html]: [number[], number[], number[]] = [[], [], []]
    const texts = new Set<string>()
    for (const font of ['little', 'medium', 'large']) {
      const print = (format: string): Promise<string> => saved(`export print 42 --format ${format} --font ${font}`, `${font}.${format}`)
      pdf.push(heightOf('did', await print('pdf')))
      word.push(Number(/<w:docDefaults>.*?<w:sz w:val="(\d+)"/s.exec(await partOf(await print('word'), 'word/styles.xml'))![1]))
      html.push(Number(/font:[^;]*?([\d.]+)pt/.exec(readFileSync(await print('html'), 'utf8'))![1]))
      texts.add(readFileSync(await print('txt'), 'utf8'))
    }
    for (const [little, medium, large] of [pdf, word, html]) {
      expect(medium).toBeGreaterThan(little!)
      expect(large).toBeGreaterThan(medium!)
    }
    // Plain text has no letters of a size.
    expect(texts.size).toBe(1)
  })

  it('may fail on the service', async () => {
    await served.control('fault add', { pattern: 'POST /quiz/*/print', status: 400, code: 'print_failed' })
    const { exitCode, error } = await run(['export', 'print', '42', '-o', at('never.pdf'), '--json'])
    await served.control('fault clear')
    expect([exitCode, error.code, existsSync(at('never.pdf'))]).toEqual([1, 'print_failed', false])
  })

  it('needs the right "settings"', async () => {
    const { api_key } = await served.control('key participant', { rights: { view_results: 'allowed' } })
    const { exitCode, stderr } = await served.as(api_key)(['export', 'print', '42', '-o', at('never.pdf')])
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('settings')])
  })
})

it('one thread makes the documents that are asked for one after the other', async () => {
  const threads = vi.fn<() => void>()
  process.on('worker', threads)
  for (const name of ['first', 'second', 'third']) await saved('export print 42', `${name}.txt`)
  process.off('worker', threads)
  // None where a file of tests before this one has left it.
  expect(threads.mock.calls.length).toBeLessThan(2)
})

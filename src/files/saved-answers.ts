/** How many answers a saved export holds, a row each below a head; undefined where that can't be told quickly. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** To read more again would take longer than anybody waits for a number. */
const mostBytes = 50 * 2 ** 20

export async function countSavedAnswers(path: string): Promise<number | undefined> {
  const facts = statSync(path)
  // A device may be read for ever.
  if (!facts.isFile() || facts.size > mostBytes) return undefined
  const isZip = beginning(path) === 'PK'
  return isZip ? inArchive(path).catch(() => undefined) : belowHead(records(await readFile(path)))
}

function beginning(path: string): string {
  const file = openSync(path, 'r')
  try {
    const two = Buffer.alloc(2)
    readSync(file, two, 0, 2, 0)
    return two.toString('latin1')
  } finally {
    closeSync(file)
  }
}

const belowHead = (rows: number): number => Math.max(0, rows - 1)

const [quote, lineFeed] = [0x22, 0x0a]

/** Lines of a CSV; one that a quoted text goes over is one. */
function records(bytes: Buffer): number {
  let count = 0
  let isQuoted = false
  for (const byte of bytes) {
    if (byte === quote) isQuoted = !isQuoted
    else if (byte === lineFeed && !isQuoted) count++
  }
  return bytes.length > 0 && bytes.at(-1) !== lineFeed ? count + 1 : count
}

/** By the part of the archive that holds them. */
const parts: readonly [name: RegExp, count: (content: AsyncIterable<Buffer>) => Promise<number | undefined>][] = [
  [/^xl\/worksheets\/sheet1\.xml$/, async (content) => belowHead(await occurrences(content, /<row[ >]/g))],
  [/^word\/document\.xml$/, async (content) => belowHead(await occurrences(content, /<w:tr[ >]/g))],
  [/\.sav$/i, casesOf],
]

async function inArchive(path: string): Promise<number | undefined> {
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    for await (const entry of zip.eachEntry()) {
      const part = parts.find(([name]) => name.test(entry.fileName))
      if (part) return await part[1](await zip.openReadStreamPromise(entry))
    }
    return undefined
  } finally {
    zip.close()
  }
}

/** Also across chunks: the last bytes of one are looked at again with the next. */
async function occurrences(content: AsyncIterable<Buffer>, sign: RegExp): Promise<number> {
  const longest = '<w:tr '.length
  let count = 0
  let rest = ''
  for await (const chunk of content) {
    const text = rest + chunk.toString('latin1')
    let end = 0
    for (const match of text.matchAll(sign)) {
      count++
      end = match.index + match[0].length
    }
    rest = text.slice(Math.max(end, text.length - longest + 1))
  }
  return count
}

/** The header of a .sav file has their number at byte 80, -1 where its writer didn't know it. */
async function casesOf(content: AsyncIterable<Buffer>): Promise<number | undefined> {
  for await (const head of content) {
    const cases = head.length >= 84 ? head.readInt32LE(80) : -1
    return cases < 0 ? undefined : cases
  }
  return undefined
}

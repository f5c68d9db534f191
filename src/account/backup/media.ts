/** Pictures, videos, sounds and respondents' uploads: each file once, by what it holds. */
import { basename } from 'node:path'
import type { Progress } from '../../answers/derive/work.ts'
import { CommandError } from '../../errors.ts'
import { mediaIn } from '../../model/document/media.ts'
import { inParallel } from '../../system/in-parallel.ts'
import { isObject } from '../../text/is-object.ts'
import type { Writer } from './writer.ts'

const isAddress = (text: unknown): text is string => typeof text === 'string' && /^https?:\/\//i.test(text)

export const addressesOf = (view: unknown): string[] => {
  const entities = isObject(view) && isObject(view.widgets) && isObject(view.widgets.entities) ? Object.values(view.widgets.entities) : []
  return [...new Set(mediaIn(entities.filter(isObject)).map(({ address }) => address))].filter(isAddress)
}

/** Addresses in the answer to a question that takes files. */
export function uploadsOf(row: unknown): string[] {
  const given = isObject(row) && Array.isArray(row.answers) ? row.answers : []
  const found: string[] = []
  const look = (value: unknown): void => {
    if (isAddress(value)) found.push(value)
    else if (Array.isArray(value)) value.forEach(look)
    else if (isObject(value)) Object.values(value).forEach(look)
  }
  for (const one of given) if (isObject(one) && one.answer_type === 'file') look(one.answer)
  return found
}

const atOnce = 8

/** Pictures, videos and sounds of a survey's questions, or what its respondents uploaded. */
export async function storeFiles(
  writer: Writer,
  survey: number,
  folder: 'media' | 'files',
  addresses: readonly string[],
  progress: Progress,
): Promise<void> {
  let done = 0
  await inParallel(addresses, atOnce, async (address) => {
    await storeFile(writer, folder, address, `surveys/${survey}`)
    if (addresses.length > atOnce) progress(`Survey ${survey}: ${folder === 'media' ? 'media' : 'uploads'}`, ++done, addresses.length)
  })
}

/** What lies at an address of the service doesn't change: an earlier backup's file is taken as it is. */
async function storeFile(writer: Writer, folder: 'media' | 'files', address: string, of: string): Promise<void> {
  const known = writer.addresses.get(address)
  if (known !== undefined && writer.files.has(known)) return
  const earlier = writer.earlier?.manifest.addresses[address]
  if (earlier !== undefined && (await writer.inherit(earlier, folder, address))) return
  try {
    await writer.download(address, ({ sha256 }) => `${folder}/${sha256}${endingOf(address)}`, folder)
  } catch (error) {
    // The disk of this machine, or somebody who stops it.
    if (!(error instanceof CommandError) || error.kind === 'interrupted' || error.facts.cause !== undefined) throw error
    writer.gap(`${of}/${address}`, folder, error.message)
  }
}

const endingOf = (address: string): string => /\.[a-z\d]{1,8}$/i.exec(basename(URL.parse(address)?.pathname ?? ''))?.[0].toLowerCase() ?? ''

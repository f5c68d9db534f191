/** The survey in a file of another system as the service takes it, and what it loses on the way. */
import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { CommandError, usageError } from '../../errors.ts'
import type { Service } from '../../service.ts'
import type { Input } from '../../system/io.ts'
import { needFile } from '../../system/local-file.ts'
import { pipeAt, readStream } from '../../system/small-file.ts'
import { limits, type FormatName, type ReadOptions } from '../form.ts'
import { lower, type Lowered } from '../lower/lower.ts'
import { Losses, type Loss } from '../loss.ts'
import { readForm } from '../read/index.ts'
import type { Imported } from './import.ts'

export interface ReadSurvey extends Lowered, Imported {
  languages: readonly string[]
  losses: Loss[]
}

interface Reading extends Omit<ReadOptions, 'losses'> {
  format?: FormatName | undefined
  /** Makes other ids. */
  idSeed?: string | undefined
  name?: string | undefined
  /** False: questions only. */
  logic?: boolean | undefined
  /** The folder that pictures are sent from. */
  uploadMedia?: string | undefined
}

type Reader = Pick<Service, 'signal'>

export async function readSurvey(service: Reader, file: string, stdin: Input, options: Reading): Promise<ReadSurvey> {
  const losses = new Losses()
  const { format, lang, groups, idSeed: seed, name, uploadMedia } = options
  const bytes = await readBytes(service, file, stdin)
  const form = await readForm(bytes, { name: file === '-' ? 'standard input' : file, format, lang, groups, losses })
  const title = name ?? (form.title ? undefined : stemOf(file))
  const lowered = lower(form, { losses, seed, name: title, noLogic: options.logic === false, media: uploadMedia !== undefined })
  if (lowered.questions === 0)
    throw new CommandError('refused', `${file} has no question that can be asked here`, { code: 'file.unreadable' })
  return { ...lowered, source: form.source, languages: form.languages, losses: losses.sorted() }
}

/** What a survey without a title is called. */
const stemOf = (file: string): string | undefined => (file === '-' ? undefined : basename(file, extname(file)).slice(0, 100) || undefined)

async function readBytes({ signal }: Reader, file: string, stdin: Input): Promise<Uint8Array> {
  const stream = file === '-' ? stdin.stream() : pipeAt(file)
  if (stream) return readStream(stream, signal, limits.fileBytes)
  const size = await needFile(file)
  if (size > limits.fileBytes) throw usageError(`${file} is larger than ${limits.fileBytes / 2 ** 20} MB`)
  return readFile(file)
}

export const reportOf = ({ source, questions, rules, languages, losses, keys }: ReadSurvey) => ({
  format: source,
  questions,
  rules,
  languages,
  losses,
  keys,
})

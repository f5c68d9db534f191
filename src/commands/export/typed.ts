/** `--typed`: answers with types, from the service or from a folder that was synced. */
import { join } from 'node:path'
import { removeTemporary, temporaryFolder } from '../../system/temporary.ts'
import type { BlankCodes } from '../../answers/export/sav.ts'
import type { Selection, Source } from '../../answers/export/source.ts'
import type { Store } from '../../answers/store/store.ts'
import type { Context, MadeFile } from '../../cli/context.ts'
import { usageError } from '../../errors.ts'

export interface Given extends Selection {
  id: number
}

export interface TypedOptions {
  typed?: boolean
  from?: string
  keys?: string
  labels?: boolean
  codes?: boolean
  long?: boolean
  safeCsv?: boolean
  seenBlank?: string
  notShown?: string
  notReached?: string
}

/** What makes no sense without `--typed`, or together. */
function refuse(options: TypedOptions): void {
  const { typed, labels, codes, ...rest } = options
  const names: Record<string, string> = { seenBlank: 'seen-blank', notShown: 'not-shown', notReached: 'not-reached' }
  const only = ['from', 'keys', 'long', 'seenBlank', 'notShown', 'notReached'] as const
  const given = only.filter((name) => rest[name] !== undefined).map((name) => `--${names[name] ?? name}`)
  if (!typed && (given.length > 0 || labels || codes))
    throw usageError(`${[...given, ...(labels ? ['--labels'] : []), ...(codes ? ['--codes'] : [])].join(', ')} needs --typed`)
  if (labels && codes) throw usageError('Give either --labels or --codes')
}

function blankCodes({ seenBlank, notShown, notReached }: TypedOptions): BlankCodes {
  const read = (text: string | undefined, flag: string): number | undefined => {
    if (text === undefined) return undefined
    if (!/^-\d{1,6}$/.test(text)) throw usageError(`${flag} must be a negative whole number, such as -99`)
    return Number(text)
  }
  const codes = {
    seen: read(seenBlank, '--seen-blank'),
    'not-shown': read(notShown, '--not-shown'),
    'not-reached': read(notReached, '--not-reached'),
  }
  const given = Object.entries(codes).filter((entry): entry is [string, number] => entry[1] !== undefined)
  return Object.fromEntries(given)
}

type Write = (source: Source) => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>

export async function typedCsv(context: Context, given: Given, options: TypedOptions): Promise<MadeFile | undefined> {
  refuse(options)
  if (!options.typed) return undefined
  const { csvOf } = await import('../../answers/export/tables.ts')
  const form = { values: options.codes ? 'codes' : 'labels', long: options.long === true, safe: options.safeCsv === true } as const
  return made(context, given, options, { ending: 'csv', type: 'text/csv; charset=utf-8' }, (source) => csvOf(source, form))
}

export async function typedXlsx(context: Context, given: Given, options: TypedOptions): Promise<MadeFile | undefined> {
  refuse(options)
  if (!options.typed) return undefined
  const { xlsxOf } = await import('../../answers/export/tables.ts')
  const { xlsxType } = await import('../../files/xlsx.ts')
  const form = { values: options.codes ? 'codes' : 'labels', long: options.long === true } as const
  return made(context, given, options, { ending: 'xlsx', type: xlsxType }, (source) => xlsxOf(source, form))
}

export async function typedSav(
  context: Context,
  given: Given & { is_deleted?: boolean | undefined },
  options: TypedOptions & { extract?: boolean },
): Promise<MadeFile | undefined> {
  refuse(options)
  if (!options.typed) return undefined
  if (options.extract) throw usageError("--extract is of the service's archive: --typed writes the .sav file itself")
  if (given.is_deleted) throw usageError('--deleted cannot be typed: the service lists no deleted answers')
  const { savOf } = await import('../../answers/export/sav.ts')
  const { codebookOf, codebookText } = await import('../../answers/export/codebook.ts')
  const codes = blankCodes(options)
  let codebook = ''
  async function* write(source: Source): AsyncGenerator<Uint8Array> {
    const { body, counts } = await savOf(source, codes)
    yield* body
    codebook = codebookText(codebookOf(source.dictionary, counts), 'md')
  }
  const file = await made(context, given, options, { ending: 'sav', type: 'application/x-spss-sav' }, write)
  return { ...file, beside: { ending: '.codebook.md', text: () => codebook } }
}

async function made(
  context: Context,
  given: Given,
  options: TypedOptions,
  { ending, type }: { ending: string; type: string },
  write: Write,
): Promise<MadeFile> {
  const { fileName } = await import('../../files/text.ts')
  const opened = await openSource(context, given, options)
  return { name: fileName(opened.source.title, 'answers', ending), type, body: closing(opened, write) }
}

async function* closing({ source, close }: Opened, write: Write): AsyncGenerator<Uint8Array> {
  try {
    yield* await write(source)
  } finally {
    close()
  }
}

interface Opened {
  source: Source
  close: () => void
}

/** The store of a synced folder, if it is of this survey. */
export async function openFolder(folder: string, id: number): Promise<Store> {
  const { needSynced } = await import('../answer/folder.ts')
  const { Store } = await import('../../answers/store/store.ts')
  const { needWhose } = await import('../../answers/store/notes.ts')
  const path = needSynced(folder)
  const store = await Store.open(path, { readOnly: true })
  try {
    const { quiz } = needWhose(store, path)
    if (quiz !== id) throw usageError(`${folder} holds the answers of survey ${quiz}, not of survey ${id}`)
    return store
  } catch (error) {
    store.close()
    throw error
  }
}

/** A synced folder as it is, or one that is filled now and removed afterwards. */
export async function openSource(context: Context, { id, ...selection }: Given, { from, keys }: TypedOptions): Promise<Opened> {
  const { Source } = await import('../../answers/export/source.ts')
  const { Store } = await import('../../answers/store/store.ts')
  if (from !== undefined) {
    if (keys !== undefined) throw usageError('--keys is for answers of the service: those of a folder have the keys of its last sync')
    const store = await openFolder(from, id)
    const { keepHeapSmall } = await import('../small-heap.ts')
    keepHeapSmall()
    return { source: new Source(store, id, selection, context.signal), close: () => store.close() }
  }
  const folder = temporaryFolder('surveyctl')
  try {
    const store = await Store.open(join(folder, 'store.sqlite'))
    const { fillStore } = await import('../answer/sync-one.ts')
    await fillStore(context, store, id, { full: false, incomplete: 'none', withNetwork: false, keys: await keysOf(context, keys) })
    return {
      source: new Source(store, id, selection, context.signal),
      close: () => {
        store.close()
        removeTemporary(folder)
      },
    }
  } catch (error) {
    removeTemporary(folder)
    throw error
  }
}

async function keysOf(context: Context, file: string | undefined): Promise<Record<string, string>> {
  const { readKeys } = await import('../answer/keys.ts')
  return readKeys(context, file)
}

/** What a sync would do: the service is read into a copy of the store, and nothing is written where it counts. */
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from '../../service.ts'
import { removeTemporary, temporaryFolder } from '../../system/temporary.ts'
import type { Format } from '../derive/formats.ts'
import type { Preview } from '../postgres/preview.ts'
import { whoseIn, type Whose } from '../store/notes.ts'
import { Store } from '../store/store.ts'
import { sync } from '../sync/run.ts'
import { surveyAnswers } from '../sync/service.ts'
import { adoptDecisions, renamingOf } from './databases.ts'
import { databasesOf, planned, type Destinations } from './destinations.ts'
import { refuseForeign, refuseForeignFiles } from './folder.ts'
import { digester, hashKeyFile } from './hash-key.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { factsOf, manifestFor, readingOf, settingsInDatabase, type Wanted } from './sync.ts'

export interface DryRun {
  quiz: number
  name: string
  folder: string | null
  added: number
  changed: number
  gone: number
  /** Formats that would be written. */
  formats: readonly Format[]
  databases: Preview[]
  excluded: string[]
  hashed: string[]
}

function checkedManifest(folder: string, whose: Whose): Manifest | undefined {
  if (existsSync(folder)) refuseForeignFiles(folder)
  const manifest = existsSync(folder) ? readManifest(folder) : undefined
  refuseForeign(folder, manifest, whose)
  return manifest
}

const copied = ['store.sqlite', 'store.sqlite-wal', hashKeyFile]

export async function dryRun(service: Service, whose: Whose, folder: string | undefined, wanted: Wanted): Promise<DryRun> {
  const { peekRun, previewRun } = await import('../postgres/preview.ts')
  const { loadStore } = await import('../postgres/index.ts')
  const { signal } = service
  const before = folder === undefined ? undefined : checkedManifest(folder, whose)
  const wantedNow: Destinations =
    folder === undefined
      ? { formats: [], databases: databasesOf(whose.quiz, wanted.destinations) }
      : planned(whose.quiz, folder, before, wanted.destinations)
  const begun = []
  for (const one of wantedNow.databases) begun.push(await peekRun(one, whose, { signal, resume: wanted.rewrite }))
  const scratch = temporaryFolder('surveyctl')
  const [first] = begun
  for (const name of copied)
    if (folder !== undefined && existsSync(join(folder, name))) copyFileSync(join(folder, name), join(scratch, name))
  const isKnown = folder === undefined && first !== undefined && first.state.run > 0
  const store = isKnown ? await loadStore(first, signal) : Store.open(join(scratch, 'store.sqlite'))
  try {
    if (folder !== undefined) {
      refuseForeign(folder, whoseIn(store), whose)
      adoptDecisions(store, whose, begun)
    }
    const { values, incomplete } = manifestFor(whose, wantedNow, before ?? settingsInDatabase(begun), wanted)
    const reading = await readingOf(service, whose.quiz, wanted)
    const rebuild = first !== undefined && first.state.sync > 0 && first.state.values !== values
    const options = { ...reading, incomplete, keep: wanted.keep, digest: digester(folder === undefined ? undefined : scratch) }
    const { dictionary, ...result } = await sync(store, surveyAnswers(service, whose.quiz), {
      ...options,
      ...(isKnown && { hashed: { rebuild } }),
    })
    const work = { store, dictionary, folder: scratch, values, sync: result.sync, rewrite: false, signal }
    const mayRename = renamingOf(wanted)
    const databases: Preview[] = []
    for (const one of begun) databases.push(await previewRun(work, { begun: one, mayRename }, wanted.grant))
    const { quiz, name, excluded, hashed } = factsOf(whose.quiz, dictionary, wanted)
    const { added, changed, gone } = result
    return { quiz, name, folder: folder ?? null, added, changed, gone, formats: wantedNow.formats, databases, excluded, hashed }
  } finally {
    store.close()
    removeTemporary(scratch)
  }
}

/** What an export reads: a synced folder as it is, or answers of the service in a store that is removed afterwards. */
import { join } from 'node:path'
import type { Service } from '../../service.ts'
import { removeTemporary, temporaryFolder } from '../../system/temporary.ts'
import type { KnownNames } from '../dictionary/keys.ts'
import { emptyDictionary, type Dictionary } from '../dictionary/shape.ts'
import { updateDictionary } from '../dictionary/update.ts'
import { openFolder } from '../folder/folder.ts'
import { Store } from '../store/store.ts'
import { sync, type SyncOptions } from '../sync/run.ts'
import { surveyAnswers } from '../sync/service.ts'
import { ExportSource, type ExportSelection } from './source.ts'

export type SyncReading = KnownNames & Pick<SyncOptions, 'ahead' | 'progress'>

export interface Opened {
  source: ExportSource
  close: () => void
}

export function openSynced(folder: string, quiz: number, selection: ExportSelection, signal: AbortSignal): Opened {
  const store = openFolder(folder, quiz)
  return { source: new ExportSource(store, quiz, selection, signal), close: () => store.close() }
}

export async function openService(service: Service, quiz: number, selection: ExportSelection, reading: SyncReading): Promise<Opened> {
  const { signal } = service
  const folder = temporaryFolder('surveyctl')
  try {
    const store = Store.open(join(folder, 'store.sqlite'))
    await sync(store, surveyAnswers(service, quiz), { ...reading, full: false, incomplete: 'none', signal })
    const close = (): void => {
      store.close()
      removeTemporary(folder)
    }
    return { source: new ExportSource(store, quiz, selection, signal), close }
  } catch (error) {
    removeTemporary(folder)
    throw error
  }
}

/** The dictionary of a survey as the service shows it now, without its answers. */
export async function fetchDictionary(service: Service, quiz: number, naming: KnownNames): Promise<Dictionary> {
  const asked = surveyAnswers(service, quiz)
  const dictionary = emptyDictionary(quiz)
  updateDictionary(dictionary, { survey: await asked.survey(), report: await asked.report(), sync: 1, ...naming })
  return dictionary
}

/** Folders: those that are there are used, others are made. */
import { createFolder } from '../../contract/surveys/folder.ts'
import { listArchivedQuizzes, listQuizzes } from '../../contract/surveys/quiz.ts'
import { CommandError } from '../../errors.ts'
import { pairsOf } from '../names.ts'
import type { Backup } from '../stored.ts'
import type { Restoring } from './survey.ts'

interface Folder {
  id: number
  name: string
}

/** Folders that surveys of the account tell of; none lists those without any. */
export async function foldersOf({ service }: Pick<Restoring, 'service'>): Promise<{ all: Folder[]; defaultFolder: Folder | undefined }> {
  const names = new Map<number, string>()
  let defaultFolder: Folder | undefined
  for (const rows of [await service.call(listQuizzes, {}), await service.call(listArchivedQuizzes, {})])
    for (const { folder } of rows) {
      if (!folder?.name) continue
      names.set(folder.id, folder.name)
      if (folder.is_default === true) defaultFolder = { id: folder.id, name: folder.name }
    }
  return { all: [...names].map(([id, name]) => ({ id, name })), defaultFolder }
}

/** The default folder can't be made: its surveys go into that of the account, where a survey shows it, else into a new one. Returns its id. */
export async function restoreFolder(
  work: Restoring,
  { workspace_id, isSame }: { workspace_id: number; isSame: boolean },
  { id: former, name, isDefault }: { id: number | undefined; name: string; isDefault: boolean },
): Promise<number> {
  const { mapFile, backup, service, once } = work
  const known = mapFile.map.folders[name]
  if (known) return known.id
  const { all, defaultFolder } = await foldersOf(work)
  const keep = (folder: Folder): number => {
    mapFile.map.folders[name] = folder
    mapFile.save()
    return folder.id
  }
  if (isDefault && defaultFolder) return keep(defaultFolder)
  const before = await foldersIn(backup)
  const was = before.some(({ id }) => id === former) ? before : [...before, { id: former, name }]
  const [, there] = pairsOf(was, all, isSame).find(([{ id }]) => id === former) ?? []
  if (there && !isDefault) return keep({ id: there.id, name: there.name })
  for (let count = 1; count < 20; count++) {
    const tried = isDefault ? `${name} (restored${count === 1 ? '' : ` ${count}`})` : count === 1 ? name : `${name} (${count})`
    try {
      const id = await once(`folder ${tried}`, {
        send: async () => (await service.call(createFolder, { workspace_id, name: tried })).folder_id,
        // An empty folder can't be looked up. If it was made, making it again is refused because of its name.
        find: async () => undefined,
      })
      if (tried !== name) mapFile.loseOfAccount(`folder "${name}"`, `comes back as "${tried}"`)
      return keep({ id, name: tried })
    } catch (error) {
      if (!(error instanceof CommandError && error.facts.code === 'duplicate_name')) throw error
    }
  }
  throw new CommandError('refused', `No folder can be made for "${name}": all its names are taken`)
}

/** A damaged one may not hold the lists of surveys. */
async function foldersIn(backup: Backup): Promise<Folder[]> {
  try {
    return (await foldersOf(backup)).all
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return []
  }
}

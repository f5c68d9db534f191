/** Folders: those that are there by name are used, others are made. */
import { createFolder } from '../../contract/surveys/folder.ts'
import { listArchivedQuizzes, listQuizzes } from '../../contract/surveys/quiz.ts'
import { CommandError } from '../../errors.ts'
import type { Restoring } from './survey.ts'

/** Folders that surveys of the account tell of; none lists those without any. */
export async function foldersOf({
  service,
}: Pick<Restoring, 'service'>): Promise<{ ids: Map<string, number>; usual: { id: number; name: string } | undefined }> {
  const ids = new Map<string, number>()
  let usual: { id: number; name: string } | undefined
  for (const rows of [await service.call(listQuizzes, {}), await service.call(listArchivedQuizzes, {})])
    for (const { folder } of rows) {
      if (!folder?.name) continue
      ids.set(folder.name, folder.id)
      if (folder.is_default === true) usual = { id: folder.id, name: folder.name }
    }
  return { ids, usual }
}

/**
 * The default folder can't be made: its surveys go into that of the account, where a survey shows it, else into a new one. `former`: its id
 * in the account of the backup, where it may have another name now. Returns its id.
 */
export async function restoreFolder(
  work: Restoring,
  workspace_id: number,
  { name, isDefault = false, former }: { name: string; isDefault?: boolean; former?: number | undefined },
): Promise<number> {
  const { mapFile, service, once } = work
  const known = mapFile.map.folders[name]
  if (known) return known.id
  const { ids, usual } = await foldersOf(work)
  const keep = (folder: { id: number; name: string }): number => {
    mapFile.map.folders[name] = folder
    mapFile.save()
    return folder.id
  }
  if (isDefault && usual) return keep(usual)
  const [calledNow] = [...ids].find(([, id]) => id === former) ?? []
  if (former !== undefined && calledNow !== undefined) return keep({ id: former, name: calledNow })
  const there = ids.get(name)
  if (there !== undefined && !isDefault) return keep({ id: there, name })
  for (let count = 1; count < 20; count++) {
    const tried = isDefault ? `${name} (restored${count === 1 ? '' : ` ${count}`})` : count === 1 ? name : `${name} (${count})`
    try {
      const id = await once(`folder ${tried}`, {
        send: async () => (await service.call(createFolder, { workspace_id, name: tried })).folder_id,
        // An empty folder can't be looked up. If it was made, making it again is refused because of its name.
        find: async () => undefined,
      })
      if (tried !== name) mapFile.lose({ survey: null, name: 'the account', what: `folder "${name}"`, why: `comes back as "${tried}"` })
      return keep({ id, name: tried })
    } catch (error) {
      if (!(error instanceof CommandError && error.facts.code === 'duplicate_name')) throw error
    }
  }
  throw new CommandError('refused', `No folder can be made for "${name}": all its names are taken`)
}

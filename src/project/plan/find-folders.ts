/** Ids of folders by name. The service has no list of folders: they are collected from the surveys, each of which names its own. */
import { listArchivedQuizzes, listQuizzes } from '../../contract/surveys/quiz.ts'
import type { Service } from '../../service.ts'
import { nearest } from '../../text/nearest.ts'
import type { Environment } from '../files/config.ts'
import type { Step, View } from '../sections/section.ts'

export type FolderIds = ReadonlyMap<string, number>

/** `known`: what the surveys that were read told. The others are listed only where these don't tell of a folder that is needed. */
export async function findFolders(
  service: Service,
  environment: Environment,
  needed: ReadonlySet<string>,
  known: FolderIds,
): Promise<FolderIds> {
  const ids = new Map([...known, ...Object.entries(environment.folders)])
  const add = (its: View['folder']): void => {
    if (its?.name && !ids.has(its.name)) ids.set(its.name, its.id)
  }
  const isLacking = (): boolean => [...needed].some((name) => !ids.has(name))
  if (isLacking()) for (const { folder } of await service.call(listQuizzes, {})) add(folder)
  if (isLacking()) for (const { folder } of await service.call(listArchivedQuizzes, {})) add(folder)
  return ids
}

/** A folder that an apply would create, and one that is there of nearly the same name: the name may be misspelt. */
export interface NewFolder {
  name: string
  nearest: string | null
}

export const newFolders = (needed: ReadonlySet<string>, ids: FolderIds): NewFolder[] =>
  [...needed].filter((name) => !ids.has(name)).map((name) => ({ name, nearest: nearest(name, ids.keys()) ?? null }))

export const needsFolder = ({ section }: Pick<Step, 'section'>): boolean => section === 'folder'

/** What a restore has made, of what: beside the backup, which itself is never written. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../../errors.ts'
import { makeFolder } from '../../system/make-folder.ts'
import { replaceFile } from '../../system/replace-file.ts'
import { isObject } from '../../text/is-object.ts'
import { areNewIds, type NewIds } from '../../model/document/renew-ids.ts'
import type { BackedUpAccount } from '../backup/backup.ts'
import { Folder, jsonIn } from '../folder.ts'
import type { Loss } from './wanted.ts'

interface Made {
  id: number
  name: string
  /** Everything of it was sent, and read back. */
  whole?: boolean
  /** Of its questions and options, where the service refused those of the backup. */
  questions?: NewIds
}

const mapName = 'map.json'
const parts = ['surveys', 'folders', 'promo'] as const

/** By the ids of the backup; folders by their names. */
export interface RestoreMap extends Record<(typeof parts)[number], Record<string, Made>> {
  format: 1
  /** Addresses of uploaded media, by survey and hash. */
  media: Record<string, string>
  /** What turned out to be lost while it was made: a run that goes on tells it as well. */
  losses?: Loss[]
  ended?: string
  /** Folders that restores before this one made, by their names: they may be deleted again, and rights still name them. */
  former: Record<string, number[]>
  /** Surveys that were asked back from the trash, and may not be in their folder yet. */
  returning?: number[]
}

type WrittenMap = Omit<RestoreMap, 'former'> & Partial<Pick<RestoreMap, 'former'>>

const isMade = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.id === 'number' &&
  typeof value.name === 'string' &&
  (value.questions === undefined || areNewIds(value.questions))

const isFormer = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'number'))

/** Without what every object inherits: `constructor` is as good a name of a folder or a list as any. */
const bare = <T>(entries: Readonly<Record<string, T>> = {}): Record<string, T> => Object.assign(Object.create(null), entries)

export class MapFile {
  readonly folder: string
  readonly map: RestoreMap
  /** A restore was broken off: something may be left of it. */
  readonly isUnfinished: boolean

  constructor(backup: string, { base_url, workspace_id }: BackedUpAccount, again: boolean) {
    const host = URL.parse(base_url)?.host ?? 'service'
    this.folder = join(`${backup.replace(/[/\\]+$/, '')}.restore`, `${host.replaceAll(/[^\w.-]/g, '_')}-${workspace_id}`)
    const known = this.#read()
    // A second copy that was broken off goes on.
    this.isUnfinished = known !== undefined && known.ended === undefined
    const continued = again && known?.ended !== undefined ? undefined : known
    this.map = {
      ...(continued ?? { format: 1, media: {} }),
      surveys: bare(continued?.surveys),
      folders: bare(continued?.folders),
      promo: bare(continued?.promo),
      former: bare(continued?.former),
    }
  }

  get path(): string {
    return join(this.folder, mapName)
  }

  /** Maps that were written before have no `former`. */
  #read(): WrittenMap | undefined {
    const value = jsonIn(new Folder(this.folder), mapName)
    if (value === undefined) {
      this.#refuseForeignFiles()
      return undefined
    }
    const isMap =
      isObject(value) &&
      value.format === 1 &&
      isObject(value.media) &&
      (value.losses === undefined || Array.isArray(value.losses)) &&
      (value.returning === undefined || Array.isArray(value.returning)) &&
      (value.former === undefined || isFormer(value.former)) &&
      parts.every((part) => isObject(value[part]) && Object.values(value[part]).every(isMade))
    // Each of its parts was looked at.
    if (isMap) return value as unknown as WrittenMap
    throw usageError(`${this.path} is no map of a restore: it was cut off or changed`, 'Remove it to restore everything once more')
  }

  /** Files beside a map are those of the restore before; without one they are somebody else's. */
  #refuseForeignFiles(): void {
    const [other] = existsSync(this.folder) ? readdirSync(this.folder) : []
    if (other !== undefined)
      throw usageError(`${this.folder} is not empty, and has no map of a restore: it has ${other}`, 'Remove or rename it')
  }

  loseOfAccount(what: string, why: string): void {
    this.lose({ survey: null, name: 'the account', what, why })
  }

  lose(loss: Loss): void {
    const isKnown = this.map.losses?.some(({ survey, what, why }) => survey === loss.survey && what === loss.what && why === loss.why)
    if (!isKnown) this.map.losses = [...(this.map.losses ?? []), loss]
  }

  /** Another restore begins, perhaps as somebody deleted something once more: folders are looked up anew. */
  reopen(): void {
    const { map } = this
    for (const [name, { id }] of Object.entries(map.folders)) map.former[name] = [...new Set([...(map.former[name] ?? []), id])]
    map.folders = bare()
    delete map.ended
  }

  save(): void {
    this.write(mapName, this.map)
  }

  write(name: string, value: unknown): void {
    if (name !== mapName && !existsSync(this.path)) this.save()
    makeFolder(this.folder, 0o700)
    replaceFile(join(this.folder, name), `${JSON.stringify(value, null, 2)}\n`, 0o600)
  }
}

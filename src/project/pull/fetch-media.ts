/** Pictures, videos and sounds of the service into files, where `surveyctl.yaml` says `media: files`. */
import { optionImageFormats } from '../../contract/surveys/media.ts'
import { CommandError } from '../../errors.ts'
import type { Service, Sink } from '../../service.ts'
import { isLocal, mediaIn, type MediaUse } from '../../model/document/media.ts'
import type { Content } from '../../model/document/shape.ts'
import type { PathOf } from '../files/file-places.ts'
import { sumWithin } from '../files/read-within.ts'
import { folderOf } from '../files/layout.ts'
import { startDownload, mediaName, type MediaDownload } from './media-store.ts'
import type { Medium } from '../state/state.ts'
import type { Opened } from '../opened.ts'

/** What is known of the survey's media before. */
interface Before {
  key: string
  /** What files stand for in the content, by path. */
  ours: Readonly<Record<string, string>>
  /** What is remembered. */
  known: Readonly<Record<string, Medium>>
}

export interface Fetched {
  pathOf: PathOf
  /** What is to be remembered. */
  media: Readonly<Record<string, Medium>>
}

/** What is there already isn't downloaded again; an address that can't be stays an address, and is told. */
export async function fetchMedia(
  { service, project }: Pick<Opened, 'service' | 'project'>,
  { key, ours, known }: Before,
  { screens }: Content,
): Promise<Fetched> {
  const media: Record<string, Medium> = { ...known }
  if (project.config.media !== 'files') return { pathOf: () => undefined, media }
  const { root } = project
  const folder = folderOf(key)
  const paths = new Map(Object.entries(ours).map(([path, address]) => [address, path]))
  const isTaken = (path: string, address: string): boolean =>
    [ours[path], media[path]?.url].some((its) => its !== undefined && its !== address && !isLocal(its))
  for (const { address, use } of mediaIn(Object.values(screens?.entities ?? {}))) {
    if (isLocal(address) || paths.has(address)) continue
    const [there] =
      Object.entries(media).find(([path, one]) => one.url === address && sumWithin(root, `${folder}/${path}`)?.sha256 === one.sha256) ?? []
    if (there !== undefined) {
      paths.set(address, there)
      continue
    }
    const found = await brought(
      service,
      { address, use, key },
      () => startDownload(root, folder),
      (path) => isTaken(path, address),
    )
    if (!found) continue
    paths.set(address, found.path)
    media[found.path] = { sha256: found.sha256, url: address }
  }
  return { pathOf: (address) => paths.get(address), media }
}

interface Wanted {
  key: string
  address: string
  use: MediaUse
}

/** `undefined`: it stays an address. */
async function brought(
  service: Service,
  { key, address, use }: Wanted,
  arrive: () => MediaDownload,
  isTaken: (path: string) => boolean,
): Promise<{ path: string; sha256: string } | undefined> {
  const left = (why: string): undefined => void service.warn(`${key}: ${address} stays an address: ${why}`)
  if (!/^https?:/i.test(address)) return left('it is not an http or https address')
  const held = new Held(arrive)
  try {
    const { type } = await service.download(address, held.open)
    const name = mediaName(address, type)
    if (use === 'option' && !optionImageFormats.some((format) => name.endsWith(`.${format}`)))
      return left(`the picture of an option must be ${optionImageFormats.join(', ')}`)
    // Each download opens one.
    const { path, sum } = held.file!.keep(name, isTaken)
    return { path, sha256: sum.sha256 }
  } catch (error) {
    // The disk of this machine, or somebody who stops it.
    if (held.broken !== undefined) throw held.broken
    if (!(error instanceof CommandError) || error.kind === 'interrupted') throw error
    return left(error.message)
  } finally {
    held.file?.drop()
  }
}

/** A new file for each attempt; what this machine fails at isn't taken for the other's fault. */
class Held {
  file: MediaDownload | undefined
  broken: unknown
  readonly #arrive: () => MediaDownload

  constructor(arrive: () => MediaDownload) {
    this.#arrive = arrive
  }

  open = (): Sink => {
    this.file?.drop()
    const file = this.#here(this.#arrive)
    this.file = file
    return { write: (bytes) => this.#here(() => file.write(bytes)), finish: () => {}, abort: file.drop }
  }

  #here<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof CommandError)) this.broken = error
      throw error
    }
  }
}

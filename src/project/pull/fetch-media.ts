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

/** What is there already isn't downloaded again; what can't be downloaded stays an address, with a warning. */
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
    const found = await downloaded(
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
async function downloaded(
  service: Service,
  { key, address, use }: Wanted,
  start: () => MediaDownload,
  isTaken: (path: string) => boolean,
): Promise<{ path: string; sha256: string } | undefined> {
  const left = (why: string): undefined => void service.warn(`${key}: ${address} stays an address: ${why}`)
  if (!/^https?:/i.test(address)) return left('it is not an http or https address')
  const attempts = new Attempts(start)
  try {
    const { type } = await service.download(address, attempts.open)
    const name = mediaName(address, type)
    if (use === 'option' && !optionImageFormats.some((format) => name.endsWith(`.${format}`)))
      return left(`the picture of an option must be ${optionImageFormats.join(', ')}`)
    // A download that succeeded has opened one.
    const { path, sum } = attempts.latest!.place(name, isTaken)
    return { path, sha256: sum.sha256 }
  } catch (error) {
    if (attempts.localError !== undefined) throw attempts.localError
    if (!(error instanceof CommandError) || error.kind === 'interrupted') throw error
    return left(error.message)
  } finally {
    attempts.latest?.drop()
  }
}

/** The file of the latest attempt at one download. */
class Attempts {
  latest: MediaDownload | undefined
  /** An error of this machine, such as a full disk: it isn't the address that fails. */
  localError: unknown
  readonly #start: () => MediaDownload

  constructor(start: () => MediaDownload) {
    this.#start = start
  }

  open = (): Sink => {
    this.latest?.drop()
    const file = this.#onDisk(this.#start)
    this.latest = file
    return { write: (bytes) => this.#onDisk(() => file.write(bytes)), finish: () => {}, abort: file.drop }
  }

  #onDisk<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof CommandError)) this.localError = error
      throw error
    }
  }
}

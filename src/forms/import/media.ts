/** Pictures, sounds and videos that an imported file names: found in a folder, then uploaded. */
import { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Widgets } from '../../contract/core/records.ts'
import { optionImageFormats, uploadMedia, uploadOptionImage, type MediaType } from '../../contract/surveys/media.ts'
import { usageError } from '../../errors.ts'
import { isLocalName, localName } from '../media.ts'
import { mediaIn, withMedia } from '../../model/document/media.ts'
import type { Service } from '../../service.ts'
import { messageOf } from '../../text/message-of.ts'
import { needFile } from '../../system/local-file.ts'
import { guessType } from '../../draft/media-type.ts'

export interface FoundMedia {
  address: string
  path: string
  /** By its content; `option`: a picture of an option. */
  use: MediaType | 'option'
}

/** All that the screens name, before anything is sent. */
export async function findMedia({ entities }: Widgets, folder: string): Promise<FoundMedia[]> {
  const found: FoundMedia[] = []
  const problems: string[] = []
  for (const { address, use } of mediaIn(Object.values(entities)).filter((each) => isLocalName(each.address))) {
    try {
      const path = within(folder, localName(address))
      await needFile(path, use === 'option' ? { formats: optionImageFormats } : {})
      found.push({ address, path, use: use === 'option' ? use : await guessType(path) })
    } catch (error) {
      problems.push(messageOf(error))
    }
  }
  if (problems.length > 0) throw usageError(problems, 'Nothing was sent. Without --upload-media they are left out')
  return found
}

/** A name of strangers may lead anywhere. */
function within(folder: string, name: string): string {
  const path = join(folder, name)
  let real: string
  try {
    real = realpathSync(path)
  } catch {
    throw usageError(`${path}: there is no such file`)
  }
  if (!real.startsWith(realpathSync(folder) + sep)) throw usageError(`${name} leads out of ${folder}`)
  return path
}

const kinds = { image: ['img', 'imgUrl'], video: ['video', 'videoUrl'], audio: ['audio', 'audioUrl'] } as const

/** The screens with the addresses of what was uploaded. */
export async function sendMedia(
  { call }: Pick<Service, 'call'>,
  id: number,
  screens: Widgets,
  found: readonly FoundMedia[],
): Promise<Widgets> {
  const sent = new Map<string, { url: string; use: FoundMedia['use'] }>()
  for (const { address, path, use } of found) {
    const { url } =
      use === 'option' ? await call(uploadOptionImage, { id, file: path }) : await call(uploadMedia, { id, file: path, type: use })
    sent.set(`${use === 'option'} ${address}`, { url, use })
  }
  const entities = Object.entries(screens.entities).map(([key, entity]) => {
    let kind: MediaType | undefined
    const changed = withMedia(entity, (address, use) => {
      const known = sent.get(`${use === 'option'} ${address}`)
      if (known && known.use !== 'option') kind = known.use
      return known?.url ?? address
    })
    return [key, kind === undefined ? changed : { ...changed, multimedia: ofKind(changed.multimedia, kind) }] as const
  })
  return { ...screens, entities: Object.fromEntries(entities) }
}

/** What a file is by its content decides where its address stands. */
function ofKind(multimedia: unknown, kind: MediaType): object {
  const { imgUrl, videoUrl, audioUrl, ...others } = multimedia as Record<string, unknown>
  const [type, field] = kinds[kind]
  return { ...others, type, [field]: imgUrl ?? videoUrl ?? audioUrl }
}

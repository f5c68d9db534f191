import { mediaTypes, type MediaType } from '../contract/surveys/media.ts'
import { usageError } from '../errors.ts'
import { endingOf, headOf } from '../system/local-file.ts'

/** What a file is by its content, as the service will see it. SVG has no signature, so there its name counts. */
export async function guessType(path: string): Promise<MediaType> {
  const { fileTypeFromBuffer } = await import('file-type')
  const kind = (await fileTypeFromBuffer(await headOf(path)))?.mime.split('/')[0]
  const found = mediaTypes.find((type) => type === kind) ?? (endingOf(path) === 'svg' ? 'image' : undefined)
  if (!found)
    throw usageError(`${path} is neither image, video nor audio by its content`, 'If it is all the same: --type image, video or audio')
  return found
}

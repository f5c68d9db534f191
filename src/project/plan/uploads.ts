/** Steps for media files that the service doesn't have yet: they are uploaded before the questions are saved. */
import { uploadMedia, uploadOptionImage } from '../../contract/surveys/media.ts'
import { CommandError } from '../../errors.ts'
import { isLocal, localFile, mediaIn, type LocalFile, type MediaUse } from '../../model/document/media.ts'
import type { Content } from '../../model/document/shape.ts'
import { folderOf } from '../files/layout.ts'
import type { Step } from '../sections/section.ts'

const questionsOf = ({ screens }: Content): object[] => Object.values(screens?.entities ?? {})

/** A step for each placeholder in `merged` that is one of `media`; others didn't come from these files. */
export function uploadSteps(key: string, merged: Content, media: Readonly<Record<string, string>>): Step[] {
  const own = new Set(Object.values(media))
  const uses = new Map<string, MediaUse>()
  for (const { address, use } of mediaIn(questionsOf(merged)))
    // A file that both a question and an option use is uploaded once, as a question's.
    if (isLocal(address) && own.has(address) && (use !== 'option' || !uses.has(address))) uses.set(address, use)
  return [...uses].flatMap(([address, use]) => {
    const file = localFile(address)
    return file ? [uploadStep(key, file, use)] : []
  })
}

const uploadStep = (key: string, file: LocalFile, use: MediaUse): Step => {
  const upload = { ...file, file: `${folderOf(key)}/${file.path}` }
  const common = { stage: 'media', section: 'media', upload } as const
  return use === 'option'
    ? { ...common, operation: uploadOptionImage, input: ({ id, fileAt }) => ({ id, file: fileAt(upload.file) }) }
    : { ...common, operation: uploadMedia, input: ({ id, fileAt }) => ({ id, type: use, file: fileAt(upload.file) }) }
}

/** Refuses a video in the place of a picture, and the like: it wouldn't be shown. */
export function refuseWrongMedia({ upload }: Step, type: unknown, wanted: unknown): void {
  if (typeof type !== 'string' || typeof wanted !== 'string' || type === wanted) return
  throw new CommandError('refused', `${upload?.file} is ${type} by its content, but its field is for ${wanted}`, {
    code: 'wrong_media',
    hint: 'Name it in the field that it is for: imgUrl, videoUrl or audioUrl',
  })
}

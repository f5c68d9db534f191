/** Files of media that a survey names and the service hasn't yet: what has to be sent before its questions are saved. */
import { uploadMedia, uploadOptionImage } from '../contract/media.ts'
import { CommandError } from '../errors.ts'
import { isLocal, localFile, mediaIn, type LocalFile, type MediaUse } from '../model/document/media.ts'
import type { Content } from '../model/document/shape.ts'
import { folderOf } from './layout.ts'
import type { Step } from './sections/section.ts'

const questionsOf = ({ screens }: Content): object[] => Object.values(screens?.entities ?? {})

/** A step for each file that `merged` has from these files; whatever else looks like one was never read here. */
export function uploadSteps(key: string, merged: Content, media: Readonly<Record<string, string>>): Step[] {
  const own = new Set(Object.values(media))
  const uses = new Map<string, MediaUse>()
  for (const { address, use } of mediaIn(questionsOf(merged)))
    // One that a question has goes the general way, also where an option has it too.
    if (isLocal(address) && own.has(address) && (use !== 'option' || !uses.has(address))) uses.set(address, use)
  return [...uses].map(([address, use]) => uploadStep(key, localFile(address)!, use))
}

const uploadStep = (key: string, file: LocalFile, use: MediaUse): Step => {
  const upload = { ...file, file: `${folderOf(key)}/${file.path}` }
  const common = { stage: 'media', section: 'media', upload } as const
  return use === 'option'
    ? { ...common, operation: uploadOptionImage, input: ({ id, fileAt }) => ({ id, file: fileAt(upload.file) }) }
    : { ...common, operation: uploadMedia, input: ({ id, fileAt }) => ({ id, type: use, file: fileAt(upload.file) }) }
}

/** A film in the place of a picture would be shown to nobody. */
export function refuseOther({ upload }: Step, type: unknown, wanted: unknown): void {
  if (typeof type !== 'string' || typeof wanted !== 'string' || type === wanted) return
  throw new CommandError('refused', `${upload?.file} is ${type} by its content, and stands where ${wanted} is due`, {
    code: 'wrong_media',
    hint: 'Name it in the field that it is for: imgUrl, videoUrl or audioUrl',
  })
}

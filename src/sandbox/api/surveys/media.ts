import { open } from 'node:fs/promises'
import * as contract from '../../../contract/surveys/media.ts'
import type { QuizRecord } from '../../store/entities.ts'
import { sniff, type Sniffed } from '../../files/sniff.ts'
import { invalid } from '../../store/refusal.ts'
import type { HandlersOf } from '../../engine/handler.ts'
import type { Service, Upload } from '../../store/service.ts'
import { isOneOf } from '../../../text/is-one-of.ts'

/** The field of `multimedia` that takes the URL of such a file. */
const multimediaField = { image: 'imgUrl', video: 'videoUrl', audio: 'audioUrl' } as const

const headBytes = 64 * 1024

/** The type of an upload, recognised by its first bytes. */
export async function sniffUpload({ path }: Upload): Promise<Sniffed | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return await sniff(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

function storeMedia(service: Service, quiz: QuizRecord, upload: Upload, { mime, ext }: Sniffed): string {
  const name = upload.filename || `file.${ext}`
  return service.files.url(
    service.files.storeUpload(upload, { workspace_id: quiz.workspace_id, quiz_id: quiz.id, name, type: mime, purpose: 'media' }),
  )
}

export const handlers: HandlersOf<typeof contract> = {
  uploadMedia: async ({ quiz, upload, service }) => {
    const found = (await sniffUpload(upload.file)) ?? invalid({ file: 'is neither image, video nor audio' })
    return {
      status: true,
      quiz_id: quiz.id,
      type: found.media,
      url: storeMedia(service, quiz, upload.file, found),
      multimedia_field: multimediaField[found.media],
    }
  },

  uploadOptionImage: async ({ quiz, upload, service }) => {
    const found = await sniffUpload(upload.file)
    if (!found || !isOneOf(contract.optionImageFormats, found.ext)) invalid({ file: `must be ${contract.optionImageFormats.join(', ')}` })
    return { status: true, quiz_id: quiz.id, url: storeMedia(service, quiz, upload.file, found) }
  },
}

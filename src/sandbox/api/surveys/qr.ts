import * as contract from '../../../contract/surveys/qr.ts'
import type { QuizRecord } from '../../store/entities.ts'
import type { Settings } from '../../../model/survey.ts'
import type { QrFormat, QrLook } from '../../files/qr.ts'
import type { HandlersOf } from '../../engine/handler.ts'
import { sentFields } from '../../engine/sent.ts'
import { fieldsOf } from '../../store/records.ts'
import type { Service } from '../../store/service.ts'
import { sharedUrl } from '../../store/surveys/quiz.ts'

type Look = QrLook & { format: QrFormat }
/** The last build; `address` is the URL in the code. */
type Build = Look & { file_id: string; address: string }

export const handlers: HandlersOf<typeof contract> = {
  viewQr: ({ quiz, service }) => {
    const build = builds(service).find({ quiz_id: quiz.id })
    return { ...state(service, quiz, build ?? firstLook(quiz.draft.settings), build?.file_id), regenerated: false }
  },

  buildQr: async ({ input: { id: _quiz, force, ...given }, quiz, service }) => {
    const last = builds(service).find({ quiz_id: quiz.id })
    const before: Look = last ? fieldsOf(last) : firstLook(quiz.draft.settings)
    const look: Look = { ...before, ...sentFields(given) }
    const address = sharedUrl(service, quiz)
    if (last && !force && last.address === address && same(last, look)) {
      return { ...state(service, quiz, last, last.file_id), regenerated: false }
    }
    const { qrImage } = await import('../../files/qr.ts')
    const { bytes, type } = await qrImage(address, look.format, look)
    if (last) service.files.remove(last.file_id)
    const file = service.files.put(bytes, {
      workspace_id: quiz.workspace_id,
      quiz_id: quiz.id,
      name: `qr-${quiz.id}.${look.format}`,
      type,
      purpose: 'qr',
    })
    builds(service).put({ quiz_id: quiz.id }, { ...look, address, file_id: file.id })
    return { ...state(service, quiz, look, file.id), regenerated: true }
  },
}

const builds = ({ store }: Service) => store.records<Build>('qr')

const same = (left: Look, right: Look): boolean =>
  left.format === right.format &&
  left.size === right.size &&
  left.margin === right.margin &&
  left.color.toLowerCase() === right.color.toLowerCase() &&
  left.background.toLowerCase() === right.background.toLowerCase()

/** Before the first build: the survey's settings, brought within the bounds of a build. */
function firstLook({
  qr_code_size: size = 300,
  qr_code_color: color = '#000000',
  qr_code_background_color: background = '#FFFFFF',
  qr_code_margin: margin = 2,
}: Settings): Look {
  return { format: 'png', size: Math.max(size, 100), color, background, margin: Math.min(margin, 10) }
}

function state(service: Service, quiz: QuizRecord, { format, size, color, background, margin }: Look, fileId?: string) {
  const file = fileId === undefined ? undefined : service.files.get(fileId)
  return {
    status: true,
    quiz_id: quiz.id,
    url: file ? service.files.url(file) : null,
    format,
    size,
    color,
    background,
    margin,
    is_published: quiz.published !== null,
  }
}

/** Uploads a media file. Its address is saved at once, as the service can't be asked for it again. */
import type { Service } from '../../service.ts'
import { CommandError } from '../../errors.ts'
import { isObject } from '../../model/document/shape.ts'
import { localAddress } from '../../model/document/media.ts'
import { sumWithin } from '../files/read-within.ts'
import type { Once } from './once.ts'
import { sendStep, type Step, type StepContext, type StepFile } from '../sections/section.ts'
import type { State } from '../state/state.ts'
import { refuseWrongMedia } from '../plan/uploads.ts'

/** Addresses of uploaded files, by their placeholders. */
export type Addresses = Map<string, string>

interface Uploading {
  service: Service
  root: string
  once: Once
  key: string
  addresses: Addresses
  /** Saves them in the state. */
  remember: (media: NonNullable<State['media']>) => void
}

export async function upload(
  { service, root, once, key, addresses, remember }: Uploading,
  step: Step,
  file: StepFile,
  known: StepContext,
): Promise<void> {
  const url = await uploadOnce(service, once, step, {
    item: `upload ${key} ${file.path} ${file.sha256}`,
    name: file.file,
    known,
    refuseChanged: () => refuseChanged(root, file),
    keep: (address) => remember({ [file.path]: { sha256: file.sha256, url: address } }),
  })
  addresses.set(localAddress(file), url)
}

interface OneUpload {
  /** In the journal. */
  item: string
  /** The file, as messages call it. */
  name: string
  known: StepContext
  refuseChanged?: () => void
  keep: (address: string) => void
}

/** Returns its address. */
export const uploadOnce = (
  service: Service,
  once: Once,
  step: Step,
  { item, name, known, refuseChanged: refuse = () => {}, keep }: OneUpload,
): Promise<string> =>
  once(item, {
    send: async () => {
      refuse()
      const answer = await sendStep(service, step, known)
      refuse()
      const { url, type } = isObject(answer) ? answer : {}
      refuseWrongMedia(step, type, step.input(known).type)
      return String(url)
    },
    find: async () => {
      service.note(
        `${name}: it may have been uploaded before, which cannot be looked up. It is uploaded again, and may take disk space twice`,
      )
      return undefined
    },
    keep,
  })

/** Refuses a file that has changed since the plan was made. */
function refuseChanged(root: string, { file, sha256 }: StepFile): void {
  if (sumWithin(root, file)?.sha256 === sha256) return
  throw new CommandError('refused', `${file} was changed meanwhile`, { code: 'stale', hint: 'To plan again: the same command' })
}

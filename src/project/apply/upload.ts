/** Uploads a media file. Its address is saved at once, as the service can't be asked for it again. */
import type { Service } from '../../service.ts'
import type { AnyOperation, Input } from '../../contract/core/operation.ts'
import { CommandError } from '../../errors.ts'
import { isObject } from '../../model/document/shape.ts'
import { localAddress } from '../../model/document/media.ts'
import { sumWithin } from '../files/read-within.ts'
import type { Once } from './once.ts'
import type { StepContext, Step } from '../sections/section.ts'
import type { State } from '../state/state.ts'
import { refuseOther } from '../plan/uploads.ts'

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

export async function upload({ service, root, once, key, addresses, remember }: Uploading, step: Step, known: StepContext): Promise<void> {
  const { upload: file } = step
  if (!file) throw new Error('A step without a file is not an upload')
  const url = await once(`upload ${key} ${file.path} ${file.sha256}`, {
    send: async () => {
      refuseChanged(root, step)
      const input = step.input(known)
      // The step makes the input of its own operation.
      const answer: unknown = await service.call<AnyOperation>(step.operation, input as Input<AnyOperation>)
      refuseChanged(root, step)
      const { url: address, type } = isObject(answer) ? answer : {}
      refuseOther(step, type, input.type)
      return String(address)
    },
    find: async () => {
      service.note(
        `${file.file}: it may have been uploaded before, which cannot be looked up. It is uploaded again, and may take disk space twice`,
      )
      return undefined
    },
    keep: (address) => remember({ [file.path]: { sha256: file.sha256, url: address } }),
  })
  addresses.set(localAddress(file), url)
}

/** Refuses a file that has changed since the plan was made. */
function refuseChanged(root: string, { upload: file }: Step): void {
  if (file && sumWithin(root, file.file)?.sha256 === file.sha256) return
  throw new CommandError('refused', `${file?.file} was changed meanwhile`, { code: 'stale', hint: 'To plan again: the same command' })
}

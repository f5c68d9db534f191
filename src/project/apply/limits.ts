/** What the plan allows, before anything is made. */
import type { Service } from '../../service.ts'
import type { Result } from '../../contract/core/operation.ts'
import { viewTariff } from '../../contract/account/tariff.ts'
import { CommandError } from '../../errors.ts'
import { bytesText } from '../../model/question/index.ts'
import type { Planned } from '../plan/plan-survey.ts'
import type { Account } from '../state/state.ts'

interface Upload {
  file: string
  bytes: number
}

interface Wanted {
  creations: number
  uploads: readonly Upload[]
}

/** Of surveys that a campaign locks nothing is sent. */
export const uploadsOf = (held: readonly Planned[]): Upload[] =>
  held.flatMap(({ status, steps }) => (status === 'locked' ? [] : steps.flatMap(({ upload }) => upload ?? [])))

type Limits = NonNullable<Result<typeof viewTariff>['limits']>

/** What the service doesn't tell is no limit. */
export async function refuseLimits(service: Service, { workspace_id }: Account, { creations, uploads }: Wanted): Promise<void> {
  if (creations === 0 && uploads.length === 0) return
  const { limits = {}, tariff = {} } = await service.call(viewTariff, { workspace_id })
  // That of a trial is not told.
  if (uploads.length > 0 && tariff.is_free === true) refuseMedia(uploads)
  if (creations > 0) refuseCreations(limits, creations)
  if (uploads.length > 0) refuseUploads(limits, uploads)
}

function refuseMedia(uploads: readonly Upload[]): void {
  throw new CommandError(
    'forbidden',
    ['Nothing was sent', `${uploads.map(({ file }) => file).join(', ')}: files of media need a paid plan, and this one is free`],
    {
      code: 'blocked_by_tariff',
      hint: 'The plan: surveyctl tariff view. Without one: an address in the place of {file: PATH}',
    },
  )
}

function refuseCreations({ quizzes }: Limits, creations: number): void {
  const { left, can_create_more } = quizzes ?? {}
  const room = typeof left === 'number' ? left : can_create_more === false ? 0 : Infinity
  if (room >= creations) return
  throw new CommandError(
    'forbidden',
    `The plan has room for ${room} more survey${room === 1 ? '' : 's'}, but ${creations} would be created. Nothing was sent`,
    {
      code: 'blocked_by_tariff',
      hint: 'To create some of them: surveyctl project apply KEY...',
    },
  )
}

function refuseUploads({ disk }: Limits, uploads: readonly Upload[]): void {
  const { free_bytes, file_size_limit_bytes } = disk ?? {}
  const sum = uploads.reduce((all, { bytes }) => all + bytes, 0)
  const lines = [
    ...uploads.flatMap(({ file, bytes }) =>
      typeof file_size_limit_bytes === 'number' && bytes > file_size_limit_bytes
        ? [`${file} has ${bytesText(bytes)}; the plan takes files of up to ${bytesText(file_size_limit_bytes)}`]
        : [],
    ),
    ...(typeof free_bytes === 'number' && sum > free_bytes
      ? [`The plan has ${bytesText(Math.max(0, free_bytes))} of disk left, and ${bytesText(sum)} are to be uploaded`]
      : []),
  ]
  if (lines.length === 0) return
  throw new CommandError('forbidden', ['Nothing was sent', ...lines], {
    code: 'disk_limit_reached',
    hint: 'To see what uses the space: surveyctl storage usage',
  })
}

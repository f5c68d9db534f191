/** Recognises a refusal by its body, whatever its HTTP status, and tells which status it should have had. */
import { isEntityCode, repeatableCodes } from '../../contract/core/operation.ts'
import { hasOwnStatus, statusesOf } from '../../contract/core/refusals.ts'
import type { Asked } from '../asked.ts'
import { isObject } from '../../text/is-object.ts'

export type Body = Readonly<Record<string, unknown>>

/** Servers may send these as text or numbers. */
const no: ReadonlySet<unknown> = new Set(['false', '0'])
const yes: ReadonlySet<unknown> = new Set(['true', '1'])
const spelled = (value: unknown): unknown => (typeof value === 'object' ? value : String(value).trim().toLowerCase())

export const saysYes = (status: unknown): boolean => yes.has(spelled(status))

/** The status that an answer should have had, if it is a refusal. */
export function refusedWith(value: unknown, { operation }: Pick<Asked, 'operation'>): number | undefined {
  if (!isObject(value)) return undefined
  const { status, code } = value
  if (no.has(spelled(status))) return statusOf(value)
  // Some refusals have no `status`; an answer that says yes is none.
  if (saysYes(status)) return undefined
  if (saysNoElsewhere(value)) return statusOf(value)
  const named = typeof code === 'string' && (isRefusalCode(code) || operation?.refusals?.includes(code) === true)
  const meant = statusOf(value)
  return named || (meant !== plain && meant !== lockedStatus) ? meant : undefined
}

/** How gateways on the way refuse: `success: false`, or an `error` and nothing else. */
const saysNoElsewhere = ({ success, error, ...rest }: Body): boolean =>
  success === false || (error !== undefined && error !== null && Object.keys(rest).every((name) => name === 'message'))

const isRefusalCode = (code: string): boolean => isEntityCode(code) || hasOwnStatus(code) || repeatableCodes.has(code)

const [plain, lockedStatus] = [400, 423]

function statusOf({ code, message, errors, editing_lock, blocked_by_access, blocked_by_tariff }: Body): number {
  if (typeof code === 'string' && hasOwnStatus(code)) return statusesOf(code)[0] ?? plain
  if (message === 'Unauthenticated.') return 401
  if (blocked_by_access === true || blocked_by_tariff === true) return 403
  if (isObject(errors) && typeof message === 'string') return 422
  return isObject(editing_lock) ? lockedStatus : plain
}

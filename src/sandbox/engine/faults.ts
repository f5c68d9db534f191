/** Faults that `sandbox fault add` puts on requests. */

export interface FaultOptions {
  /** `'POST /quiz/{any}/save'` with `*` for a part of the path; `* *` for every request. */
  pattern: string
  status?: number
  /** Code of a refusal, e.g. `save_failed`. */
  code?: string
  /** Milliseconds before the answer. */
  delay?: number
  /** Bytes of the body after which the connection breaks. */
  cut?: number
  /** The connection breaks before the answer. */
  reset?: boolean
  /** Answers that began, or ended, at the same moment come in another order at each request. */
  wander?: boolean
  /** Requests that it strikes; all when absent. */
  times?: number
  /** The request is done first. */
  after_commit?: boolean
  /** Seconds of `Retry-After`. */
  retry_after?: number
}

export interface Fault extends FaultOptions {
  id: number
  struck: number
}

const matches = (pattern: string, method: string, path: string): boolean => {
  const [verb, address] = pattern.split(/\s+/) as [string, string]
  if (verb !== '*' && verb.toUpperCase() !== method) return false
  if (address === '*') return true
  const [parts, given] = [address, path].map((text) => text.replace(/^\/+|\/+$/g, '').split('/')) as [string[], string[]]
  return parts.length === given.length && parts.every((part, index) => part === '*' || part === given[index])
}

export class Faults {
  readonly #faults: Fault[] = []
  #last = 0

  /** Texts of what is wrong; none when it was added. */
  add(options: FaultOptions): Fault {
    const { code } = options
    const fault = { ...options, ...(code !== undefined && { status: options.status ?? statusOf(code) }), id: ++this.#last, struck: 0 }
    this.#faults.push(fault)
    return fault
  }

  list(): readonly Fault[] {
    return this.#faults
  }

  clear(): number {
    return this.#faults.splice(0).length
  }

  /** The first that fits the request and isn't used up; counts as struck. `path` is below the base address. */
  strike(method: string, path: string): Fault | undefined {
    const fault = this.#faults.find(({ pattern, times, struck }) => struck < (times ?? Infinity) && matches(pattern, method, path))
    if (fault) fault.struck++
    return fault
  }
}

type Rule = readonly [message: string, fits: (value: unknown) => boolean]

const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (value: unknown): boolean =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
const anything = (): boolean => true

/** What each option must be where it is given. */
const rules: { readonly [Name in keyof FaultOptions]-?: Rule } = {
  pattern: ['the pattern must be METHOD PATH, e.g. "POST /quiz/*/save"', (value) => /^(\*|[A-Za-z]+)\s+(\*|\/\S*)$/.test(String(value))],
  status: ['status must be 200 to 599', whole(200, 599)],
  code: ['', anything],
  delay: ['delay must not be negative', whole(0)],
  cut: ['cut must be a number of bytes', whole(0)],
  reset: ['', anything],
  wander: ['', anything],
  times: ['times must be at least 1', whole(1)],
  after_commit: ['', anything],
  retry_after: ['retry-after must be a number of seconds', whole(0)],
}

/** All that `sandbox fault add` has to take. */
export const faultOptions = Object.keys(rules) as (keyof FaultOptions)[]

/** What is wrong with a fault that was asked for. */
export function faultProblems(fault: Partial<FaultOptions>): string[] {
  const { pattern, status, code, delay, cut, reset, wander } = fault
  const wrong = Object.entries(rules).flatMap(([name, [message, fits]]) => {
    const value = fault[name as keyof FaultOptions]
    return value === undefined || fits(value) ? [] : [message]
  })
  return [
    ...(pattern === undefined ? [rules.pattern[0]] : []),
    ...wrong,
    ...(wander && pattern !== undefined && !matches(pattern, 'GET', '/quiz/1/answers') ? ['wander is for "GET /quiz/*/answers"'] : []),
    ...([status, code, delay, cut].some((value) => value !== undefined) || reset || wander
      ? []
      : ['one of status, code, delay, cut, reset and wander is needed']),
  ]
}

/** The status that the service refuses with by a code, where it isn't 400. */
const statuses: Readonly<Record<number, string>> = {
  401: 'user_not_authenticated invalid_credentials',
  403: `user_deleted access_denied access_denied_to_folder quiz_limit_today blocked_by_tariff tariff_subdomain tariff_type
    ai_report_limit_reached disk_limit_reached`,
  422: `unknown_crm unknown_entity unknown_block unknown_messenger unknown_service field_ambiguous field_empty stage_mismatch
    stage_deal_only confirm_required`,
  500: 'registration_failed login_failed',
}
const statusOf = (code: string): number =>
  Number(Object.entries(statuses).find(([, codes]) => codes.split(/\s+/).includes(code))?.[0] ?? 400)

/** The body that the service has for such a status. */
export function faultBody(status: number, code?: string): Record<string, unknown> {
  if (code !== undefined) return { status: false, code }
  const bodies: Record<number, Record<string, unknown>> = {
    400: { status: false, code: 'not_found' },
    401: { message: 'Unauthenticated.' },
    403: { status: false, code: 'access_denied', blocked_by_access: true },
    404: { message: 'Not Found' },
    422: { message: 'The given data was invalid.', errors: {} },
    423: {
      status: false,
      editing_lock: {
        locked: true,
        can_edit: false,
        reason: 'respondent_campaign',
        campaign: { id: 0, title: 'Fault', status: 'in_progress' },
      },
    },
    429: { message: 'Too Many Attempts.' },
  }
  return bodies[status] ?? (status < 400 ? { status: true } : { message: 'Server Error' })
}

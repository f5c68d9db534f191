/** Faults for requests, added by `sandbox fault add`. */
import { statusesOf } from '../../contract/core/refusals.ts'

export interface FaultOptions {
  /** Method and path, where `*` is any method or any part of the path; `* *` is every request. */
  pattern: string
  status?: number
  /** Code of the refusal, e.g. `save_failed`. */
  code?: string
  /** Milliseconds to wait before answering. */
  delay?: number
  /** Bytes of the body after which the connection breaks. */
  cut?: number
  /** The connection breaks before the answer. */
  reset?: boolean
  /** Lists of answers return those of one `date_start` (or `date_end`) in another order at each request. */
  shuffle?: boolean
  /** A save is refused where another survey has the id of one of its questions or options. */
  taken_ids?: boolean
  /** How many requests it affects; all when absent. */
  times?: number
  /** The request is carried out first. */
  after_commit?: boolean
  /** Seconds of `Retry-After`. */
  retry_after?: number
}

export interface Fault extends FaultOptions {
  id: number
  used: number
}

/** What a fault does to a request. Which requests, and how many, is decided in this file. */
type FaultEffect = Omit<Fault, 'pattern' | 'times'>

const partsOf = (path: string): string[] => path.replace(/^\/+|\/+$/g, '').split('/')

const matches = (pattern: string, method: string, path: string): boolean => {
  const [wantedMethod = '', wantedPath = ''] = pattern.split(/\s+/)
  if (wantedMethod !== '*' && wantedMethod.toUpperCase() !== method) return false
  if (wantedPath === '*') return true
  const [parts, given] = [partsOf(wantedPath), partsOf(path)]
  return parts.length === given.length && parts.every((part, index) => part === '*' || part === given[index])
}

export class Faults {
  readonly #faults: Fault[] = []
  #last = 0

  /** A code without a status gets the one that the specification names for it. */
  add(options: FaultOptions): Fault {
    const { code } = options
    const fault = { ...options, ...(code !== undefined && { status: options.status ?? statusOf(code) }), id: ++this.#last, used: 0 }
    this.#faults.push(fault)
    return fault
  }

  list(): readonly Fault[] {
    return this.#faults
  }

  clear(): number {
    return this.#faults.splice(0).length
  }

  /** Returns the first fault that matches the request and isn't used up, and counts it. `path` is relative to the base URL. */
  use(method: string, path: string): FaultEffect | undefined {
    const fault = this.#faults.find(({ pattern, times, used }) => used < (times ?? Infinity) && matches(pattern, method, path))
    if (fault) fault.used++
    return fault
  }
}

const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (value: unknown): boolean =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most

interface Rule {
  /** Does something by itself; the other options only say when or how. */
  effect?: true
  /** What it must be when it is given; without one, any value is fine. */
  must?: readonly [message: string, fits: (value: unknown) => boolean]
}

const noPattern = 'the pattern must be METHOD PATH, e.g. "POST /quiz/*/save"'

const rules: { readonly [Name in keyof FaultOptions]-?: Rule } = {
  pattern: { must: [noPattern, (value) => /^(\*|[A-Za-z]+)\s+(\*|\/\S*)$/.test(String(value))] },
  status: { effect: true, must: ['status must be 200 to 599', whole(200, 599)] },
  code: { effect: true },
  delay: { effect: true, must: ['delay must not be negative', whole(0)] },
  cut: { effect: true, must: ['cut must be a number of bytes', whole(0)] },
  reset: { effect: true },
  shuffle: { effect: true },
  taken_ids: { effect: true },
  times: { must: ['times must be at least 1', whole(1)] },
  after_commit: {},
  retry_after: { must: ['retry-after must be a number of seconds', whole(0)] },
}

/** Every option that `sandbox fault add` must offer. `Object.keys` doesn't know the keys of its argument. */
export const faultOptions = Object.keys(rules) as (keyof FaultOptions)[]

const effectNames = faultOptions.filter((name) => rules[name].effect)

/** What is wrong with the options of a new fault, one message each. */
export function faultProblems(fault: Partial<FaultOptions>): string[] {
  const { pattern, shuffle, taken_ids } = fault
  const problems = pattern === undefined ? [noPattern] : []
  for (const name of faultOptions) {
    const { must } = rules[name]
    if (!must || fault[name] === undefined) continue
    const [message, fits] = must
    if (!fits(fault[name])) problems.push(message)
  }
  if (pattern !== undefined) {
    if (shuffle && !matches(pattern, 'GET', '/quiz/1/answers')) problems.push('shuffle is for "GET /quiz/*/answers"')
    if (taken_ids && !matches(pattern, 'POST', '/quiz/1/save')) problems.push('taken-ids is for "POST /quiz/*/save"')
  }
  if (!effectNames.some((name) => fault[name] !== undefined && fault[name] !== false))
    problems.push(`one of ${effectNames.slice(0, -1).join(', ')} and ${effectNames.at(-1)} is needed`)
  return problems
}

/** The codes of signing in aren't in the contract, which has only what can be done with a key. */
const statusOf = (code: string): number => (/^(registration|login)_failed$/.test(code) ? 500 : (statusesOf(code)[0] ?? 400))

/** The body that the service sends with such a status. */
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

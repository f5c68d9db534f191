/** How a request is refused. */

/** Thrown to refuse a request: the status and body that the client gets. */
export class Refusal extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(`${status} ${String(body.code ?? body.message ?? '')}`)
    this.name = 'Refusal'
    this.status = status
    this.body = body
  }
}

/** `refuse(400, 'not_connected')`, `refuse(400, 'webhook_exists', { webhook_id })`. */
export function refuse(status: number, code: string, more: Readonly<Record<string, unknown>> = {}): never {
  throw new Refusal(status, { status: false, code, ...more })
}

/** Refuses with 422 and messages by field; with a code where the specification names one. */
export function invalid(
  fields: Readonly<Record<string, string | readonly string[]>>,
  code?: string,
  more: Readonly<Record<string, unknown>> = {},
): never {
  const errors = Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, typeof texts === 'string' ? [texts] : texts]))
  throw new Refusal(422, { ...(code && { status: false, code }), message: 'The given data was invalid.', errors, ...more })
}

/** Refuses with 403: a right is missing. */
export function denied(code = 'access_denied'): never {
  return refuse(403, code, { blocked_by_access: true })
}

/** Refuses with 403: the plan lacks the option, or its limit is reached. */
export function overPlan(code = 'blocked_by_tariff', more: Readonly<Record<string, unknown>> = {}): never {
  return refuse(403, code, { blocked_by_tariff: true, ...more })
}

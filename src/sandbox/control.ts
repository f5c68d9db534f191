/** The control address: what the `sandbox` commands ask of a running sandbox. It has a token of its own. */
import { timingSafeEqual } from 'node:crypto'
import { actions, type Actions, type ControlParts } from './control-actions.ts'
import { Refusal } from './handler.ts'

export interface ControlAnswer { status: number; body: unknown }

/** 400: can't be done as it stands; 404: there is no such thing; 422: asked for in a wrong way. */
export type ControlStatus = 400 | 404 | 422

/** A request that can't be done; its message is for the person who asked. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: ControlStatus

  constructor(message: string, status: ControlStatus = 422) {
    super(message)
    this.status = status
  }
}

export function controlOf(parts: ControlParts, token: string): (authorization: string | undefined, body: unknown) => Promise<ControlAnswer> {
  const known = actions(parts)
  return async (authorization, body) => {
    if (!sameText(authorization ?? '', `Bearer ${token}`)) return { status: 401, body: { message: 'Unauthenticated.' } }
    const { action, input = {} } = (body ?? {}) as { action?: string; input?: Record<string, unknown> }
    try {
      return { status: 200, body: { result: (await perform(known, String(action), input)) ?? null } }
    } catch (error) {
      return refusal(error)
    }
  }
}

function perform(known: Actions, action: string, input: Record<string, unknown>): unknown {
  const run = Object.hasOwn(known, action) ? known[action] : undefined
  if (!run) throw new ControlError(`This sandbox knows no "${action}"; there are ${Object.keys(known).join(', ')}`)
  return run(input)
}

function refusal(error: unknown): ControlAnswer {
  if (error instanceof ControlError) return { status: error.status, body: { message: error.message } }
  if (!(error instanceof Refusal)) throw error
  const { code, message, errors = {} } = error.body
  return { status: 400, body: { message: [code, message, ...Object.values(errors as object).flat()].filter(Boolean).join(': ') } }
}

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}

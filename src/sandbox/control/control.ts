/** The control address: what the `sandbox` commands ask of a running sandbox. It has a token of its own. */
import { timingSafeEqual } from 'node:crypto'
import type { Actions } from './actions.ts'
import { ControlError } from './error.ts'
import { Refusal } from '../engine/handler.ts'

export interface ControlAnswer {
  status: number
  body: unknown
}

/** `read` takes the body in: only what has the token is listened to. */
export type Control = (authorization: string | undefined, read: () => Promise<unknown>) => Promise<ControlAnswer>

export function controlOf(known: Actions, token: string): Control {
  return async (authorization, read) => {
    if (!sameText(authorization ?? '', `Bearer ${token}`)) return { status: 401, body: { message: 'Unauthenticated.' } }
    try {
      const { action, input = {} } = (await read()) as { action?: string; input?: Record<string, unknown> }
      return { status: 200, body: { result: (await perform(known, String(action), input)) ?? null } }
    } catch (error) {
      return refusal(error)
    }
  }
}

/** Does one thing by its name. */
export function perform(known: Actions, action: string, input: Record<string, unknown>): unknown {
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

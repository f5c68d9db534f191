/** The control address: what the `sandbox` commands ask of a running sandbox. It has a token of its own. */
import { timingSafeEqual } from 'node:crypto'
import { actions, type Actions, type ControlParts } from './control-actions.ts'
import { Refusal } from './handler.ts'

export interface ControlAnswer { status: number; body: unknown }

/** A request that can't be done; its message is for the person who asked. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
}

export function controlOf(parts: ControlParts, token: string): (authorization: string | undefined, body: unknown) => Promise<ControlAnswer> {
  const known = actions(parts)
  return async (authorization, body) => {
    if (!sameText(authorization ?? '', `Bearer ${token}`)) return { status: 401, body: { message: 'Unauthenticated.' } }
    const { action, input = {} } = (body ?? {}) as { action?: string; input?: Record<string, unknown> }
    try {
      return { status: 200, body: { result: (await perform(known, String(action), input)) ?? null } }
    } catch (error) {
      return { status: 400, body: { message: messageOf(error) } }
    }
  }
}

function perform(known: Actions, action: string, input: Record<string, unknown>): unknown {
  const run = Object.hasOwn(known, action) ? known[action] : undefined
  if (!run) throw new ControlError(`This sandbox knows no "${action}"; there are ${Object.keys(known).join(', ')}`)
  return run(input)
}

function messageOf(error: unknown): string {
  if (error instanceof ControlError) return error.message
  if (error instanceof Refusal) return [error.body.code, error.body.message, ...Object.values(error.body.errors ?? {}).flat()].filter(Boolean).join(': ')
  throw error
}

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}

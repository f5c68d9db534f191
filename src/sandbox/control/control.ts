/** The control address, by which `sandbox` commands reach a running sandbox. It has a token of its own. */
import { isSameSecret } from '../engine/access.ts'
import type { Actions } from './actions.ts'
import { ControlError } from './error.ts'
import type { ControlAnswer, ServerParts } from '../engine/server.ts'
import { Refusal } from '../store/refusal.ts'

/** `read` reads the body, which happens only after the token was checked. */
export function controlOf(actions: Actions, token: string): ServerParts['control'] {
  return async (authorization, read) => {
    if (!isSameSecret(authorization, `Bearer ${token}`)) return { status: 401, body: { message: 'Unauthenticated.' } }
    try {
      const { action, input = {} } = await read()
      if (typeof input !== 'object' || input === null) throw new ControlError('input must be an object')
      return { status: 200, body: { result: (await perform(actions, String(action), { ...input })) ?? null } }
    } catch (error) {
      return refusal(error)
    }
  }
}

/** Runs an action by its name. */
export function perform(actions: Actions, action: string, input: Record<string, unknown>): unknown {
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!run) throw new ControlError(`This sandbox has no action "${action}"; it has ${Object.keys(actions).join(', ')}`)
  return run(input)
}

function refusal(error: unknown): ControlAnswer {
  if (error instanceof ControlError) return { status: error.status, body: { message: error.message } }
  if (!(error instanceof Refusal)) throw error
  const { code, message, errors } = error.body
  const fields = typeof errors === 'object' && errors !== null ? Object.values(errors).flat() : []
  return { status: 400, body: { message: [code, message, ...fields].filter(Boolean).join(': ') } }
}

/** Shared by the commands that send actions to a running sandbox. */
import type { ExtraFlag } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { readCount } from '../../../cli/values.ts'
import * as z from '../../../contract/core/schema.ts'
import type { AskBounds, Here } from '../../../control/control.ts'
import { usageError } from '../../../errors.ts'

/** Which sandbox, and which account of it. */
interface Which {
  control?: string | undefined
  account?: string | undefined
}

export const control = {
  flag: '--control <url>',
  about: 'Control address of the sandbox, if several run',
} as const satisfies ExtraFlag
export const account = { flag: '--account <id>', about: 'Account of the sandbox (default: its first)' } as const satisfies ExtraFlag

/** Where a sandbox is looked for. */
export const hereOf = ({ settings: { current } }: Context): Here => ({ settingsPath: current.path, base_url: current.value('base_url') })

/** How long it is waited for. */
export const boundsOf = ({ service: { signal }, settings: { longest } }: Context): AskBounds => ({ signal, longest })

/** Asks the running sandbox for what is only shown. */
export const askForAny = (context: Context, options: Which, action: string, input: object): Promise<unknown> =>
  askFor(z.unknown(), context, options, action, input)

/** Asks the running sandbox; `shape`: what the command needs of the answer. */
export async function askFor<T>(shape: z.ZodMiniType<T>, context: Context, options: Which, action: string, input: object): Promise<T> {
  const { ask, findSandbox } = await import('../../../control/control.ts')
  const workspace_id = readCount(options.account, '--account')
  return ask(findSandbox(hereOf(context), options.control), { action, input: { ...input, workspace_id } }, shape, boundsOf(context))
}

export function percent(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined
  if (text.trim() !== '' && Number(text) >= 0 && Number(text) <= 100) return Number(text)
  throw usageError(`${flag} must be a percentage from 0 to 100`)
}

/** `K=V` pairs; what isn't JSON is a text, `unlimited` no limit. */
export function pairs(texts: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, key, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
      if (key === undefined) throw usageError(`"${text}" is not KEY=VALUE`)
      return [key, readValue(value)]
    }),
  )
}

function readValue(text: string): unknown {
  if (text === 'unlimited') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

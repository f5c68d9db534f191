import { resolveSettings } from '../settings/index.ts'

/** The form of output that a profile asks for. Settings that are broken are told where they are needed. */
export function preferredOutput(profile: string | undefined): string | undefined {
  try {
    return resolveSettings({ flags: { ...(profile && { profile }) }, env: process.env, cwd: process.cwd() }).value('output')
  } catch {
    return undefined
  }
}

import { resolveSettings } from '../settings/index.ts'

const known = new Map<string | undefined, string | undefined>()

/** The form of output that a profile asks for. Settings that are broken are told where they are needed. */
export function preferredOutput(profile: string | undefined): string | undefined {
  // Asked once more when the command has failed.
  if (!known.has(profile)) known.set(profile, read(profile))
  return known.get(profile)
}

function read(profile: string | undefined): string | undefined {
  try {
    return resolveSettings({ flags: { ...(profile && { profile }) }, env: process.env, cwd: process.cwd() }).value('output')
  } catch {
    return undefined
  }
}

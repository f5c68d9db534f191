/** Files that decide where a command writes are used only if the user owns them, as anybody can put one into a shared folder. */
import { lstatSync, statSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { word } from '../text/to-copy.ts'

/** Folders whose files are trusted whoever owns them, separated as in `PATH`. */
const variable = 'SURVEYCTL_TRUST'

/** The user id of somebody else who owns the file, or a link in its place. The system's own files are nobody else's. */
export function foreignOwner(path: string, env: NodeJS.ProcessEnv): number | undefined {
  const own = process.geteuid?.()
  if (own === undefined) return undefined
  // With sudo, files of the user who called it are trusted as well.
  const ours = [0, own, own === 0 ? Number(env.SUDO_UID || 0) : own]
  const owner = [lstatSync(path), statSync(path)].map(({ uid }) => uid).find((uid) => !ours.includes(uid))
  return owner === undefined || isTrusted(path, env) ? undefined : owner
}

function isTrusted(path: string, env: NodeJS.ProcessEnv): boolean {
  const below = (folder: string): boolean => `${dirname(path)}${sep}`.startsWith(folder.endsWith(sep) ? folder : folder + sep)
  return (env[variable] ?? '').split(':').some((folder) => folder !== '' && below(resolve(folder)))
}

export const trustHint = (path: string): string => `To use it as it is: ${variable}=${word(dirname(path))}`

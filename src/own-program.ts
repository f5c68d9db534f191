/** How this very program is started once more. Apart from assets.ts, which threads load. */
import { isAbsolute } from 'node:path'
import { isSea } from 'node:sea'
import { CommandError } from './errors.ts'

/** The executable, or Node with the launcher. */
export function ownProgram(): [string, ...string[]] {
  // A bare name would be looked for in the PATH, and be found in the folder that is made to lead to it: without end.
  if (!isAbsolute(process.execPath))
    throw new CommandError('refused', 'Where this program lies cannot be told', { hint: 'Linux says it in /proc, which has to be mounted' })
  return isSea() || process.argv[1] === undefined ? [process.execPath] : [process.execPath, process.argv[1]]
}

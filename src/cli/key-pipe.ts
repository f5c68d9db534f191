/** The key out of a pipe, as shells make one for `SURVEYCTL_API_KEY_FILE=<(pass show key)`: read as it is filled, before all else. */
import { unreadableKey } from '../settings/index.ts'
import { reasonOf, pipeAt, readStream } from '../system/small-file.ts'
import { forTimer, usualTimeout } from '../system/timers.ts'

const mostBytes = 2 ** 20

export async function readKeyPipe(path: string, seconds = usualTimeout, signal: AbortSignal): Promise<string | undefined> {
  const late = AbortSignal.timeout(forTimer(seconds * 1000))
  try {
    const pipe = pipeAt(path)
    return pipe && (await readStream(pipe, AbortSignal.any([signal, late]), mostBytes)).toString()
  } catch (error) {
    signal.throwIfAborted()
    throw unreadableKey(path, late.aborted ? `nobody wrote it to its end within ${seconds} s` : reasonOf(error))
  }
}

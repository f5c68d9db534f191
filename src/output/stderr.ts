/** The way out for all that is told beside the result: no secret gets past it. */
import { withoutSecrets } from '../text/secrets.ts'
import { writePatiently } from '../system/patient-write.ts'

/** Whole lines, or a part of one that holds whole names. A standard error that nobody reads, or that takes nothing, is no reason to stop. */
export const writeError = (text: string): void => writeClean(withoutSecrets(text))

/** What holds no secret any more, such as JSON made of a value without them. */
export function writeClean(text: string): void {
  try {
    // Where it could be told is where it failed.
    writePatiently(2, Buffer.from(text))?.catch(() => {})
  } catch {
    // As above.
  }
}

/** Writes to standard error, with secrets masked. */
import { withoutSecrets } from '../text/secrets.ts'
import { writePatiently } from '../system/patient-write.ts'

/** `text`: whole lines, or parts that don't split a secret. Errors are ignored: nobody reads standard error then. */
export const writeError = (text: string): void => writeClean(withoutSecrets(text))

/** For text whose secrets are masked already, such as JSON. */
export function writeClean(text: string): void {
  try {
    // The error could only be reported to standard error itself.
    writePatiently(2, Buffer.from(text))?.catch(() => {})
  } catch {
    // As above.
  }
}

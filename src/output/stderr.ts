/** Writes to standard error, with secrets masked. */
import type { Output } from '../system/io.ts'
import { withoutSecrets } from '../text/secrets.ts'

/** `text`: whole lines, or parts that don't split a secret. Errors are ignored: nobody reads standard error then. */
export const writeError = (out: Output, text: string): void => writeClean(out, withoutSecrets(text))

/** For text whose secrets are masked already, such as JSON. */
export function writeClean(out: Output, text: string): void {
  try {
    // The error could only be reported to standard error itself.
    out.write(Buffer.from(text))?.catch(() => {})
  } catch {
    // As above.
  }
}

/** Text of `--debug` and `--dry-run`, with secrets masked. */
import { maskValue } from '../text/shown-body.ts'
import { withoutSecrets } from '../text/secrets.ts'

const longest = 2000

export function masked(body: unknown): string {
  // Masked before it is cut: half a secret wouldn't be recognised.
  const text = withoutSecrets(JSON.stringify(body, (name, value: unknown) => maskValue(name, value)) ?? '')
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const secretParameter = /([?&](?:[\w-]*(?:api_?key|token|secret|password|signature)|key|code|sig|x-amz-[a-z-]+)=)[^&#]*/gi
const credentials = /(:\/\/)[^/?#@]*@/g

/** A path or address with its secrets masked. */
export const maskedPath = (path: string): string => path.replaceAll(secretParameter, '$1***').replaceAll(credentials, '$1***@')

export const size = (bytes: number): string => (bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`)

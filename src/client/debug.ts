/** Text of `--debug` and `--dry-run`, with secrets masked. */
import { masked as hidden, secretWords, shownField } from '../contract/core/secret.ts'
import { withoutSecrets } from '../text/secrets.ts'

const longest = 2000

/** What is debugged is passed on, and a promo code is for who has it first. */
const withoutCodes = (name: string, value: unknown): unknown =>
  name === 'codes' && Array.isArray(value) ? value.map(() => hidden) : shownField(name, value)

export function masked(body: unknown): string {
  // Masked before it is cut: half a secret wouldn't be recognised.
  const text = withoutSecrets(JSON.stringify(body, withoutCodes) ?? '')
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const secretParameter = new RegExp(String.raw`([?&](?:[\w-]*(?:${secretWords}|signature)|key|code|sig|x-amz-[a-z-]+)=)[^&#]*`, 'gi')
const credentials = /(:\/\/)[^/?#@]*@/g

/** A path or address with its secrets masked. */
export const maskedPath = (path: string): string => path.replaceAll(secretParameter, '$1***').replaceAll(credentials, '$1***@')

export const size = (bytes: number): string => (bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`)

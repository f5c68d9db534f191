/** Text of `--debug` and `--dry-run`, with secrets masked. */
import { secretField, withoutSecrets } from '../text/secrets.ts'
import { parseExactly } from '../text/exact.ts'

const longest = 2000
/** Codes that only one person may type: masked in these fields, but not searched for in other texts. */
const typedCode = /^(confirmation_code|codes)$/i

const maskValue = (name: string, value: unknown): unknown => {
  if (secretField.test(name) || typedCode.test(name)) return Array.isArray(value) ? value.map(() => '***') : '***'
  if (name === 'headers' && Array.isArray(value)) return value.map((entry) => ({ ...entry, value: '***' }))
  return value
}

/** A body as `--dry-run` shows it. Promo codes stay: they are what the reader wants to check. */
export const shownBody = (body: unknown): unknown =>
  parseExactly(JSON.stringify(body, (name, value: unknown) => (name === 'codes' ? value : maskValue(name, value))))

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

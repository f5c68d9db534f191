/** `--debug`: each request and answer on a line, without what is secret. */
import { secretField, withoutSecrets } from '../text/secrets.ts'
import { parseExactly } from '../text/exact.ts'

const longest = 2000
/** Neither secret for long nor looked for in texts, but to be typed by one person alone. */
const typedCode = /^(confirmation_code|codes)$/i

const maskValue = (name: string, value: unknown): unknown => {
  if (secretField.test(name) || typedCode.test(name)) return Array.isArray(value) ? value.map(() => '***') : '***'
  if (name === 'headers' && Array.isArray(value)) return value.map((entry) => ({ ...entry, value: '***' }))
  return value
}

/** A body as `--dry-run` shows it: promo codes stay, as they are what is looked at. */
export const shownBody = (body: unknown): unknown =>
  parseExactly(JSON.stringify(body, (name, value: unknown) => (name === 'codes' ? value : maskValue(name, value))))

export function masked(body: unknown): string {
  // Before it is cut: a part of a secret is one too.
  const text = withoutSecrets(JSON.stringify(body, (name, value: unknown) => maskValue(name, value)) ?? '')
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const secretParameter = /([?&](?:[\w-]*(?:api_?key|token|secret|password|signature)|key|code|sig|x-amz-[a-z-]+)=)[^&#]*/gi
const credentials = /(:\/\/)[^/?#@]*@/g

/** A path as it may be shown. */
export const maskedPath = (path: string): string => path.replaceAll(secretParameter, '$1***').replaceAll(credentials, '$1***@')

export const size = (bytes: number): string => (bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`)

/** `--debug`: each request and answer on a line, without what is secret. */

/** Fields whose values are nobody's business. */
const secret = /^(api_?key|password|passwords|confirmation_code|codes|token|secret|authorization|smtp_password)$/i
const longest = 2000

const maskValue = (name: string, value: unknown): unknown => {
  if (secret.test(name)) return Array.isArray(value) ? value.map(() => '***') : '***'
  if (name === 'headers' && Array.isArray(value)) return value.map((entry) => ({ ...entry, value: '***' }))
  return value
}

/** A body as `--dry-run` shows it: promo codes stay, as they are what is looked at. */
export const withoutSecrets = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value: unknown) => (name === 'codes' ? value : maskValue(name, value))))

export function masked(body: unknown): string {
  const text = JSON.stringify(body, (name, value: unknown) => maskValue(name, value)) ?? ''
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Longer ones first, since one may be in another. */
export const without = (text: string, secrets: Iterable<string>): string =>
  [...secrets].sort((a, b) => b.length - a.length).reduce((shown, secret) => shown.replaceAll(secret, '***'), text)

const secretParameter = /([?&](?:api_?key|token|password|code|signature|x-amz-[a-z-]+)=)[^&]*/gi

/** A path as it may be shown. */
export const maskedPath = (path: string): string => path.replaceAll(secretParameter, '$1***')

export const size = (bytes: number): string => (bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`)

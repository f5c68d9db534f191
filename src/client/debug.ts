/** Text of `--debug`, with secrets masked. */
import { masked as hidden, shownField } from '../contract/core/secret.ts'
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

export const size = (bytes: number): string => (bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`)

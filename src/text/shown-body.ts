/** Bodies of requests as they are shown: the values of fields that are secret by their names are masked. */
import { parseExactly } from './exact.ts'
import { secretField } from './secrets.ts'

/** Codes that only one person may type: masked in these fields, but not searched for in other texts. */
const typedCode = /^(confirmation_code|codes)$/i

export const maskValue = (name: string, value: unknown): unknown => {
  if (secretField.test(name) || typedCode.test(name)) return Array.isArray(value) ? value.map(() => '***') : '***'
  if (name === 'headers' && Array.isArray(value)) return value.map((entry) => ({ ...entry, value: '***' }))
  return value
}

/** Promo codes stay: they are what the reader wants to check. */
export const maskBody = (name: string, value: unknown): unknown => (name === 'codes' ? value : maskValue(name, value))

/** A body as `--dry-run` shows it. */
export const shownBody = (body: unknown): unknown => parseExactly(JSON.stringify(body, maskBody))

/** The official schema of SARIF 2.1.0, as far as reports of ours go. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import schema from './sarif-2.1.0.json' with { type: 'json' }

const ajv = new Ajv2020({ strict: false, formats: { uri: isUri, 'uri-reference': (text: string) => isUri(text) || isReference(text) } })
export const isSarif = ajv.compile(schema)

function isUri(text: string): boolean {
  return isReference(text) && /^[a-z][a-z0-9+.-]*:/i.test(text)
}
/** What RFC 3986 lets stand; a colon in the first part would make it a scheme. */
function isReference(text: string): boolean {
  return /^(?:[\w.~!$&'()*+,;=:@/?#[\]-]|%[0-9a-f]{2})*$/i.test(text)
}

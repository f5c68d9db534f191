import { describe, expect, it } from 'vitest'
import { keepSecretsIn } from '../../src/contract/core/secret.ts'
import { formsOf } from '../../src/text/secret-forms.ts'
import { keepSecret, valueWithoutSecrets, withoutSecrets } from '../../src/text/secrets.ts'
import { codings, escapes, tellingForms } from '../support/encodings.ts'
import { fc } from '../support/property.ts'

const key = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), minLength: 16, maxLength: 48 })
const password = fc.string({ unit: 'grapheme', minLength: 12, maxLength: 30 }).filter((text) => text.trim() === text)
const around = fc.constantFrom('', ' ', 'Bearer ', 'No: "', 'key=', '<b>', 'user:', "'", 'ü', '\\"', '%3A')
const escape = fc.constantFrom(...Object.keys(escapes))

const hidden = (secret: string, text: string): string => text.replace(new RegExp(formsOf(secret), 'giu'), '***')

const expectHidden = (shown: string, secret: string): void => {
  const text = shown.toLowerCase()
  expect(tellingForms(secret).filter((form) => text.includes(form))).toEqual([])
}

describe('a secret is in no text', () => {
  it('as it is, within JSON and percent-encoded', () => {
    fc.assert(
      fc.property(fc.oneof(key, password), escape, around, around, (secret, name, before, after) => {
        expectHidden(hidden(secret, before + escapes[name]!(secret) + after), secret)
      }),
      { numRuns: 400 },
    )
  })
  it('in base64, whatever stands beside it', () => {
    const text = fc.string({ maxLength: 5 })
    fc.assert(
      fc.property(key, fc.constantFrom(...Object.keys(codings)), text, text, (secret, coding, before, after) => {
        expectHidden(hidden(secret, `Basic ${codings[coding]!(secret, before, after)} refused`), secret)
      }),
      { numRuns: 400 },
    )
  })
})

it.each([
  ['Bearer abcdefgh-1234 refused', 'Bearer *** refused'],
  ['abcdefgh-1234abcdefgh-1234', '******'],
  ['https://abcdefgh-1234.example/?k=abcdefgh-1234&n=1', 'https://***.example/?k=***&n=1'],
  ['nothing of it: abcdefgh', 'nothing of it: abcdefgh'],
  ['', ''],
])('%j is told as %j', (text, shown) => {
  keepSecret('abcdefgh-1234')
  expect(withoutSecrets(text)).toBe(shown)
})

it.each([
  ['of up to 7 characters, where it is a word of its own', 'sesame', 'sesame "SESAME" sesames asesame', '*** "***" sesames asesame'],
  ['of up to 3 characters, nowhere', 'abc', 'abc', 'abc'],
  ['that may be an id, nowhere', '1234', 'Survey 1234', 'Survey 1234'],
])('a short one %s', (_, secret, text, shown) => {
  keepSecret(secret)
  expect(withoutSecrets(text)).toBe(shown)
})

it('keeps what fields of a request hold by their names', () => {
  keepSecretsIn({
    name: 'public-name',
    smtp: { password: 'first-password' },
    passwords: ['second-password'],
    headers: [
      { name: 'X-Api-Key', value: 'third-password' },
      { name: 'Content-Type', value: 'application/json' },
    ],
  })
  expect(withoutSecrets('public-name first-password second-password third-password application/json')).toBe(
    'public-name *** *** *** application/json',
  )
})

it('leaves a value as it is beside its texts', () => {
  keepSecret('abcdefgh-1234')
  const at = new Date(0)
  expect(valueWithoutSecrets({ a: [1, 'abcdefgh-1234', null], 'x abcdefgh-1234': { at } })).toEqual({
    a: [1, '***', null],
    'x ***': { at },
  })
})

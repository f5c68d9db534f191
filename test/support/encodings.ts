/** A secret as services, proxies and their pages write it. */

const hex = (code: number, width = 2): string => code.toString(16).padStart(width, '0')
const units = (text: string, write: (code: number) => string): string =>
  Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join('')
const points = (text: string, write: (code: number) => string): string => Array.from(text, (char) => write(char.codePointAt(0)!)).join('')
const bytes = (text: string, write: (byte: number) => string): string => [...Buffer.from(text)].map(write).join('')
const named: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
  '/': '&sol;',
  '=': '&equals;',
}

/** Character by character: they may be used one upon the other. */
export const escapes: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'JSON string': (text) => JSON.stringify(text).slice(1, -1),
  'JSON escapes': (text) => units(text, (code) => `\\u${hex(code, 4)}`),
  'JSON escapes in capitals': (text) => units(text, (code) => `\\u${hex(code, 4).toUpperCase()}`),
  'some JSON escapes': (text) =>
    units(text, (code) => (code % 3 ? JSON.stringify(String.fromCharCode(code)).slice(1, -1) : `\\u${hex(code, 4)}`)),
  'JavaScript escapes': (text) => bytes(text, (byte) => `\\x${hex(byte)}`),
  'braced escapes': (text) => points(text, (code) => `\\u{${hex(code)}}`),
  'octal escapes': (text) => bytes(text, (byte) => `\\${byte.toString(8).padStart(3, '0')}`),
  'named entities': (text) => Array.from(text, (char) => named[char] ?? char).join(''),
  'decimal entities': (text) => points(text, (code) => `&#${code};`),
  'hexadecimal entities': (text) => points(text, (code) => `&#x${hex(code, 4).toUpperCase()};`),
  'a part of an address': (text) => encodeURIComponent(text),
  'all percent': (text) => bytes(text, (byte) => `%${hex(byte)}`),
  'all percent in capitals': (text) => bytes(text, (byte) => `%${hex(byte).toUpperCase()}`),
  'a form': (text) => new URLSearchParams({ '': text }).toString().slice(1),
  'small letters': (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  'capital letters': (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
  'a word of a shell': (text) => text.replaceAll("'", "'\\''"),
  'quoted-printable': (text) => bytes(text, (byte) => `=${hex(byte).toUpperCase()}`),
  'lines of 12': (text) => text.replace(/.{12}(?=.)/gsu, '$&\r\n  '),
}

/** Of the whole; something may stand before it and behind it. */
export const codings: Readonly<Record<string, (text: string, before: string, after: string) => string>> = {
  base64: (text, before, after) => Buffer.from(before + text + after).toString('base64'),
  'base64 of addresses': (text, before, after) => Buffer.from(before + text + after).toString('base64url'),
  hex: (text, before, after) => Buffer.from(before + text + after).toString('hex'),
  'hex in capitals': (text, before, after) =>
    Buffer.from(before + text + after)
      .toString('hex')
      .toUpperCase(),
}

/** What is the same of it in base64, whatever stands around it. */
export const cores = (text: string): string[] =>
  [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
      .toString('base64')
      .slice(before === 0 ? 0 : before + 1, Math.floor(((before + Buffer.byteLength(text)) * 4) / 3)),
  )

/** Every form of it that none may find, in small letters. */
export const tellingForms = (text: string): string[] =>
  [
    ...new Set([
      ...Object.entries(escapes).flatMap(([name, write]) => (name === 'lines of 12' ? [] : [write(text)])),
      ...cores(text),
      ...cores(text).map((core) => core.replaceAll('+', '-').replaceAll('/', '_')),
      Buffer.from(text).toString('hex'),
    ]),
  ].map((form) => form.toLowerCase())

/** A secret as services, proxies and their pages write it. */

/** Letters may be other than they were. */
export const escapes: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'JSON string': (text) => JSON.stringify(text).slice(1, -1),
  'a part of an address': (text) => encodeURIComponent(text),
  'small letters': (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  'capital letters': (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
}

/** Of the whole; something may stand before it and behind it. */
export const codings: Readonly<Record<string, (text: string, before: string, after: string) => string>> = {
  base64: (text, before, after) => Buffer.from(before + text + after).toString('base64'),
  'base64 of addresses': (text, before, after) => Buffer.from(before + text + after).toString('base64url'),
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
      ...Object.values(escapes).map((write) => write(text)),
      ...cores(text),
      ...cores(text).map((core) => core.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ].map((form) => form.toLowerCase())

/** Characters beyond plain letters, by what they do to those who read them. */

/** Control characters, marks that reorder text, halves of a surrogate pair. */
const dangerous = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu

/** Invisible characters. Joiners aren't among them: emoji and several scripts need them. */
export const unseen =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

function sign(char: string): string {
  const code = char.codePointAt(0) ?? 0
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`
  if (code === 0x7f) return '^?'
  if (code < 0xa0) return `\\x${code.toString(16)}`
  // Overrides, embeddings and isolates make a name read as another one: shown, so that it is noticed.
  return code < 0xd800 ? `\\u${code.toString(16)}` : '\ufffd'
}

/** With signs in the place of what controls a terminal or turns a line around: `^[`, `\u202e`. */
export const showSigns = (text: string): string => text.replace(dangerous, sign)

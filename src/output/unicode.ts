/** Characters beyond plain letters, by what they do on a terminal. */

/** Control characters, marks that reorder text, halves of a surrogate pair. */
export const dangerous = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu

/** Invisible characters. Joiners aren't among them: emoji and several scripts need them. */
export const unseen =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** The forms of a secret that are searched for: as it is (also within JSON), percent-encoded, and in base64. */

/** In base64 at each of the three alignments: the part that doesn't depend on the bytes around it. */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return text.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 4) / 3))
  })
}

/** Shorter secrets may be a part of any word: only whole words are masked, and their base64 not at all. */
const wordBelow = 8

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** As a part of a regular expression. */
export function formsOf(secret: string): string {
  const encoded = encodeURIComponent(secret.toWellFormed())
  const plain = [...new Set([secret, JSON.stringify(secret).slice(1, -1), encoded])].map(literally)
  if (secret.length < wordBelow) return plain.map((form) => `(?<![\\p{L}\\p{N}])${form}(?![\\p{L}\\p{N}])`).join('|')
  const base64 = inBase64(Buffer.from(secret)).map((form) => `[\\w+/-]?${literally(form).replaceAll(/\\[+/]/g, '[+/_-]')}[\\w+/-]?`)
  return [...plain, ...base64].join('|')
}

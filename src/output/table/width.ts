/** The width of text on a terminal, and cutting text to a width. Only tables and meters load it: its Unicode tables take a millisecond. */
import stringWidth from 'fast-string-width'
import { narrow } from '../text.ts'

/** Roughly what is seen as one character, so that emoji and accents are never split. */
const clusters =
  /\p{RI}\p{RI}|(?:\p{Emoji}\ufe0f?\u20e3?[\u{1f3fb}-\u{1f3ff}]?)(?:\u200d\p{Emoji}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?)*[\p{M}\u200c\u200d]*|.[\p{M}\u200c\u200d]*/gsu

/** Columns that a sanitised text takes. */
export const width = (text: string): number => (narrow.test(text) ? text.length : stringWidth(text))

const address = /^https?:\/\/[\x21-\x7e]+$/

/** Cut to `columns`, with `…` in place of the rest; of an address the end stays, which tells it from others. */
export function truncate(text: string, columns: number): string {
  if (columns <= 0) return ''
  if (width(text) <= columns) return text
  if (columns > 12 && address.test(text)) {
    const end = Math.ceil((columns - 1) / 2)
    return `${text.slice(0, columns - 1 - end)}…${text.slice(-end)}`
  }
  if (narrow.test(text)) return `${text.slice(0, columns - 1)}…`
  let kept = ''
  let used = 0
  for (const [cluster] of text.matchAll(clusters)) {
    used += width(cluster)
    if (used > columns - 1) break
    kept += cluster
  }
  return `${kept}…`
}

export type Align = 'left' | 'right'

/** Cut or padded to exactly `columns`. */
export function fit(text: string, columns: number, align: Align = 'left'): string {
  const cut = truncate(text, columns)
  const gap = ' '.repeat(Math.max(0, columns - width(cut)))
  return align === 'right' ? gap + cut : cut + gap
}

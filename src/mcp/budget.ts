/** How much of a result goes out: what is left out is always said. */
import { integer, text } from '../contract/core/fields.ts'
import { cutUnits } from '../text/cut.ts'
import { withoutSecrets } from '../text/secrets.ts'
import { cursorAt, digestOf, placeAt } from './cursor.ts'
import { numberIn, textIn, type Said, type ToolValues } from './values.ts'

/** About 4,000 tokens. */
const usual = 12_000
const most = 30_000
/** For the first line, and the lines of a fence. */
const reserve = 400

export const maxCharacters = integer('Default 12000', { min: 1000, max: most })

export const cursor = text('A next_cursor')

export const budgetOf = (input: ToolValues): number => numberIn(input, 'max_characters') ?? usual

/** As many as fit, with how many. */
export function fitting(lines: readonly string[], characters: number): string[] {
  let left = characters - reserve
  const fit: string[] = []
  for (const line of lines) {
    left -= line.length + 1
    if (left < 0 && fit.length > 0) break
    fit.push(line)
  }
  return fit
}

const fewNames = 30

/** What there is, in a hint. */
export const someOf = (names: readonly string[]): string =>
  names.length <= fewNames ? names.join(', ') : `${names.slice(0, fewNames).join(', ')} and ${names.length - fewNames} more`

/** A text in parts that fit, cut at ends of lines. */
export function partsOf(given: string, characters: number): string[] {
  const parts: string[] = []
  // Half a secret would be none, and neither would half a character.
  const piece = new RegExp(`[^]{1,${characters - reserve}}(?![\\udc00-\\udfff])`, 'g')
  let lines = withoutSecrets(given)
    .split('\n')
    .flatMap((line) => line.match(piece) ?? [''])
  while (lines.length > 0) {
    const part = fitting(lines, characters)
    parts.push(part.join('\n'))
    lines = lines.slice(part.length)
  }
  return parts
}

export const goOn = 'go on with next_cursor'

/** Of a text that doesn't fit as much as does, up to the end of a line; `list`: what it is a text of, for its cursor. */
export function partOf(given: string, input: ToolValues, list: unknown): Said & { text: string } {
  // As above.
  const text = withoutSecrets(given)
  const [characters, cursor, whole] = [budgetOf(input), textIn(input, 'cursor'), [list, digestOf(text)]]
  if (cursor === undefined && text.length < characters) return { text }
  const place = placeAt(cursor, whole)
  const rest = text.slice(place)
  const lastEnd = rest.lastIndexOf('\n', characters - reserve) + 1
  const part = cutUnits(rest, rest.length <= characters - reserve ? rest.length : lastEnd || characters - reserve)
  const next = place + part.length
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length
  const isMore = next < text.length
  return {
    head: `lines ${lineAt(place)} to ${lineAt(next - 1)} of ${lineAt(text.length - 1)}${isMore ? `; ${goOn}` : ''}`,
    text: part,
    facts: { truncated: isMore, ...(isMore && { next_cursor: cursorAt(next, whole) }) },
  }
}

/** Last resort, whatever a tool says. */
export function cut({ head, text, facts }: Said, characters: number, mayAskForMore: boolean): Said {
  if (text.length + (head?.length ?? 0) <= characters) return { ...(head !== undefined && { head }), text, ...(facts && { facts }) }
  const fence = /\n⟦[0-9a-f]+ end⟧$/.exec(text)?.[0] ?? ''
  const shown = cutUnits(withoutSecrets(text), characters - reserve - (head?.length ?? 0))
  return {
    head: [
      head,
      `cut at ${shown.length} of ${text.length} characters${mayAskForMore ? `; ask for less, or max_characters up to ${most}` : ''}`,
    ]
      .filter(Boolean)
      .join('; '),
    text: shown.trimEnd().endsWith(fence.trim()) ? shown : `${shown}…${fence}`,
    facts: { ...facts, truncated: true },
  }
}

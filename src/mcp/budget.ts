/** How much of a result goes out: what is left out is always said. */
import { integer } from '../contract/core/fields.ts'
import { numberIn, type Said, type ToolValues } from './values.ts'

/** About 4,000 tokens. */
const usual = 12_000
const most = 30_000
/** For the first line, and the lines of a fence. */
const reserve = 400

export const maxCharacters = integer('Default 12000', { min: 1000, max: most })

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

/** A text in parts that fit, cut at ends of lines. */
export function partsOf(text: string, characters: number): string[] {
  const parts: string[] = []
  let lines = text.split('\n').flatMap((line) => line.match(new RegExp(`[^]{1,${characters - reserve}}`, 'g')) ?? [''])
  while (lines.length > 0) {
    const part = fitting(lines, characters)
    parts.push(part.join('\n'))
    lines = lines.slice(part.length)
  }
  return parts
}

/** Last resort, whatever a tool says. */
export function cut({ head, text, facts }: Said, characters: number, mayAskForMore: boolean): Said {
  if (text.length + (head?.length ?? 0) <= characters) return { ...(head !== undefined && { head }), text, ...(facts && { facts }) }
  const fence = /\n⟦[0-9a-f]+ end⟧$/.exec(text)?.[0] ?? ''
  const shown = text.slice(0, characters - reserve - (head?.length ?? 0))
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

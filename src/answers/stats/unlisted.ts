/** Texts of answers that fit no option: which, of which question, and what a person can do. */
import type { UnlistedText } from '../sync/unlisted.ts'

const mostNamed = 5

export function unlistedLines(found: readonly UnlistedText[]): string[] {
  const [first] = found
  if (!first) return []
  const lines = found
    .slice(0, mostNamed)
    .map(({ question, label, count }) => `"${label}" of "${question}": ${count === 1 ? 'once' : `${count.toLocaleString('en')} times`}`)
  return [
    ...lines,
    ...(found.length > mostNamed ? [`and ${found.length - mostNamed} more`] : []),
    `A former label is said in the file of --keys: labels: {${first.id}: {${JSON.stringify(first.label)}: OPTION}}`,
  ]
}

/** What was given, as one text; a person reads it, scripts take `--json`. */
export function answerText(answer: unknown): string {
  if (answer === null || answer === undefined) return ''
  if (Array.isArray(answer)) return answer.map(answerText).join(', ')
  if (typeof answer !== 'object') return String(answer)
  const { name, title }: { name?: unknown; title?: unknown } = answer
  if (name !== undefined || title !== undefined) return answerText(name ?? title)
  return Object.entries(answer)
    .map(([key, value]) => `${key}: ${answerText(value)}`)
    .join('; ')
}

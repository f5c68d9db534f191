/** At most `max` UTF-16 units, never half a character. */
export function cutUnits(text: string, max: number, mark = ''): string {
  if (text.length <= max) return text
  const end = max - mark.length
  const high = text.charCodeAt(end - 1)
  return text.slice(0, high >= 0xd800 && high <= 0xdbff ? end - 1 : end) + mark
}

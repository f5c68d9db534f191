/** Wraps text at spaces to lines of at most `columns`; a longer word, such as an address, stays whole. */
export function fold(text: string, columns: number, measure: (text: string) => number = ({ length }) => length): string[] {
  const lines: string[] = []
  let room = 0
  for (const word of text.split(' ')) {
    const taken = measure(word)
    if (lines.length > 0 && taken < room) {
      lines[lines.length - 1] += ` ${word}`
      room -= taken + 1
    } else {
      lines.push(word)
      room = columns - taken
    }
  }
  return lines
}

/** A QR code for a terminal, which is dark more often: what is light is drawn, two rows of modules a line of text. */
export function halfBlocks(modules: readonly (readonly boolean[])[]): string {
  const lines: string[] = []
  for (let row = 0; row < modules.length; row += 2) {
    const [upper = [], lower = []] = [modules[row], modules[row + 1]]
    // Below the last row nothing is drawn.
    const cells = upper.map((dark, column) => [dark, lower[column] ?? true] as const)
    lines.push(cells.map(([above, below]) => (above ? (below ? ' ' : '▄') : below ? '▀' : '█')).join(''))
  }
  return lines.join('\n')
}

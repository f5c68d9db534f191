/** The meanings of colours. Signs and words say the same without colour. */
export interface Style {
  success: (text: string) => string
  failure: (text: string) => string
  warning: (text: string) => string
  heading: (text: string) => string
  dim: (text: string) => string
}

export const signs = { success: '✓', failure: '✗', warning: '!' } as const

const asIs = (text: string): string => text
const plain: Style = { success: asIs, failure: asIs, warning: asIs, heading: asIs, dim: asIs }

/** Chalk is loaded only when there is something to colour. The sixteen basic colours follow the terminal's own theme. */
export async function loadStyle(color: boolean): Promise<Style> {
  if (!color) return plain
  const { Chalk } = await import('chalk')
  const chalk = new Chalk({ level: 1 })
  return { success: chalk.green, failure: chalk.red, warning: chalk.yellow, heading: chalk.bold, dim: chalk.dim }
}

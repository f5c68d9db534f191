/** A line of what `doctor` says. */
export interface Finding {
  check: string
  ok: boolean
  finding: string
  advice: string | null
}

export const good = (check: string, finding: string): Finding => ({ check, ok: true, finding, advice: null })
export const bad = (check: string, finding: string, advice: string): Finding => ({ check, ok: false, finding, advice })

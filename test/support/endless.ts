/** A command that runs until it is interrupted, in the test's own process. */
import { setTimeout as wait } from 'node:timers/promises'
import { createRequire } from 'node:module'
import { memoryIO } from './memory-io.ts'
import { environment, launcher, type Where } from './program.ts'

const { main } = createRequire(launcher)('../dist/main.cjs') as typeof import('../../src/start.ts')

export interface Endless {
  /** Of standard output, whole ones. */
  lines: () => string[]
  stderr: () => string
  /** Until it has said so much, or has ended. */
  until: (said: (lines: string[]) => boolean) => Promise<void>
  /** Interrupts it. */
  stop: () => Promise<number>
}

/** `columns`: on a terminal of so many. */
export function endless(where: Where, args: string, columns?: number): Endless {
  const { io, stdout, stderr, interrupt } = memoryIO({ env: environment(where), ...(columns && { columns }) })
  const state = { isOver: false }
  const ended = main(args.split(' '), io).finally(() => (state.isOver = true))
  const lines = (): string[] => stdout().split('\n').slice(0, -1)
  return {
    lines,
    stderr,
    until: async (said) => {
      while (!state.isOver && !said(lines())) await wait(20)
    },
    stop: () => {
      interrupt()
      return ended
    },
  }
}

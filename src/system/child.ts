/** A program that takes our place on the terminal: an editor, a shell. */
import type { ChildProcess } from 'node:child_process'
import { lendTerminal } from './interruption.ts'

export interface Ending {
  code: number | null
  /** What ended it, where that was a signal. */
  killedBy: NodeJS.Signals | null
}

/**
 * Waits for its end; fails where it can't be started. On a terminal Ctrl-C is the program's. Whatever else ends us ends it too, so that
 * it leaves the terminal as it was.
 */
export async function ending(child: ChildProcess, signal: AbortSignal): Promise<Ending> {
  const takeBack = process.stdin.isTTY ? lendTerminal() : () => {}
  const stop = (): void => void child.kill()
  signal.addEventListener('abort', stop)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, killedBy) => resolve({ code, killedBy }))
    })
  } finally {
    signal.removeEventListener('abort', stop)
    takeBack()
  }
}

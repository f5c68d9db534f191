/** Sends output that doesn't fit on the screen through the user's pager. */
import type { ChildProcessByStdio } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Writable } from 'node:stream'
import type { IO } from '../system/io.ts'
import { lendTerminal } from '../system/interruption.ts'
import { BatchedOutput, OutputClosed, type OutputSink } from './stdout.ts'

/** The user's pager, else less if it is installed. */
export const pagerOf = (env: NodeJS.ProcessEnv): string | undefined => {
  const command = (env.SURVEYCTL_PAGER ?? env.PAGER ?? usualPager(env)).trim()
  return command === '' || command === 'cat' ? undefined : command
}

function usualPager({ PATH = '', TERM }: NodeJS.ProcessEnv): string {
  const folders = PATH.split(delimiter).filter((folder) => folder !== '')
  return TERM !== 'dumb' && folders.some((folder) => existsSync(join(folder, 'less'))) ? 'less -FRX' : ''
}

const countLines = (text: string): number => {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

export class PagedOutput implements OutputSink {
  readonly #command: string
  readonly #height: number
  readonly #io: IO
  #held: string[] = []
  #lines = 0
  #pager: ChildProcessByStdio<Writable, null, null> | undefined
  #gone: Promise<void> | undefined

  constructor(command: string, height: number, io: IO) {
    this.#command = command
    this.#height = height
    this.#io = io
  }

  async write(text: string | Uint8Array): Promise<void> {
    const part = typeof text === 'string' ? text : Buffer.from(text).toString()
    if (this.#pager) return this.#send(this.#pager, part)
    this.#held.push(part)
    this.#lines += countLines(part)
    // The shell's prompt needs one line of the screen.
    if (this.#lines >= this.#height) await this.#open()
  }

  async end(): Promise<void> {
    if (this.#pager) {
      this.#pager.stdin.end()
      await this.#gone
      return
    }
    const out = new BatchedOutput(this.#io.stdout)
    await out.write(this.#held.splice(0).join(''))
    await out.end()
  }

  async #open(): Promise<void> {
    const { spawn } = await import('node:child_process')
    // LESS=FRX as git sets it: -R passes colours.
    const pager = spawn(this.#command, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { LESS: 'FRX', LV: '-c', ...this.#io.env },
    })
    // EPIPE after the user quit the pager: the next write notices.
    pager.stdin.on('error', () => {})
    // Ctrl-C belongs to the pager. If this program ended first, the pager and the shell would both read the terminal.
    const takeBack = lendTerminal()
    const stop = (): void => void pager.kill()
    process.once('exit', stop)
    this.#gone = new Promise<void>((resolve) => pager.once('close', () => resolve()).once('error', () => resolve())).then(() => {
      takeBack()
      process.off('exit', stop)
    })
    this.#pager = pager
    await this.#send(pager, this.#held.splice(0).join(''))
  }

  async #send({ stdin: input }: { stdin: Writable }, text: string): Promise<void> {
    if (!input.writable) throw new OutputClosed('The pager was quit')
    if (input.write(text)) return
    await Promise.race([new Promise((resolve) => input.once('drain', resolve)), this.#gone])
  }
}

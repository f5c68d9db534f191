/** The streams, the environment and the folder of this process. What is costly is made on first use. */
import { fstatSync } from 'node:fs'
import type { DrawnLine, Input, IO, Output, Stop } from './io.ts'
import { isTerminalLike, writePatiently } from './patient-write.ts'

/** Whether a descriptor is a terminal, without `node:tty`, which loads sockets and streams, unless it may be one. */
function isTerminal(descriptor: number): boolean {
  let facts
  try {
    facts = fstatSync(descriptor)
  } catch {
    return false
  }
  // Windows doesn't tell consoles apart this way.
  if (process.platform !== 'win32' && !(facts.isCharacterDevice() && isTerminalLike(facts.rdev))) return false
  const { isatty } = process.getBuiltinModule('node:tty')
  return isatty(descriptor)
}

/** Removed while somebody stands in it: nothing is found there. */
function currentFolder(): string {
  try {
    return process.cwd()
  } catch {
    return ''
  }
}

class Descriptor implements Output {
  readonly #descriptor: 1 | 2
  readonly #bottom: BottomLine
  #isTerminal: boolean | undefined

  constructor(descriptor: 1 | 2, bottom: BottomLine) {
    this.#descriptor = descriptor
    this.#bottom = bottom
  }

  get isTerminal(): boolean {
    return (this.#isTerminal ??= isTerminal(this.#descriptor))
  }
  get columns(): number | undefined {
    return this.isTerminal ? this.stream().columns : undefined
  }
  get rows(): number | undefined {
    return this.isTerminal ? this.stream().rows : undefined
  }
  stream = (): NodeJS.WriteStream => (this.#descriptor === 1 ? process.stdout : process.stderr)

  write = (bytes: Uint8Array): Promise<void> | undefined => {
    const write = (): Promise<void> | undefined => writePatiently(this.#descriptor, bytes)
    return bytes.length > 0 && this.isTerminal ? this.#bottom.above(bytes, write) : write()
  }
}

const newLine = 0x0a

class BottomLine {
  #line: DrawnLine | undefined
  /** What was written last doesn't end with a line. */
  #isOpen = false

  set = (line: DrawnLine | undefined): void => {
    this.#line?.stop()
    this.#line = line
    if (!this.#isOpen) line?.start()
  }

  above(bytes: Uint8Array, write: () => Promise<void> | undefined): Promise<void> | undefined {
    const wasOpen = this.#isOpen
    this.#isOpen = bytes.at(-1) !== newLine
    if (this.#isOpen) this.#line?.stop()
    else if (!wasOpen) this.#line?.clear()
    const waiting = write()
    if (wasOpen && !this.#isOpen) this.#line?.start()
    else if (!this.#isOpen) this.#line?.render()
    return waiting
  }
}

export function processIO(interruption: Stop): IO {
  const bottom = new BottomLine()
  let isFromTerminal: boolean | undefined
  const stdin: Input = {
    get isTerminal() {
      return (isFromTerminal ??= isTerminal(0))
    },
    stream: () => process.stdin,
  }
  return {
    stdin,
    stdout: new Descriptor(1, bottom),
    stderr: new Descriptor(2, bottom),
    env: process.env,
    folder: currentFolder(),
    interruption,
    setLine: bottom.set,
  }
}

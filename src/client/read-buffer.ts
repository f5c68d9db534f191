/**
 * A trick with a price (build/README.md): one buffer that all sockets read into, handed to undici's parser past the stream: a file
 * of 1 GiB into memory takes 1.31 times as long as curl's instead of 2.54. To take it out: give the pool no `onread`, and remove
 * this file and `lend` of Inflow.
 */
import type { OnReadOpts, Socket } from 'node:net'

/** What an exchange does with the buffer. */
export interface Loan {
  /** From now on what is read is used before the socket reads again, and need not be copied. */
  lend: () => void
  end: () => void
}

/** What a socket reads at once: of a file, and of answers that are held until they are understood. */
const [fileReadSize, readSize] = [256 * 1024, 128 * 1024]

/**
 * Gives the parser, which reads a socket when it is said to be readable, what has just been read: on its way through the
 * stream each piece costs more than to parse it. False: the parser has been told to wait, and the stream has to keep it.
 */
function handOver(socket: Socket, bytes: Uint8Array): boolean {
  if (socket.readableLength > 0) return false
  const { read } = socket
  let left: Uint8Array | null = bytes
  socket.read = () => {
    const taken = left
    left = null
    return taken
  }
  socket.emit('readable')
  socket.read = read
  return left === null
}

/**
 * What all sockets read into, one after the other: a fresh buffer for each read takes longer than all the rest of a
 * download. What is read is copied out of it, unless all answers under way are poured straight to where they go.
 */
export class ReadBuffer {
  #exchanges = 0
  #lent = 0
  readonly onread: OnReadOpts

  constructor() {
    // Node calls it on the socket, and what is handed over is parsed before any socket reads again.
    const isLent = (): boolean => this.#lent > 0 && this.#lent === this.#exchanges
    const copied = Buffer.allocUnsafeSlow(readSize)
    let lent: Buffer | undefined
    this.onread = {
      buffer: () => (isLent() ? (lent ??= Buffer.allocUnsafeSlow(fileReadSize)) : copied),
      callback(this: Socket, count: number, buffer: Uint8Array) {
        const bytes = buffer.subarray(0, count)
        if (isLent() && handOver(this, bytes)) return true
        const copy = Buffer.from(bytes)
        return handOver(this, copy) || this.push(copy)
      },
    } as OnReadOpts
  }

  /** An exchange begins; its answer is copied until it is lent the buffer. */
  begin(): Loan {
    let state: 'copied' | 'lent' | 'over' = 'copied'
    this.#exchanges++
    return {
      lend: () => {
        if (state !== 'copied') return
        state = 'lent'
        this.#lent++
      },
      end: () => {
        if (state === 'over') return
        if (state === 'lent') this.#lent--
        state = 'over'
        this.#exchanges--
      },
    }
  }
}

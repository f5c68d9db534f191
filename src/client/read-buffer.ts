/**
 * A trick with a price (build/README.md): one buffer that all sockets read into, handed to undici's parser past the stream: a file
 * of 1 GiB into memory takes 1.31 times as long as curl's instead of 2.54. To take it out: give the connector no `onread`, and
 * remove this file and `lend` of BodyStream.
 */
import type { OnReadOpts, Socket } from 'node:net'

/** How one request uses the buffer. */
export interface Loan {
  /**
   * Its answer begins, with what is being read. Once the function is called that it returns, what is read for it is used before
   * the socket reads again, and need not be copied.
   */
  answered: () => () => void
  end: () => void
}

/** Bytes that a socket reads at once: of a file, and of other answers. */
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
 * download. What is read is copied out of it, unless the answer is poured straight to where it goes.
 */
export class ReadBuffer {
  /** Sockets whose answers are used straight from the buffer. */
  readonly #lent = new Set<Socket>()
  /** The one whose bytes are being parsed. */
  #parsed: Socket | undefined
  readonly onread: OnReadOpts

  constructor() {
    const copied = Buffer.allocUnsafeSlow(readSize)
    let lent: Buffer | undefined
    let latest: Socket | undefined
    const parse = (socket: Socket, bytes: Uint8Array): boolean => {
      this.#parsed = socket
      try {
        return handOver(socket, bytes)
      } finally {
        this.#parsed = undefined
      }
    }
    const isLent = (socket: Socket | undefined): boolean => socket !== undefined && this.#lent.has(socket)
    const take = (socket: Socket, bytes: Uint8Array): boolean => {
      latest = socket
      if (isLent(socket) && parse(socket, bytes)) return true
      const copy = Buffer.from(bytes)
      return parse(socket, copy) || socket.push(copy)
    }
    // Node calls them one after the other for the same socket, and what is handed over is parsed before any socket reads again.
    // The types don't tell that Node calls them with the socket as `this`.
    this.onread = {
      callback(this: Socket, count: number, buffer: Uint8Array) {
        return take(this, buffer.subarray(0, count))
      },
      buffer: () => (isLent(latest) ? (lent ??= Buffer.allocUnsafeSlow(fileReadSize)) : copied),
    } as OnReadOpts
  }

  /** An exchange begins; its answer is copied until it is lent the buffer. */
  begin(): Loan {
    let socket: Socket | undefined
    let isOver = false
    return {
      answered: () => {
        socket = this.#parsed
        return () => {
          if (socket && !isOver) this.#lent.add(socket)
        }
      },
      end: () => {
        isOver = true
        if (socket) this.#lent.delete(socket)
      },
    }
  }
}

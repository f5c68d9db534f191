/**
 * Whether a TLS connection was closed by the server (close_notify) or cut: Node reports both alike. So the bytes of the socket
 * pass through a stream of ours: TLS ended by close_notify if it did so before this stream reported the socket's end to it.
 */
import { connect, type Socket } from 'node:net'
import { Duplex } from 'node:stream'

export class CloseNotifyWatch {
  #cut = false
  #endedWell = false

  open({ hostname, port }: { hostname: string; port: string }): Socket {
    // undici's type asks for a Socket, but TLS works on any Duplex.
    return this.below(connect({ host: hostname, port: Number(port || 443) })) as Socket
  }

  /** The stream between the socket and TLS. */
  below(socket: Socket): Duplex {
    const between = new Duplex({
      read: () => void socket.resume(),
      write: (chunk: Buffer, _, done) => void socket.write(chunk, done),
      final: (done) => void socket.end(done),
      destroy: (error, done) => {
        socket.destroy()
        done(error)
      },
    })
    // This listener is the first, so it runs before that of TLS.
    between.once('end', () => (this.#cut = true))
    socket.on('data', (chunk: Buffer) => {
      if (!between.push(chunk)) socket.pause()
    })
    socket.on('end', () => between.push(null))
    socket.on('error', (error) => between.destroy(error))
    socket.on('close', () => between.destroy())
    return between
  }

  /** Watches the end of the TLS connection. */
  see(socket: Duplex): void {
    const { push } = socket
    socket.push = (chunk: unknown, encoding) => {
      if (chunk === null) this.#endedWell = !this.#cut
      return push.call(socket, chunk, encoding)
    }
  }

  endedWell(): boolean {
    return this.#endedWell
  }
}

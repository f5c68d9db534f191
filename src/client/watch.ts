/**
 * Whether a secure connection ended by its own word (close_notify) or was cut, of which Node tells the same. So what comes
 * from the network passes through here: the secure connection has ended by itself if it did before it heard of the end.
 */
import { connect, type Socket } from 'node:net'
import { Duplex } from 'node:stream'

export class Watch {
  #cut = false
  #endedWell = false

  open({ hostname, port }: { hostname: string; port: string }): Socket {
    // What is made secure may be any stream, whatever undici's types say.
    return this.below(connect({ host: hostname, port: Number(port || 443) })) as Socket
  }

  /** What stands between a connection and what makes it secure. */
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
    // The first to hear of it: what makes it secure hears it next.
    between.once('end', () => (this.#cut = true))
    socket.on('data', (chunk: Buffer) => {
      if (!between.push(chunk)) socket.pause()
    })
    socket.on('end', () => between.push(null))
    socket.on('error', (error) => between.destroy(error))
    socket.on('close', () => between.destroy())
    return between
  }

  /** Looks at the secure connection from now on. */
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

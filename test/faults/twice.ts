/** A server in a thread of its own, that answers each request twice: what comes second is underway when the first is read. */
import { createServer, type AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { spin } from './ways.ts'

/** Milliseconds between the two, and how many have been answered twice. */
export interface Twice {
  apart: number
  answered: Int32Array<SharedArrayBuffer>
}
const { apart, answered } = workerData as Twice

const server = createServer((socket) => {
  socket.setNoDelay(true).on('error', () => {})
  let held = ''
  socket.on('data', (chunk: Buffer) => {
    held += chunk.toString('latin1')
    for (let end = held.indexOf('\r\n\r\n'); end >= 0; end = held.indexOf('\r\n\r\n')) {
      const body = JSON.stringify({ status: true, path: held.split(' ')[1] })
      held = held.slice(end + 4)
      const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      socket.write(answer)
      spin(apart)
      socket.write(answer)
      Atomics.add(answered, 0, 1)
      Atomics.notify(answered, 0)
    }
  })
})
server.listen(0, '127.0.0.1', () => parentPort!.postMessage((server.address() as AddressInfo).port))

/** Requests whose first lines are too long, or no HTTP: refused in words, where Node by itself breaks the connection. */
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { codeOf } from '../../system/error-code.ts'

/** Bytes of address and headers that Node reads; more are refused unread. */
export const maxHeadBytes = 2 ** 20
/** In characters. */
const maxAddress = 2 ** 14
const maxHeaders = 2 ** 14

type Status = 400 | 414 | 431

/** The status that refuses a request whose address or headers are too long; `undefined` for any other request. */
export const overlongStatus = ({ url = '', rawHeaders }: IncomingMessage): Status | undefined =>
  url.length > maxAddress ? 414 : rawHeaders.join('').length > maxHeaders ? 431 : undefined

export const bodyFor = (status: Status): { message: string } => ({ message: STATUS_CODES[status] ?? '' })

/** Answers what Node can't parse as a request. */
export function refuseUnreadable(server: Server): void {
  const refused = new WeakSet<Duplex>()
  server.on('clientError', (error, socket) => {
    if (refused.has(socket) || !socket.writable) return
    refused.add(socket)
    const status = codeOf(error) === 'HPE_HEADER_OVERFLOW' ? 431 : 400
    const body = JSON.stringify(bodyFor(status))
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
    // What is still coming is read: a connection that is broken off takes the answer with it.
    socket.removeAllListeners('data').resume()
    socket.end(head + body)
  })
}

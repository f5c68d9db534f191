/** Answers that go on for ever, a little at a time. */
import type { Socket } from 'node:net'
import { createGzip } from 'node:zlib'
import { fc } from '../support/property.ts'
import { head } from './hostile.ts'

/** `then` is said again and again, `every` so many milliseconds. */
interface Drip {
  first: string
  then: string | ((socket: Socket) => () => void)
}

const chunked = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
const file = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="answers.csv"' }
const early = (status: number): string => head(status, { link: '</style.css>' })

/** Unpacked it is white space. */
const packed = (socket: Socket): (() => void) => {
  const gzip = createGzip()
  gzip.on('data', (bytes: Buffer) => socket.writable && socket.write(bytes))
  return () => {
    gzip.write(' ')
    gzip.flush()
  }
}

export const drips = {
  'says 100 again and again': { first: '', then: 'HTTP/1.1 100 Continue\r\n\r\n' },
  'says 102 again and again': { first: '', then: early(102) },
  'says 103 again and again': { first: '', then: early(103) },
  'drips a line of status': { first: 'HTTP/1.1 200 ', then: 'O' },
  'drips a header': { first: 'HTTP/1.1 200 OK\r\nX-Long: ', then: 'x' },
  'drips headers': { first: 'HTTP/1.1 200 OK\r\n', then: 'X: y\r\n' },
  'drips white space': { first: head(200, chunked), then: '1\r\n \r\n' },
  'drips a body of a length': { first: head(200, { ...file, 'content-length': '999999999' }), then: '1,a\n' },
  'drips a body without one': { first: head(200, file), then: '1,a\n' },
  'drips a packed body': { first: head(200, { ...file, 'content-encoding': 'gzip' }), then: packed },
  'drips an extension of a chunk': { first: `${head(200, chunked)}5;name=`, then: 'x' },
  'drips trailers': { first: `${head(200, chunked)}2\r\n[]\r\n0\r\n`, then: 'X: y\r\n' },
  'drips rows': { first: `${head(200, chunked)}1\r\n[\r\n`, then: 'c\r\n{"id":  42},\r\n' },
  'drips a refusal': { first: head(422, chunked), then: '1\r\n{\r\n' },
} as const satisfies Record<string, Drip>
export type DripName = keyof typeof drips

export function drip(socket: Socket, name: DripName, every: number): void {
  const { first, then }: Drip = drips[name]
  socket.write(first)
  const more = typeof then === 'string' ? () => void socket.write(then) : then(socket)
  const timer = setInterval(() => (socket.writable ? more() : clearInterval(timer)), every)
  socket.on('close', () => clearInterval(timer))
}

export const anyDrip = fc.constantFrom(...(Object.keys(drips) as DripName[]))

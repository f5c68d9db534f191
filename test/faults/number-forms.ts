/** Numbers that JavaScript would change, and a service that keeps each as it is written. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fc } from '../support/property.ts'

const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${min - 1},${max - 1}}$`))
const sign = fc.constantFrom('', '-')

export const number = fc.oneof(
  fc.tuple(sign, digits(16, 40)).map((parts) => parts.join('')),
  fc.tuple(sign, digits(1, 20), fc.stringMatching(/^[0-9]{1,30}$/)).map(([minus, front, behind]) => `${minus}${front}.${behind}`),
  fc
    .tuple(sign, digits(1, 3), fc.constantFrom('e', 'E', '.5e', '.0E'), fc.constantFrom('', '+', '-'), digits(1, 3))
    .map((parts) => parts.join('')),
  fc.constantFrom('-0', '0.0', '-0.0', '1e999', '9007199254740993', '0.1000000000000000055511151231257827', '1.10', '0e5', '100', '0.5'),
)

/** What each path is tried with, whatever is drawn besides. */
export const forms = [
  '9007199254740991',
  '9007199254740993',
  '12345678901234567890',
  '1e400',
  '-0',
  '1.10',
  '0.1000000000000000055511151231257827',
  '1E5',
  '5e-324',
] as const

export interface Arrived {
  method: string
  path: string
  body: string
}

/**
 * In front of the sandbox, which counts in JavaScript: the sandbox keeps a whole number in the place of each of these, and
 * what is read has the number again. `arrived`: the bodies of writes, byte for byte.
 */
export async function keeper(behind: string, numbers: readonly string[]) {
  const arrived: Arrived[] = []
  const stand = new Map(numbers.map((number, index) => [number, String(700_000_001 + index)]))
  const back = new Map([...stand].map(([number, place]) => [place, number]))
  const replaced = (text: string, by: ReadonlyMap<string, string>): string =>
    text.replaceAll(/(?<=[:[,]\s*)-?\d[-+.\deE]*(?=\s*[,}\]])/g, (number) => by.get(number) ?? number)
  const server = createServer(async (incoming, outgoing) => {
    const body = await textOf(incoming)
    const { method = '', url = '', headers } = incoming
    if (method !== 'GET') arrived.push({ method, path: url, body })
    const answer = await fetch(new URL(behind).origin + url, {
      method,
      headers: { authorization: headers.authorization!, 'content-type': 'application/json' },
      ...(body !== '' && { body: replaced(body, stand) }),
    })
    const bytes = Buffer.from(replaced(await answer.text(), back))
    outgoing
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '', 'content-length': bytes.length })
      .end(bytes)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(behind).pathname}`,
    arrived,
    /** A number as the sandbox keeps it. */
    place: (number: string): number => Number(stand.get(number)),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString()
}

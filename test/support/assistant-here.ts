/** `surveyctl mcp` in this process, as an assistant's client of the official kit speaks to it. */
import { PassThrough } from 'node:stream'
import { ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client'
import { memoryIO } from './memory-io.ts'
import { mainHere, type Line } from './program.ts'

export class HereTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: Transport['onclose']
  onerror?: Transport['onerror']
  readonly #line: Line
  readonly #toServer = new PassThrough()
  readonly #buffer = new ReadBuffer()
  readonly #memory: ReturnType<typeof memoryIO>
  #ended: Promise<unknown> = Promise.resolve()

  constructor(line: Line) {
    this.#line = line
    this.#memory = memoryIO({ env: { ...line.env }, folder: line.cwd })
  }

  async start(): Promise<void> {
    const { io } = this.#memory
    const output = new PassThrough()
    output.on('data', (piece: Buffer) => this.#take(piece))
    const stdin = { isTerminal: false, stream: () => this.#toServer }
    const stdout = { ...io.stdout, stream: () => output }
    this.#ended = mainHere(this.#line.args, { ...io, stdin, stdout }).finally(() => this.onclose?.())
  }

  #take(piece: Buffer): void {
    this.#buffer.append(piece)
    for (let message = this.#buffer.readMessage(); message !== null; message = this.#buffer.readMessage()) this.onmessage?.(message)
  }

  send: Transport['send'] = async (message) => void this.#toServer.write(serializeMessage(message))

  log = (): string => this.#memory.stderr()

  async close(): Promise<void> {
    this.#toServer.end()
    await this.#ended
  }
}

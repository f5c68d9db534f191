/** Stands before a service: what is asked goes through, and the test may do something around it. */
import { hostile, whole, type Good, type Hostile } from './hostile.ts'

/** `asked`: 'POST /quiz/42/save'. Undefined: no answer comes, ever. */
export type Around = (asked: string, perform: () => Promise<Good>) => Promise<Good | undefined>

const ofTheConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding', 'host'])
const others = (headers: Iterable<[string, string]>): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !ofTheConnection.has(name)))

/** `around` is looked up at each request. */
export function relayTo(baseUrl: string, around: () => Around): Promise<Hostile> {
  return hostile(async (socket, { method, path, headers, body }) => {
    const below = path.replace('/api/v3', '')
    const perform = async (): Promise<Good> => {
      const answer = await fetch(baseUrl + below, { method, headers: others(Object.entries(headers)), ...(body !== '' && { body }) })
      return { status: answer.status, headers: others(answer.headers), body: Buffer.from(await answer.arrayBuffer()) }
    }
    try {
      const answer = await around()(`${method} ${below}`, perform)
      if (answer && !socket.destroyed) socket.write(whole(answer))
    } catch {
      // The service broke the connection.
      socket.destroy()
    }
  })
}

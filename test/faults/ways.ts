/** Ways to answer badly. */
import { head, whole, type Behaviour, type Good } from './hostile.ts'
import type { Fault } from './kinds.ts'

export const send =
  (make: (good: Good) => Good | Buffer | string): Fault['behave'] =>
  (good) =>
  (socket) => {
    const answer = make(good)
    socket.end(typeof answer === 'string' || Buffer.isBuffer(answer) ? answer : whole(answer))
  }
/** Bad once or twice, then good. */
export const recovers =
  (times: number, bad: Good): Fault['behave'] =>
  (good) =>
  (socket, _, number) =>
    void socket.write(whole(number > times ? good : bad))
export const cutAt = (bytes: Buffer, part: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * part))
export const withHead = (good: Good, headers: Record<string, string>, body: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(head(good.status, { ...good.headers, ...headers })), Buffer.from(body)])

/** Writes a part again and again until nobody listens. */
export const endlessly =
  (start: string | Buffer, part: string | Buffer): Behaviour =>
  (socket) => {
    socket.write(start)
    const more = (): void => {
      while (!socket.destroyed && socket.write(part));
    }
    socket.on('drain', more)
    more()
  }

export async function drip(socket: Parameters<Behaviour>[0], bytes: Buffer, every: number): Promise<void> {
  for (const byte of bytes) {
    if (socket.destroyed) return
    socket.write(Buffer.of(byte))
    await new Promise((resolve) => setTimeout(resolve, every))
  }
}

/** Holds up this thread. */
export function spin(millis: number): void {
  const until = performance.now() + millis
  while (performance.now() < until);
}

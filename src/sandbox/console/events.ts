/**
 * Server-sent events with a page's items: all of them whenever they have changed, at most a few times a second. While a page hasn't
 * read what was sent, its items aren't even made; when that lasts, its stream ends with an error.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Html } from '../pages/html.ts'
import type { ConsoleParts } from './page.ts'

/** Items are read again after each request, and this often for other changes (deliveries, what is due). */
const pollMs = 1000
const minPauseMs = 200
const longestUnreadMs = 10_000

type Parts = Pick<ConsoleParts, 'service' | 'traffic' | 'read'>

export function eventsOf(parts: Parts, items: () => Html): Response {
  const closed = new AbortController()
  const signal = AbortSignal.any([closed.signal, parts.service.signal])
  const stream = new ReadableStream<string>({
    start: (controller) => void send(parts, items, signal, controller),
    cancel: () => closed.abort(),
  })
  return new Response(stream.pipeThrough(new TextEncoderStream()), {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  })
}

async function send(
  parts: Parts,
  items: () => Html,
  signal: AbortSignal,
  controller: ReadableStreamDefaultController<string>,
): Promise<void> {
  let wake = (): void => {}
  parts.traffic.listen(() => wake(), signal)
  let sent: string | undefined
  let lastRead = performance.now()
  try {
    while (!signal.aborted) {
      if ((controller.desiredSize ?? 0) > 0) {
        const { text } = await parts.read(items)
        if (text !== sent) controller.enqueue(`event: items\ndata: ${JSON.stringify(text)}\n\n`)
        sent = text
        lastRead = performance.now()
      } else if (performance.now() - lastRead > longestUnreadMs) throw new Error('Nobody reads these events')
      await sleep(minPauseMs, undefined, { signal })
      await Promise.race([sleep(pollMs, undefined, { signal }), new Promise<void>((done) => (wake = done))])
    }
    controller.close()
  } catch (error) {
    // The stream was ended by the reader, or the sandbox stops.
    if (signal.aborted) closeQuietly(controller)
    else controller.error(error)
  }
}

function closeQuietly(controller: ReadableStreamDefaultController<string>): void {
  try {
    controller.close()
  } catch {
    // The reader has cancelled it, which closes it too.
  }
}

/** Server-sent events with a page's items: all of them whenever they have changed, at most a few times a second. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsolePage, ConsoleParts } from './page.ts'

/** Items are looked at after each request, and this often for other changes (deliveries, what is due). */
const pollMs = 1000
const minPauseMs = 200

type LiveItems = NonNullable<ConsolePage['live']>

export function eventsOf(parts: ConsoleParts, live: LiveItems, query: URLSearchParams): Response {
  const closed = new AbortController()
  const signal = AbortSignal.any([closed.signal, parts.service.signal])
  const stream = new ReadableStream<string>({
    start: (controller) => void send(parts, live, query, signal, controller),
    cancel: () => closed.abort(),
  })
  return new Response(stream.pipeThrough(new TextEncoderStream()), {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  })
}

async function send(
  parts: ConsoleParts,
  live: LiveItems,
  query: URLSearchParams,
  signal: AbortSignal,
  controller: ReadableStreamDefaultController<string>,
): Promise<void> {
  let wake = (): void => {}
  parts.traffic.listen(() => wake(), signal)
  let sent: string | undefined
  try {
    while (!signal.aborted) {
      const { text } = await parts.read(() => live(parts, query))
      if (text !== sent) controller.enqueue(`event: items\ndata: ${JSON.stringify(text)}\n\n`)
      sent = text
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

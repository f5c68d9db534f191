/** A page's items as they change: sent whole when they are others than before, at most a few times a second. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsolePage, ConsoleParts } from './page.ts'

/** What isn't a request (a delivery, what comes due) is looked for this often. */
const every = 1000
const pause = 200

export function eventsOf(parts: ConsoleParts, { live }: ConsolePage, query: URLSearchParams): Response {
  const gone = new AbortController()
  const signal = AbortSignal.any([gone.signal, parts.service.signal])
  const stream = new ReadableStream<string>({
    start: (controller) => void send(parts, live!, query, signal, controller),
    cancel: () => gone.abort(),
  })
  return new Response(stream.pipeThrough(new TextEncoderStream()), {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  })
}

async function send(
  parts: ConsoleParts,
  live: NonNullable<ConsolePage['live']>,
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
      await sleep(pause, undefined, { signal })
      await Promise.race([sleep(every, undefined, { signal }), new Promise<void>((done) => (wake = done))])
    }
    controller.close()
  } catch (error) {
    // Ended from either side: nobody is left to tell.
    if (signal.aborted) closeQuietly(controller)
    else controller.error(error)
  }
}

function closeQuietly(controller: ReadableStreamDefaultController<string>): void {
  try {
    controller.close()
  } catch {
    // Cancelled by the reader: closed already.
  }
}

/** The browser's part of the protocol that ../embed.ts describes. */
import type { embedCommands, EmbedEvent } from '../embed.ts'

interface Context {
  survey: string
  preview: boolean
}
type Data = Readonly<Record<string, unknown>>
type Send = (message: Data) => void

export interface Handlers {
  state: () => Data
  outcome: () => Data
  greeted: () => void
  close: () => void
  reset: () => void
}

export interface Embed {
  emit: (event: EmbedEvent, data?: Data) => void
  /** The host shows the end itself. */
  endsAtHost: () => boolean
}

declare global {
  interface Window {
    webkit?: { messageHandlers?: { surveyEmbed?: { postMessage: Send } } }
    SurveyEmbedBridge?: { postMessage: (json: string) => void }
    surveyEmbed?: { receive: (message: unknown) => void }
  }
}

/** How a web view is spoken to, where this is one. */
function native(): Send | undefined {
  const ios = window.webkit?.messageHandlers?.surveyEmbed
  if (ios) return (message) => ios.postMessage(message)
  const android = window.SurveyEmbedBridge
  return android && ((message) => android.postMessage(JSON.stringify(message)))
}

interface Message {
  protocol?: unknown
  version?: unknown
  command?: (typeof embedCommands)[number]
  params?: { terminal?: unknown; id?: unknown }
}

const isMessage = (given: unknown): given is Message => typeof given === 'object' && given !== null

export function createEmbed(ctx: Context, handlers: Handlers): Embed {
  let send: Send | undefined
  let seq = 0
  let terminal = 'survey'
  const envelope = (more: Data): Data => ({ protocol: 'survey-embed', version: 1, ctx, ...more })
  const emit: Embed['emit'] = (event, data = {}) => send?.(envelope({ event, seq: ++seq, data }))

  const receive = (message: unknown, reply: Send | undefined): void => {
    if (!isMessage(message) || message.protocol !== 'survey-embed' || message.version !== 1 || !reply) return
    const params = message.params ?? {}
    if (message.command === 'host.hello') {
      send = reply
      terminal = params.terminal === 'host' ? 'host' : 'survey'
      emit('survey.opened', handlers.state())
      handlers.greeted()
      return
    }
    if (!send) return
    if (message.command === 'host.ping') send(envelope({ reply: 'host.ping', id: params.id ?? null, data: handlers.outcome() }))
    else if (message.command === 'host.close') handlers.close()
    else if (message.command === 'host.reset') handlers.reset()
  }

  window.addEventListener('message', ({ source, origin, data }) => {
    if (window.parent === window || source !== window.parent) return
    // A host without an origin (a sandboxed frame) can't be addressed by it; messages contain no secrets anyway.
    receive(data, (message) => window.parent.postMessage(message, origin === 'null' ? '*' : origin))
  })
  window.surveyEmbed = { receive: (message) => receive(typeof message === 'string' ? parsed(message) : message, native()) }
  return { emit, endsAtHost: () => send !== undefined && terminal === 'host' }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

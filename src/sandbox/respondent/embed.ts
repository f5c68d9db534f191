/**
 * Embed Protocol v1: what the page that embeds a survey (the host) is told, and what it may ask for.
 *
 * Nothing is sent until the host sends `host.hello`; the page replies with `survey.opened`, which has its present state.
 * Never sent: answers, promo codes, links back into an answer.
 *
 * Message of the survey:  { protocol: 'survey-embed', version: 1, event, seq, ctx: { survey, preview }, data }
 * Command of the host:    { protocol: 'survey-embed', version: 1, command, params? }
 *
 *   survey.opened            { state, screen, progress }   state: survey, gate, payment, completed, screened_out, closed
 *   survey.started           {}                            the start screen was left, or a first answer given
 *   survey.resumed           { screen, progress }          an answer that was started before is continued
 *   survey.screen            { screen, type, index, total, progress }
 *   survey.answered          { screen, type }              the question, never its answer
 *   survey.submitted         {}                            the answers were accepted
 *   survey.completed         {}
 *   survey.screened_out      {}
 *   survey.auth_required     {}                            a password, sign-in or captcha is required first
 *   survey.authorized        {}
 *   survey.payment_required  {}
 *   survey.paid              {}
 *   survey.unavailable       {}                            closed, limit reached, or time is up
 *   survey.closed            { outcome }                   after `host.close`
 *   survey.error             { code }                      network, invalid, reset_refused
 *
 *   host.hello   { terminal: 'survey' | 'host' }  `host`: the host shows the end itself; the page shows none and doesn't redirect
 *   host.close   stores the answers so far and ends the page
 *   host.reset   starts over with a new answer
 *   host.ping    { id }  answered by { protocol, version, reply: 'host.ping', id, ctx, data: { state, outcome, progress } }
 *
 * Transports: a frame (postMessage to the parent, only to the origin that greeted); an iOS web view (the message handler
 * `surveyEmbed`); an Android web view (the bridge object `SurveyEmbedBridge`, whose `postMessage` takes JSON). Web views
 * send commands by calling `window.surveyEmbed.receive(command)`, with an object or its JSON.
 */
export const embedEvents = [
  'survey.opened',
  'survey.started',
  'survey.resumed',
  'survey.screen',
  'survey.answered',
  'survey.submitted',
  'survey.completed',
  'survey.screened_out',
  'survey.auth_required',
  'survey.authorized',
  'survey.payment_required',
  'survey.paid',
  'survey.unavailable',
  'survey.closed',
  'survey.error',
] as const
export type EmbedEvent = (typeof embedEvents)[number]

export const embedCommands = ['host.hello', 'host.close', 'host.reset', 'host.ping'] as const

/** The browser's part: `createEmbed(ctx, handlers)` returns `{ emit, endsAtHost }`. */
export const embedScript = `
function createEmbed(ctx, handlers) {
  let send = null, seq = 0, terminal = 'survey'
  const envelope = (more) => Object.assign({ protocol: 'survey-embed', version: 1, ctx }, more)
  const emit = (event, data) => { if (send) send(envelope({ event, seq: ++seq, data: data || {} })) }
  const native = () => {
    const ios = window.webkit && window.webkit.messageHandlers && window.webkit.messageHandlers.surveyEmbed
    if (ios) return (message) => ios.postMessage(message)
    const android = window.SurveyEmbedBridge
    return android ? (message) => android.postMessage(JSON.stringify(message)) : null
  }
  const receive = (message, reply) => {
    if (!message || message.protocol !== 'survey-embed' || message.version !== 1 || !reply) return
    const params = message.params || {}
    if (message.command === 'host.hello') {
      send = reply
      terminal = params.terminal === 'host' ? 'host' : 'survey'
      emit('survey.opened', handlers.state())
      handlers.greeted()
    } else if (!send) {
      return
    } else if (message.command === 'host.ping') {
      send(envelope({ reply: 'host.ping', id: params.id === undefined ? null : params.id, data: handlers.outcome() }))
    } else if (message.command === 'host.close') {
      handlers.close()
    } else if (message.command === 'host.reset') {
      handlers.reset()
    }
  }
  window.addEventListener('message', (event) => {
    if (window.parent === window || event.source !== window.parent) return
    // A host without an origin (a sandboxed frame) can't be addressed by it; messages contain no secrets anyway.
    const origin = event.origin === 'null' ? '*' : event.origin
    receive(event.data, (message) => window.parent.postMessage(message, origin))
  })
  window.surveyEmbed = {
    receive: (message) => {
      if (typeof message === 'string') { try { message = JSON.parse(message) } catch { return } }
      receive(message, native())
    },
  }
  return { emit, endsAtHost: () => send !== null && terminal === 'host' }
}
`

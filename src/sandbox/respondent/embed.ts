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

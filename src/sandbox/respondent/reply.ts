/** Responses of the respondent page: documents with a strict Content Security Policy, and JSON for its script. */
import { randomBytes } from 'node:crypto'
import type { EndReply, Replies } from './boot.ts'
import type { End } from './ends.ts'
import type { Html } from '../pages/html.ts'
import { sessionCookie } from './session.ts'
import type { Visit } from './visit.ts'

const common = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Any site may embed a survey. Media may come from anywhere, as the survey's author chooses. */
function policy(nonce: string, ownScripts: boolean): string {
  // With a nonce browsers ignore 'unsafe-inline', which the account's own scripts need.
  const scripts = ownScripts ? "'unsafe-inline' https: http:" : `'nonce-${nonce}'`
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'unsafe-inline' https:",
    'font-src https: data:',
    'img-src * data:',
    'media-src *',
    `connect-src 'self'${ownScripts ? ' https:' : ''}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    'frame-ancestors *',
  ].join('; ')
}

/** A document; `render` gets the nonce for its scripts. */
export function page(visit: Visit | undefined, status: number, render: (nonce: string) => Html, cookie?: string): Response {
  const nonce = randomBytes(16).toString('base64')
  const settings = visit?.survey.version.settings
  const ownScripts = Boolean(settings?.scripts_in_head_enabled || settings?.scripts_in_body_enabled)
  return new Response(render(nonce).text, {
    status,
    headers: {
      ...common,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(nonce, ownScripts),
      ...(cookie && { 'set-cookie': cookie }),
    },
  })
}

export const json = (body: Replies[keyof Replies], status = 200, cookie?: string): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...common, 'content-type': 'application/json', ...(cookie && { 'set-cookie': cookie }) },
  })

/** What the script shows in place of the form. */
export const endJson = (
  { state, body, status, redirect }: Omit<End, 'state'> & Pick<EndReply, 'state'>,
  accepted = false,
  cookie?: string,
): Response => json({ state, html: body.text, accepted, ...(redirect && { redirect }) }, status, cookie)

export const seeOther = (location: string, cookie?: string): Response =>
  new Response(null, { status: 303, headers: { ...common, location, ...(cookie && { 'set-cookie': cookie }) } })

export const cookieOf = ({ base, token, secure, preview }: Visit): string | undefined =>
  preview ? undefined : sessionCookie(base, token, secure)

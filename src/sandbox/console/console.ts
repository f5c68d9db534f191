/** The console at `/`: pages drawn on the server, behind the token of the console's address. */
import { randomBytes } from 'node:crypto'
import { ControlError } from '../control/error.ts'
import type { ServerParts } from '../engine/server.ts'
import { BadForm, readText } from '../pages/form.ts'
import { html, type Html } from '../pages/html.ts'
import { deliveries } from './deliveries.ts'
import { eventsOf } from './events.ts'
import { faults } from './faults.ts'
import { documentOf, plainPage } from './frame.ts'
import { guardOf, type Guard } from './guard.ts'
import { inbox } from './inbox.ts'
import { keys } from './keys.ts'
import { isNotice, notices, type ConsolePage, type ConsoleParts, type View } from './page.ts'
import { plan } from './plan.ts'
import { reference } from './reference.ts'
import { requests } from './requests.ts'
import { surveys } from './surveys.ts'

const pages = new Map(
  Object.entries<ConsolePage>({
    '/': surveys,
    '/console/inbox': inbox,
    '/console/deliveries': deliveries,
    '/console/requests': requests,
    '/console/faults': faults,
    '/console/plan': plan,
    '/console/keys': keys,
    '/console/api': reference,
  }),
)

const links = Array.from(pages, ([href, { title }]) => ({ href, title }))

export function createConsole(parts: ConsoleParts, token: string): ServerParts['console'] {
  const guard = guardOf(token, parts.service.publicUrl)
  return async (request) => {
    const url = new URL(request.url)
    const cookie = guard.admit(url)
    // The redirect removes the token from the address bar and the browser's history.
    if (cookie) return new Response(null, { status: 303, headers: { ...common, location: '/', 'set-cookie': cookie } })
    if (!guard.isAdmitted(request)) return url.pathname === '/' ? document(200, welcome) : notFound()
    const page = pages.get(url.pathname)
    if (!page) return url.pathname === '/console' ? seeOther('/') : notFound()
    if (url.searchParams.has('events')) {
      const { live } = page
      return guard.isProof(url.searchParams.get('events')) && live ? eventsOf(parts, () => live(parts, url.searchParams)) : notFound()
    }
    if (request.method === 'POST') return change(parts, guard, page, url, request)
    return guard.isForWindow(request) ? show(parts, page, url, { query: url.searchParams, proof: guard.proof }) : forbidden()
  }
}

async function change(parts: ConsoleParts, guard: Guard, page: ConsolePage, url: URL, request: Request): Promise<Response> {
  if (!page.act || !guard.isOwnForm(request)) return forbidden()
  let form
  try {
    form = new URLSearchParams(await readText(request))
  } catch (error) {
    if (error instanceof BadForm) return plain(error.status, error.message, html`The form was not sent.`)
    throw error
  }
  if (!guard.isProof(form.get('proof'))) return forbidden()
  try {
    return seeOther(`${url.pathname}?done=${await page.act(parts, form)}`)
  } catch (error) {
    if (!(error instanceof ControlError)) throw error
    return show(parts, page, url, { query: url.searchParams, proof: guard.proof, refused: { form, problems: error.message.split('\n') } })
  }
}

async function show(parts: ConsoleParts, page: ConsolePage, { pathname, search, searchParams }: URL, view: View): Promise<Response> {
  const body = await parts.read(() => page.body(parts, view))
  const events = page.live && `${pathname}${search === '' ? '?' : `${search}&`}events=${view.proof}`
  const done = searchParams.get('done') ?? ''
  const message = isNotice(done) ? notices[done] : undefined
  return document(view.refused ? 422 : 200, (nonce) =>
    documentOf({ title: page.title, here: pathname, links, nonce, body, events, message }),
  )
}

const common = {
  'cache-control': 'no-store',
  // With `no-referrer` browsers send the console's own forms with `Origin: null`.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

function document(status: number, draw: (nonce: string) => Html): Response {
  const nonce = randomBytes(16).toString('base64')
  return new Response(draw(nonce).text, {
    status,
    headers: { ...common, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy(nonce) },
  })
}

const welcome = (nonce: string): Html =>
  plainPage(
    nonce,
    'This is a sandbox of surveyctl',
    html`It runs a survey service on this machine. To open its console: <code>surveyctl sandbox console --web</code>, or the address that
      <code>surveyctl sandbox start</code> printed.`,
  )

const plain = (status: number, title: string, text: Html): Response => document(status, (nonce) => plainPage(nonce, title, text))
const notFound = (): Response => plain(404, 'Not Found', html`The console has no such page, or it was not opened by its own address.`)
const forbidden = (): Response => plain(403, 'Forbidden', html`This request is accepted from the console itself only.`)
const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { ...common, location } })

/**
 * The respondent page, from request to response: `/s/{virtual_id}` runs the published version, `/p/{key}/{virtual_id}`
 * previews the draft and records nothing. The addresses below them are the actions of actions.ts.
 */
import { refusalOf, hasEnded } from './admission.ts'
import { actions, type Post } from './actions.ts'
import { closed } from './ends.ts'
import type { ServerParts } from '../engine/server.ts'
import { BadForm, readForm } from '../pages/form.ts'
import { Gate } from './gate.ts'
import { endPage, gatePage, notFoundPage, surveyPage } from './page.ts'
import { page } from './reply.ts'
import { standardText } from './standard-texts.ts'
import type { RespondentStore } from './store.ts'
import { uploadLimits } from './submission.ts'
import { openVisit, renewed, type Arrival } from './visit.ts'

const address = /^(\/(?:s|p\/([\w-]+))\/([\w-]+))(?:\/(\w+))?\/?$/

export function createRespondent(store: RespondentStore): ServerParts['respondent'] {
  const gate = new Gate()
  return async (request, ip) => {
    const [, base, key, virtualId, action] = address.exec(new URL(request.url).pathname) ?? []
    if (!base || !virtualId || (action !== undefined && !isAction(action))) return notFound()
    const survey = store.survey(virtualId, key)
    if (!survey) return notFound()
    const arrival = { store, survey, preview: key !== undefined, base, request, ip }
    const method = action ? 'POST' : request.method === 'HEAD' ? 'HEAD' : 'GET'
    if (request.method !== method)
      return new Response('Method Not Allowed', { status: 405, headers: { allow: action ? 'POST' : 'GET, HEAD' } })
    if (!action) return view(gate, arrival)
    try {
      return await actions[action](await read(gate, arrival))
    } catch (error) {
      if (error instanceof BadForm) return new Response(error.message, { status: error.status })
      throw error
    }
  }
}

const isAction = (name: string): name is keyof typeof actions => Object.hasOwn(actions, name)

const notFound = (): Response =>
  page(undefined, 404, () => notFoundPage((['en', 'ru'] as const).map((lang) => ({ lang, text: standardText('not_found', lang) }))))

function view(gate: Gate, arrival: Arrival): Response {
  const visit = openVisit(arrival)
  const refusal = visit.preview ? undefined : refusalOf(visit)
  if (refusal) return page(visit, 403, (nonce) => endPage(visit, nonce, closed(visit, refusal)))
  const current = hasEnded(visit.answer) ? renewed(visit) : visit
  if (gate.isNeeded(current)) return page(current, 200, (nonce) => gatePage(current, nonce, gate.page(current)))
  return page(current, 200, (nonce) => surveyPage(current, nonce, { values: current.answer?.values ?? {}, problems: {} }))
}

async function read(gate: Gate, arrival: Arrival): Promise<Post> {
  const { request } = arrival
  // Which files a form may contain depends on the publication that is being answered.
  const { survey } = openVisit(arrival)
  const form = await readForm(request, uploadLimits(survey))
  return {
    form,
    gate,
    visit: openVisit(arrival, form),
    wantsJson: request.headers.get('accept')?.includes('application/json') ?? false,
  }
}

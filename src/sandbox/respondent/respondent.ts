/**
 * The pages that respondents open, from request to response: `/s/{virtual_id}` runs the published version, `/p/{virtual_id}`
 * shows the draft and records nothing. Below them are the actions of actions.ts.
 */
import { refusalOf, hasEnded } from './admission.ts'
import { actions, type Asked } from './actions.ts'
import { closed } from './ends.ts'
import { BadForm, fieldOf, readForm } from './form.ts'
import { createGate, type Gate } from './gate.ts'
import { bareNotFound, endPage, gatePage, surveyPage } from './page.ts'
import { page } from './reply.ts'
import { standardText } from './standard-texts.ts'
import type { RespondentStore, Survey } from './store.ts'
import { fileLimits } from './submission.ts'
import { openVisit, renewed } from './visit.ts'

export interface Respondent {
  /** `ip` is the address that the request came from. */
  handle: (request: Request, ip: string) => Promise<Response>
}

export function createRespondent(store: RespondentStore): Respondent {
  const gate = createGate()
  return {
    async handle(request, ip) {
      const [, stage, virtualId, action] = /^\/([sp])\/([\w-]+)(?:\/(\w+))?\/?$/.exec(new URL(request.url).pathname) ?? []
      if (!virtualId || (action && !Object.hasOwn(actions, action))) return notFound()
      const preview = stage === 'p'
      const survey = await store.survey(virtualId, preview ? 'draft' : 'published')
      if (!survey) return notFound()
      const method = action ? 'POST' : request.method === 'HEAD' ? 'HEAD' : 'GET'
      if (request.method !== method)
        return new Response('Method Not Allowed', { status: 405, headers: { allow: action ? 'POST' : 'GET, HEAD' } })
      if (!action) return view(store, gate, survey, preview, request, ip)
      try {
        return await actions[action as keyof typeof actions](await read(store, gate, survey, preview, request, ip))
      } catch (error) {
        if (error instanceof BadForm) return new Response(error.message, { status: error.status })
        throw error
      }
    },
  }
}

const notFound = (): Response =>
  page(undefined, 404, () => bareNotFound(`${standardText('not_found', 'en')} · ${standardText('not_found', 'ru')}`))

async function view(store: RespondentStore, gate: Gate, survey: Survey, preview: boolean, request: Request, ip: string): Promise<Response> {
  const visit = await openVisit(store, survey, preview, request, ip)
  const refusal = preview ? undefined : await refusalOf(store, survey, visit)
  if (refusal) return page(visit, 403, (nonce) => endPage(visit, nonce, closed(visit, refusal)))
  const current = hasEnded(visit.answer) ? renewed(visit) : visit
  if (gate.isNeeded(current)) return page(current, 200, (nonce) => gatePage(current, nonce, gate.page(current)))
  return page(current, 200, (nonce) => surveyPage(current, nonce, { values: current.answer?.values ?? {}, problems: {} }))
}

async function read(store: RespondentStore, gate: Gate, survey: Survey, preview: boolean, request: Request, ip: string): Promise<Asked> {
  const form = await readForm(request, fileLimits(survey))
  return {
    form,
    gate,
    visit: await openVisit(store, survey, preview, request, ip, fieldOf(form, 'token')),
    wantsJson: request.headers.get('accept')?.includes('application/json') ?? false,
  }
}

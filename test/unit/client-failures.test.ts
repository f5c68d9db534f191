import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { adviceOf } from '../../src/cli/advice.ts'
import { failureOf } from '../../src/client/answer/failures.ts'
import { everyGroup } from '../../src/commands/every-group.ts'
import { loaders } from '../../src/commands/index.ts'
import { folderId, idOf, list, naming, quizId, text } from '../../src/contract/core/fields.ts'
import { operation, type AnyOperation } from '../../src/contract/core/operation.ts'

const groups = await Promise.all(Array.from(loaders().values(), (load) => load()))
/** What all groups know together, as of one command. */
const advice = adviceOf({
  definition: { examples: [] },
  group: {
    ...everyGroup,
    shows: 'quiz view {id}',
    refusals: Object.assign({}, ...groups.map(({ commands }) => commands[0]!.group!.refusals)) as Record<string, { says: string }>,
  },
})

const result = z.unknown()
const publish = operation({
  id: 'quiz.publish',
  request: 'POST /quiz/{id}/publish',
  effect: 'live',
  summary: 'x',
  result,
  right: 'edit_quiz',
})
const webhook = operation({
  id: 'webhook.edit',
  request: 'POST /quiz/{id}/webhooks/{webhookId}',
  effect: 'live',
  params: { webhookId: idOf('webhook', 'webhook_not_found') },
  summary: 'x',
  result,
  right: 'integrations',
  plan: { option: 'webhook' },
})
const crm = operation({
  id: 'crm.enable',
  request: 'POST /quiz/{id}/integrations/crm/{crm}/toggle',
  effect: 'live',
  summary: 'x',
  result,
  params: { crm: naming(text('x')) },
  right: 'integrations',
  plan: { option: '{crm}' },
})
const create = operation({
  id: 'quiz.create',
  request: 'POST /quiz',
  effect: 'live',
  summary: 'x',
  result,
  body: { folder_id: folderId('x') },
})
const view = operation({ id: 'quiz.view', request: 'GET /quiz/{id}', summary: 'x', result })
const sync = operation({
  id: 'promo.sync',
  request: 'POST /quiz/{id}/promo/sync',
  effect: 'live',
  summary: 'x',
  result,
  body: { list_id: idOf('promo list', 'not_found'), quize_ids: list(quizId('x'), 'x') },
})

const refused = (of: AnyOperation, input: Record<string, unknown>, status: number, body: unknown, headers: Record<string, string> = {}) =>
  failureOf(
    {
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    },
    { method: of.method, path: of.path, operation: of, input, repeatable: of.method === 'GET', signed: true, advice },
  )

const lock = {
  status: false,
  editing_lock: {
    locked: true,
    can_edit: false,
    reason: 'respondent_campaign',
    campaign: { id: 1, title: 'Spring panel', status: 'in_progress' },
  },
}

describe('kind and words of a refusal', () => {
  it.each([
    [publish, { id: 42 }, 401, { message: 'Unauthenticated.' }, 'auth', 'The API key was refused'],
    [publish, { id: 42 }, 423, lock, 'locked', 'Survey 42 is locked by campaign "Spring panel" (in_progress)'],
    [
      publish,
      { id: 42 },
      403,
      { status: false, code: 'access_denied', blocked_by_access: true },
      'forbidden',
      'Survey 42: this key lacks the right edit_quiz (it may be limited to own surveys)',
    ],
    [view, { id: 42 }, 403, { status: false, code: 'access_denied' }, 'forbidden', 'Survey 42: this key has no access'],
    [
      webhook,
      { id: 42, webhookId: 7 },
      403,
      { status: false, code: 'blocked_by_tariff', blocked_by_tariff: true },
      'forbidden',
      'Webhook 7 of survey 42: the plan does not have the option webhook',
    ],
    [
      crm,
      { id: 42, crm: 'crm_a' },
      400,
      { status: false, code: 'blocked_by_tariff' },
      'forbidden',
      'crm_a of survey 42: the plan does not have the option crm_a',
    ],
    [crm, { id: 42, crm: 'crm_a' }, 400, { status: false, code: 'not_connected' }, 'refused', 'crm_a of survey 42 is not connected'],
    [view, { id: 42 }, 400, { status: false, code: 'quiz_not_found' }, 'not_found', 'Survey 42 was not found'],
    [webhook, { id: 42, webhookId: 7 }, 400, { status: false, code: 'webhook_not_found' }, 'not_found', 'Webhook 7 was not found'],
    [create, { folder_id: 5 }, 400, { status: false, code: 'folder_not_found' }, 'not_found', 'Folder 5 was not found'],
    [create, { folder_id: 5 }, 403, { status: false, code: 'quiz_limit_today' }, 'forbidden', 'No more surveys can be created today'],
    [
      sync,
      { id: 1, list_id: 2, quize_ids: [3] },
      400,
      { status: false, code: 'quiz_not_found' },
      'not_found',
      'One of the surveys was not found',
    ],
    [sync, { id: 1, list_id: 2, quize_ids: [3] }, 400, { status: false, code: 'not_found' }, 'not_found', 'Promo list 2 was not found'],
    [
      view,
      { id: 42 },
      404,
      '<html>nothing</html>',
      'not_found',
      "The answer to GET /quiz/{id} is not the service's: 404, an HTML page: <html>nothing</html>",
    ],
    [view, { id: 42 }, 404, { message: '' }, 'not_found', 'The service has no GET /quiz/{id} (404)'],
    [
      publish,
      { id: 42 },
      422,
      { message: 'x', errors: { name: ['is long', 'is odd'], ids: 'is empty' } },
      'invalid',
      'Survey 42: the service found the data invalid',
    ],
    [view, { id: 42 }, 500, { message: 'x' }, 'unavailable', 'Survey 42: the service failed (500)'],
    [
      view,
      { id: 42 },
      502,
      '<html><title>Bad gateway',
      'unavailable',
      "The answer to GET /quiz/{id} is not the service's: 502, an HTML page: <html><title>Bad gateway",
    ],
    [publish, { id: 42 }, 429, {}, 'unavailable', 'Survey 42: the service asks for fewer requests (429)'],
    [
      publish,
      { id: 42 },
      400,
      { status: false, code: 'brand_new', message: 'because' },
      'refused',
      'Survey 42: the service refused (brand_new): because',
    ],
  ])('%#: %s', (of, input, status, body, kind, message) => {
    const failure = refused(of, input, status, body)
    expect([failure.kind, failure.message, failure.facts.status]).toEqual([kind, message, status])
  })

  it('keeps the texts of each field', () =>
    expect(refused(publish, { id: 1 }, 422, { errors: { name: ['is long', 'is odd'], ids: 'is empty' } }).facts.fields).toEqual({
      name: ['is long', 'is odd'],
      ids: ['is empty'],
    }))

  it('keeps code and body', () =>
    expect(refused(view, { id: 1 }, 400, { status: false, code: 'quiz_not_found' }).toJSON().error).toMatchObject({
      code: 'quiz_not_found',
      details: { code: 'quiz_not_found' },
      retryable: false,
    }))

  it('says that a failed write may have been done', () =>
    expect(refused(publish, { id: 42 }, 502, {}).facts.hint).toBe(
      'The request was sent, but its outcome is unknown. Check before retrying: surveyctl quiz view 42',
    ))

  it.each([
    ['7', 7000],
    ['a date', 30_000],
    ['soon', undefined],
  ])('Retry-After %s', (text, wanted) => {
    const given = text === 'a date' ? new Date(Date.now() + 30_000).toUTCString() : text
    const { retryAfter } = refused(view, { id: 1 }, 503, {}, { 'retry-after': given })
    if (wanted === undefined) expect(retryAfter).toBeUndefined()
    else expect(Math.abs(retryAfter! - wanted)).toBeLessThan(20_000)
  })
})

it('wants a key where none was sent', () => {
  const asked = { method: 'GET', path: '/quiz', input: {}, repeatable: true, signed: false, advice }
  expect(failureOf({ status: 401, headers: {}, body: Buffer.from('{"message": "Unauthenticated."}') }, asked).message).toBe(
    'The service requires an API key',
  )
})

/** The specification's tables "General codes" and "Codes of single methods", by hand. */
const codes: Record<number, string> = {
  400: `email_taken workspace_not_found quiz_not_found answer_not_found folder_not_found not_found not_found_option blocked_by_tariff not_connected
    toggle_failed connection_lost directories_failed directories_unavailable pipeline_unknown status_mismatch field_unknown bind_not_widget
    subtype_without_bind user_unknown title_empty webhook_exists webhook_not_found inactive no_recipients test_failed unknown_questions
    emails_not_initialized storage_not_connected subdomain_invalid subdomain_long subdomain_forbidden subdomain_taken account_not_found
    source_not_found scheduler_not_found ai_report_refused report_not_ready restore_failed password_not_found password_save_failed
    password_delete_failed print_failed duplicate_name default_folder template_not_found generation_failed member_already member_not_in_folder
    self_remove save_failed`,
  401: 'user_not_authenticated invalid_credentials',
  403: `user_deleted access_denied access_denied_to_folder quiz_limit_today blocked_by_tariff tariff_subdomain tariff_type ai_report_limit_reached
    disk_limit_reached`,
  422: `unknown_crm unknown_entity unknown_block unknown_messenger unknown_service field_ambiguous field_empty stage_mismatch stage_deal_only
    subdomain_invalid subdomain_long subdomain_forbidden subdomain_taken confirm_required`,
  500: 'registration_failed login_failed',
}
const each = Object.entries(codes).flatMap(([status, text]) => text.split(/\s+/).map((code) => [Number(status), code] as const))

it.each(each)('%s %s has a sentence of its own', (status, code) => {
  const { message, kind } = refused(webhook, { id: 42, webhookId: 7 }, status, { status: false, code })
  expect(message).not.toMatch(/the service refused|the service failed|found the data invalid|\{it\}/)
  expect(kind).not.toBe(status === 400 ? 'invalid' : 'refused')
})

/** `surveyctl api`: sends any request and prints the answer unchanged. */
import type { ApiRequest } from './context.ts'
import type { EngineContext } from './session/engine.ts'
import { keepSecretsIn } from '../contract/core/secret.ts'
import { CommandError, usageError } from '../errors.ts'
import { parseExactly } from '../text/exact.ts'
import { isObject } from '../text/is-object.ts'

/** The query of the next page. Whether the service counts pages or offsets shows in its answer. */
function nextPage(page: Readonly<Record<string, unknown>>, query: [string, string][], count: number): [string, string][] | undefined {
  const without = (...names: string[]): [string, string][] => query.filter(([name]) => !names.includes(name))
  if (typeof page.last_page === 'number') {
    const at = Number(page.page ?? 1)
    return at < page.last_page ? [...without('page'), ['page', String(at + 1)]] : undefined
  }
  const offset = Number(page.offset ?? 0) + count
  const more = typeof page.total === 'number' ? offset < page.total : page.has_more === true
  return more && count > 0 ? [...without('offset'), ['offset', String(offset)]] : undefined
}

async function* pages(session: EngineContext, request: ApiRequest): AsyncIterable<unknown[]> {
  const [{ placeOfRows, rowsAt }, { PageGuard }] = await Promise.all([import('../client/rows.ts'), import('../client/page-guard.ts')])
  const guard = new PageGuard(`${request.method} ${addressOf(request.path).split('?')[0]}`)
  let query: [string, string][] | undefined = request.query
  while (query) {
    const answer = await send(session, { ...request, query })
    if (answer.failure) throw answer.failure
    const page = answer.json()
    const place = placeOfRows(page)
    if (!place) throw usageError('--paginate needs a list, and this answer is none')
    const rows = rowsAt(page, place)
    guard.take(rows, isObject(page) && typeof page.total === 'number' ? page.total : undefined)
    yield rows
    query = isObject(page) ? nextPage(page, query, rows.length) : undefined
  }
}

async function send(session: EngineContext, { method, path, query, body }: ApiRequest) {
  const client = await session.requests.client()
  const answer = await session.present.waiting(() => client.request(method, addressOf(path), { query, body }))
  const text = new TextDecoder().decode(answer.body)
  return { ...answer, failure: client.failure(answer), text, json: (): unknown => parseAnswer(text, answer.status) }
}

function parseAnswer(text: string, status: number): unknown {
  try {
    return parseExactly(text)
  } catch {
    throw new CommandError('refused', `The answer (${status}) is not JSON`, {
      status,
      hint: 'Without --jq, --fields and --paginate it is printed as it is',
    })
  }
}

const addressOf = (path: string): string => `/${path.replace(/^\/+/, '')}`

export async function callApi(session: EngineContext, request: ApiRequest): Promise<void> {
  const { flags, present } = session
  if (!['GET', 'HEAD'].includes(request.method)) {
    keepSecretsIn(request.body)
    if (flags.dryRun) return session.requests.plan(request.method, addressOf(request.path), request.body)
    session.consent.guardWrite()
    if (request.method === 'DELETE' && session.settings.current.value('protected')) await session.ask.confirm(`DELETE ${request.path}?`)
    await session.refuseBrokenFilter()
  }
  if (request.paginate) return session.show.rows(pages(session, request))
  const answer = await send(session, request)
  if (request.include) {
    const heads = Object.entries(answer.headers).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`)
    await session.show.print([`HTTP ${answer.status}`, ...heads, '', ''].join('\n'))
  }
  const picked = flags.jq !== undefined || flags.fields !== undefined
  if (!answer.failure && picked) {
    const value = answer.json()
    await (Array.isArray(value) ? session.show.rows([value]) : session.show.thing(value))
  } else {
    await present.bytes(answer.body)
    if (present.terminal && !answer.text.endsWith('\n')) await session.show.print('\n')
  }
  if (answer.failure) throw answer.failure
}

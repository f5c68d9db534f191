/** The HTTP server: the service at /api/v3, the respondent page, files, the console, and the control address. */
import { Hono, type Context } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import { createReadStream } from 'node:fs'
import { sleep } from '../../system/timers.ts'
import { pathNames, type AnyOperation } from '../../contract/core/operation.ts'
import { openApi } from '../../contract/openapi/document.ts'
import { handleRequest } from './dispatch.ts'
import type { Engine } from './service.ts'
import { faultBody, type Faults } from './faults.ts'
import { traceOf } from './logged.ts'
import type { HandlerFault, Group, Route } from './handler.ts'
import type { RequestNotes, Traffic } from './traffic.ts'
import { fileReply, jsonReply, reset, send, sendCut, type Reply } from './reply.ts'
import { bodyFor, overlongStatus } from './overlong.ts'
import { receiveJson } from './json-body.ts'

const basePath = '/api/v3'

type Env = { Bindings: HttpBindings; Variables: { notes: RequestNotes } }
type RequestContext = Context<Env>

export interface ControlAnswer {
  status: number
  body: unknown
}

export interface ServerParts {
  engine: Engine
  groups: readonly Group[]
  faults: Faults
  /** Answers a request to the control address. */
  control: (authorization: string | undefined, body: () => Promise<Readonly<Record<string, unknown>>>) => Promise<ControlAnswer>
  /** Answers a request for a respondent page; `ip` is the client's address. */
  respondent: (request: Request, ip: string) => Promise<Response>
  console: (request: Request) => Promise<Response>
  traffic: Traffic
}

export function buildServer({ engine, groups, faults, control, respondent, console, traffic }: ServerParts): Hono<Env> {
  const app = new Hono<Env>()
  const { log } = engine.service
  const reply = (given: Reply, context: RequestContext): Response | Promise<Response> => send(given, context.env.outgoing, log)
  const serve = (context: RequestContext, route?: Route): Promise<Response> =>
    withFaults(context, faults, log, (handlerFault) =>
      handleRequest(engine, route, {
        incoming: context.env.incoming,
        params: context.req.param(),
        query: new URL(context.req.url).searchParams,
        handlerFault,
        logBody: context.get('notes').body,
      }),
    )
  app.use(async (context, next) => {
    // The console and the control address are no part of the service: their requests aren't logged.
    if (!/^\/(console|control|$)/.test(context.req.path)) context.set('notes', traffic.follow(context.env.incoming, context.env.outgoing))
    const status = overlongStatus(context.env.incoming)
    if (status) return reply(jsonReply(status, bodyFor(status)), context)
    await next()
  })
  for (const route of groups.flatMap(({ routes }) => routes)) {
    app.on(route.operation.method, basePath + routePath(route.operation), (context) => serve(context, route))
  }
  app.all(`${basePath}/*`, (context) => serve(context))
  app.get('/openapi.json', (context) => reply(jsonReply(200, openApi(engine.service.baseUrl)), context))
  app.get('/files/:id/:name', (context) => reply(fileDownload(engine, context.req.param('id')), context))
  app.post('/control', async (context) => {
    const { status, body } = await control(context.req.header('authorization'), () => receiveJson(context.env.incoming))
    return reply(jsonReply(status, body), context)
  })
  app.on(['GET', 'POST'], ['/s/*', '/p/*'], (context) =>
    respondent(context.req.raw, context.env.incoming.socket.remoteAddress ?? '127.0.0.1'),
  )
  app.on(['GET', 'POST'], ['/', '/console', '/console/*'], (context) => console(context.req.raw))
  app.notFound((context) => reply(jsonReply(404, { message: 'Not Found' }), context))
  app.onError((error, context) => {
    log(traceOf(error))
    return reply(jsonReply(500, { message: 'Server Error' }), context)
  })
  return app
}

/** `/quiz/{id}/save` in the router's syntax. Numbers only match digits, so that any other id is a 404. */
function routePath({ path, params }: AnyOperation): string {
  return pathNames(path).reduce<string>((text, name) => {
    const digits = params[name]?.kind === 'integer'
    return text.replace(`{${name}}`, `:${name}${digits ? '{[0-9]+}' : ''}`)
  }, path)
}

type Perform = (handlerFault: HandlerFault) => Promise<Reply>

async function withFaults(context: RequestContext, faults: Faults, log: (line: string) => void, perform: Perform): Promise<Response> {
  const { outgoing } = context.env
  const fault = faults.use(context.req.method, new URL(context.req.url).pathname.slice(basePath.length))
  if (!fault) return send(await perform({}), outgoing, log)
  const { id, used, shuffle, taken_ids, after_commit, delay, reset: breaks, cut, status, code, retry_after, ...withoutEffect } = fault
  // An option that isn't named above would be taken, and do nothing: this doesn't compile then.
  withoutEffect satisfies Record<string, never>
  context.get('notes').fault(id)
  const handlerFault: HandlerFault = { shuffleSeed: shuffle ? used : undefined, refusesTakenIds: taken_ids }
  const stored = after_commit ? await perform(handlerFault) : undefined
  if (delay !== undefined) await sleep(delay)
  if (breaks) return reset(outgoing)
  const refused = faultReply(status, code, retry_after)
  const reply = refused ?? stored ?? (await perform(handlerFault))
  return cut === undefined ? send(reply, outgoing, log) : sendCut(reply, cut, outgoing)
}

function faultReply(status: number | undefined, code: string | undefined, wait: number | undefined): Reply | undefined {
  if (status === undefined && code === undefined) return undefined
  return jsonReply(status ?? 400, faultBody(status ?? 400, code), wait === undefined ? {} : { 'retry-after': String(wait) })
}

/** A stored file, always as a download: an upload never runs as a page. */
function fileDownload({ blobs }: Engine, id: string): Reply {
  const file = blobs.get(id)
  if (!file) return jsonReply(404, { message: 'Not Found' })
  const reply = fileReply({ filename: file.name, type: file.type, body: createReadStream(blobs.path(file)) })
  return { ...reply, headers: { ...reply.headers, 'content-length': String(file.size) } }
}

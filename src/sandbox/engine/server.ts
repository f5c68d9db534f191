/** The sandbox's HTTP side: the service at /api/v3, respondents' pages, files, and the control address. */
import { Hono, type Context } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import { createReadStream } from 'node:fs'
import { sleep } from '../../system/timers.ts'
import { pathNames, type AnyOperation } from '../../contract/core/operation.ts'
import type { Fields } from '../../contract/core/fields.ts'
import { openApi } from '../../contract/openapi/document.ts'
import { answer, type Engine } from './dispatch.ts'
import { faultBody, type Fault, type Faults } from './faults.ts'
import type { Group, Route } from '../api/groups.ts'
import type { Console } from '../console/console.ts'
import type { Control } from '../control/control.ts'
import type { Respondent } from '../respondent/respondent.ts'
import type { Traffic } from './traffic.ts'
import { fileReply, jsonReply, reset, send, sendCut, type Reply } from './reply.ts'
import { takeJson } from './take-json.ts'

export const basePath = '/api/v3'

/** `strike`: tells the traffic that a fault struck the request. */
type Env = { Bindings: HttpBindings; Variables: { strike: (fault: number) => void } }
type Ask = Context<Env>

export interface ServerParts {
  engine: Engine
  groups: readonly Group[]
  faults: Faults
  /** Answers a command of the control address. */
  control: Control
  respondent: Respondent
  console: Console
  traffic: Traffic
}

export function buildServer({ engine, groups, faults, control, respondent, console, traffic }: ServerParts): Hono<Env> {
  const app = new Hono<Env>()
  const { log } = engine.service
  const reply = (given: Reply, ask: Ask): Response | Promise<Response> => send(given, ask.env.outgoing, log)
  const serve = (ask: Ask, route?: Route): Promise<Response> =>
    withFaults(ask, faults, log, (wander) =>
      answer(engine, route, {
        incoming: ask.env.incoming,
        params: ask.req.param(),
        query: new URL(ask.req.url).searchParams,
        wander,
      }),
    )
  app.use(async (ask, next) => {
    // What the person's own tools ask is no traffic of the service.
    if (!/^\/(console|control|$)/.test(ask.req.path)) ask.set('strike', traffic.follow(ask.env.incoming, ask.env.outgoing))
    await next()
  })
  for (const route of groups.flatMap(({ routes }) => routes)) {
    app.on(route.operation.method, basePath + routePath(route.operation), (ask) => serve(ask, route))
  }
  app.all(`${basePath}/*`, (ask) => serve(ask))
  app.get('/openapi.json', (ask) => reply(jsonReply(200, openApi(engine.service.baseUrl)), ask))
  app.get('/files/:id/:name', (ask) => reply(keptFile(engine, ask.req.param('id')), ask))
  app.post('/control', async (ask) => {
    const { status, body } = await control(ask.req.header('authorization'), () => takeJson(ask.env.incoming))
    return reply(jsonReply(status, body), ask)
  })
  app.on(['GET', 'POST'], ['/s/*', '/p/*'], (ask) => respondent.handle(ask.req.raw, ask.env.incoming.socket.remoteAddress ?? '127.0.0.1'))
  app.on(['GET', 'POST'], ['/', '/console', '/console/*'], (ask) => console(ask.req.raw))
  app.notFound((ask) => reply(jsonReply(404, { message: 'Not Found' }), ask))
  app.onError((error, ask) => {
    log(error.stack ?? error.message)
    return reply(jsonReply(500, { message: 'Server Error' }), ask)
  })
  return app
}

/** `/quiz/{id}/save` as the router writes it; numbers only match digits, so a wrong id is no address. */
function routePath({ path, params }: AnyOperation): string {
  return pathNames(path).reduce((text, name) => {
    const digits = (params as Fields)[name]!.kind === 'integer'
    return text.replace(`{${name}}`, `:${name}${digits ? '{[0-9]+}' : ''}`)
  }, path as string)
}

type Perform = (wander?: number) => Promise<Reply>

async function withFaults(ask: Ask, faults: Faults, log: (line: string) => void, perform: Perform): Promise<Response> {
  const { outgoing } = ask.env
  const fault = faults.strike(ask.req.method, new URL(ask.req.url).pathname.slice(basePath.length))
  if (!fault) return send(await perform(), outgoing, log)
  ask.get('strike')(fault.id)
  const wander = fault.wander ? fault.struck : undefined
  const stored = fault.after_commit ? await perform(wander) : undefined
  if (fault.delay !== undefined) await sleep(fault.delay)
  if (fault.reset) return reset(outgoing)
  const reply = faultReply(fault) ?? stored ?? (await perform(wander))
  return fault.cut === undefined ? send(reply, outgoing, log) : sendCut(reply, fault.cut, outgoing)
}

const faultReply = ({ status, code, retry_after }: Fault): Reply | undefined =>
  status === undefined && code === undefined
    ? undefined
    : jsonReply(status ?? 400, faultBody(status ?? 400, code), retry_after === undefined ? {} : { 'retry-after': String(retry_after) })

/** A kept file, as something to save: what was uploaded never runs as a page. */
function keptFile({ blobs }: Engine, id: string): Reply {
  const file = blobs.get(id)
  if (!file) return jsonReply(404, { message: 'Not Found' })
  const reply = fileReply({ filename: file.name, type: file.type, body: createReadStream(blobs.path(file)) })
  return { ...reply, headers: { ...reply.headers, 'content-length': String(file.size) } }
}

/** All that answers requests, from the service's operations to the pages: loaded with the first one. */
import { getRequestListener } from '@hono/node-server'
import type { RequestListener } from 'node:http'
import { createConsole } from './console/console.ts'
import type { ConsoleParts } from './console/page.ts'
import { controlActions, type ControlParts } from './control/actions.ts'
import { controlOf, perform } from './control/control.ts'
import { buildServer } from './engine/server.ts'
import type { Engine } from './engine/service.ts'
import type { Traffic } from './engine/traffic.ts'
import { createRespondent } from './respondent/respondent.ts'
import { respondentStore } from './respondent/store.ts'

export interface ListenerParts extends Omit<ControlParts, 'service'> {
  engine: Engine
  traffic: Traffic
  tokens: Record<'control' | 'console', string>
  info: ConsoleParts['info']
}

export function createListener({ engine, traffic, tokens, ...parts }: ListenerParts): RequestListener {
  const { service, writes } = engine
  const { groups, faults, info } = parts
  const actions = controlActions({ ...parts, service })
  const app = buildServer({
    engine,
    groups,
    faults,
    traffic,
    control: controlOf(actions, tokens.control),
    console: createConsole(
      {
        service,
        traffic,
        read: (work) => writes.read(work),
        info,
        faults: () => faults.list(),
        perform: (action, input) => perform(actions, action, input),
      },
      tokens.console,
    ),
    respondent: createRespondent(respondentStore(service, groups)),
  })
  return getRequestListener(app.fetch, { overrideGlobalObjects: false })
}

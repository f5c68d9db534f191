/** All that answers requests, from the service's operations to the pages: loaded with the first one. */
import { getRequestListener } from '@hono/node-server'
import type { RequestListener } from 'node:http'
import type { Group } from './engine/group.ts'
import { createConsole } from './console/console.ts'
import type { ConsoleParts } from './console/page.ts'
import { controlActions } from './control/actions.ts'
import { controlOf, perform } from './control/control.ts'
import type { Faults } from './engine/faults.ts'
import { buildServer } from './engine/server.ts'
import type { Engine } from './engine/service.ts'
import type { Traffic } from './engine/traffic.ts'
import { createRespondent } from './respondent/respondent.ts'
import { isSeed, type SeedName } from './seed/seed.ts'
import { respondentStore } from './respondent/stored.ts'

export interface ListenerParts {
  engine: Engine
  groups: readonly Group[]
  faults: Faults
  traffic: Traffic
  tokens: Record<'control' | 'console', string>
  workspaceId: number
  /** How to reach the sandbox. */
  info: ConsoleParts['info']
  reset: (seed?: SeedName) => Promise<void>
  /** Copies the sandbox into a new folder. */
  save: (folder: string) => Promise<void>
}

export function createListener({
  engine,
  groups,
  faults,
  traffic,
  tokens,
  workspaceId,
  info,
  reset,
  save,
}: ListenerParts): RequestListener {
  const { service, writes } = engine
  const actions = controlActions({
    service,
    groups,
    faults,
    workspaceId: () => workspaceId,
    info,
    reset: (wanted) => reset(isSeed(wanted) ? wanted : undefined),
    save,
  })
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
        plan: () => service.plan(workspaceId),
        faults: () => faults.list(),
        perform: (action, input) => perform(actions, action, input),
      },
      tokens.console,
    ),
    respondent: createRespondent(respondentStore(service, groups)),
  })
  return getRequestListener(app.fetch, { overrideGlobalObjects: false })
}

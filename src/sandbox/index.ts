/** The whole service on this machine. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Clock } from './engine/clock.ts'
import { Faults } from './engine/faults.ts'
import { groups as allGroups } from './api/groups.ts'
import type { Service } from './store/service.ts'
import type { ListenerParts } from './listener.ts'
import { identify, runSeed, type SeedName } from './seed/seed.ts'
import { maxHeadBytes, refuseUnreadable } from './engine/overlong.ts'
import { createEngine } from './engine/service.ts'
import { Traffic, type LoggedRequest } from './engine/traffic.ts'
import { databaseFile, filesFolder, openHome } from './store/home.ts'
import { saveTo } from './control/save.ts'
import { Store } from './store/store.ts'
import { removeTemporary, temporaryFolder } from '../system/temporary.ts'

export interface SandboxOptions {
  /** 0 picks a free port. */
  port?: number
  /** Folder that keeps the state; without one it is temporary. */
  data?: string
  seed?: SeedName
  allowLocalWebhooks?: boolean
  /** Receives each line of the log. */
  log?: (line: string) => void
}

export interface Sandbox {
  baseUrl: string
  publicUrl: string
  controlUrl: string
  controlToken: string
  /** With its token, for the person who started the sandbox. */
  consoleUrl: string
  apiKey: string
  workspaceId: number
  folderId: number
  service: Service
  clock: Clock
  /** Runs what is due now; a timer does so every second. */
  tick: () => Promise<void>
  /** Resolves once deliveries and other background work have ended. */
  idle: () => Promise<void>
  /** Calls the listener for each request once it is answered. */
  onRequest: (listener: (request: LoggedRequest) => void) => void
  /** Starts again from a seed; the owner's key and all addresses stay. */
  reset: (seed?: SeedName) => Promise<void>
  /** When this sandbox was started. */
  startedAt: string
  /** The folder of `data`. */
  data: string | null
  close: () => Promise<void>
}

/** In milliseconds: longer than clients are idle, so that hardly any sends on a connection that is just being closed. */
const keepAliveTimeout = 65_000

export async function createSandbox({
  port = 0,
  data,
  seed = 'empty',
  allowLocalWebhooks = false,
  log = () => {},
}: SandboxOptions = {}): Promise<Sandbox> {
  const server = createServer({ keepAliveTimeout, maxHeaderSize: maxHeadBytes })
  refuseUnreadable(server)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server that listens has a port.
  const { port: chosenPort } = server.address() as AddressInfo
  const publicUrl = `http://127.0.0.1:${chosenPort}`
  const home = data === undefined ? temporaryFolder('surveyctl-sandbox') : openHome(data)
  const temporary = data === undefined
  try {
    return await start({ server, publicUrl, home, temporary, log, allowLocalWebhooks, firstSeed: seed })
  } catch (error) {
    server.close()
    if (temporary) removeTemporary(home)
    throw error
  }
}

interface Parts {
  server: Server
  publicUrl: string
  home: string
  temporary: boolean
  log: (line: string) => void
  allowLocalWebhooks: boolean
  firstSeed: SeedName
}

async function start({ server, publicUrl, home, temporary, log, allowLocalWebhooks, firstSeed }: Parts): Promise<Sandbox> {
  const stop = new AbortController()
  // '' is SQLite's nameless temporary file: deleted with the process, and only its cached pages are in memory.
  const store = new Store(temporary ? '' : join(home, databaseFile))
  const clock = new Clock()
  const groups = allGroups()
  const faults = new Faults()
  const engine = createEngine({
    store,
    clock,
    groups,
    folder: join(home, filesFolder),
    publicUrl,
    allowLocalWebhooks,
    signal: stop.signal,
    log,
  })
  const { service, writes, blobs } = engine
  const seeded = identify(store) ?? (await writes.write(() => runSeed(service, groups, firstSeed)))
  const [controlToken, consoleToken] = [newToken(), newToken()]
  const traffic = new Traffic(() => clock.now())
  const tick = async (): Promise<void> => {
    for (const { hooks } of groups) if (hooks?.tick) await writes.write(() => hooks.tick?.(service, clock.now()))
  }
  const reset = async (seed: SeedName = firstSeed): Promise<void> => {
    await writes.write(async () => {
      store.clear()
      blobs.clear()
      faults.clear()
      await runSeed(service, groups, seed, seeded.apiKey)
    })
  }
  const sandbox: Sandbox = {
    baseUrl: service.baseUrl,
    publicUrl,
    controlUrl: `${publicUrl}/control`,
    controlToken,
    consoleUrl: `${publicUrl}/?token=${consoleToken}`,
    startedAt: new Date().toISOString(),
    data: temporary ? null : home,
    ...seeded,
    service,
    clock,
    tick,
    idle: () => writes.idle(),
    onRequest: (listener) => traffic.listen(listener, stop.signal),
    reset,
    close: async () => {
      stop.abort()
      clearInterval(timer)
      await closeServer(server)
      await writes.idle()
      store.close()
      if (temporary) removeTemporary(home)
    },
  }
  const parts: ListenerParts = {
    engine,
    groups,
    faults,
    traffic,
    tokens: { control: controlToken, console: consoleToken },
    workspaceId: seeded.workspaceId,
    info: () => connectionInfo(sandbox),
    reset,
    save: (folder) => writes.betweenWrites(() => saveTo(folder, store, join(home, filesFolder))),
  }
  answerRequests(server, parts, log)
  const timer = setInterval(() => void tick().catch((error: unknown) => log(String(error))), 1000).unref()
  return sandbox
}

/** How to reach the sandbox, as `sandbox status` shows it. */
const connectionInfo = ({ baseUrl, apiKey, workspaceId, folderId, controlUrl, consoleUrl, data, startedAt }: Sandbox) => ({
  base_url: baseUrl,
  api_key: apiKey,
  workspace_id: workspaceId,
  folder_id: folderId,
  control_url: controlUrl,
  console_url: consoleUrl,
  data,
  started_at: startedAt,
  pid: process.pid,
})

const newToken = (): string => randomBytes(24).toString('base64url')

/** What answers is loaded with the first request: a start, which needs none of it, takes a tenth less. */
function answerRequests(server: Server, parts: ListenerParts, log: (line: string) => void): void {
  let loaded: Promise<RequestListener> | undefined
  server.on('request', (incoming, outgoing) => {
    loaded ??= import('./listener.ts').then(({ createListener }) => createListener(parts))
    loaded
      .then((listener) => listener(incoming, outgoing))
      .catch((error: unknown) => {
        log(String(error))
        outgoing.destroy()
      })
  })
}

/** Idle connections are closed at once, busy ones get a moment to finish. */
const closeServer = (server: Server): Promise<void> =>
  new Promise((done) => {
    const force = setTimeout(() => server.closeAllConnections(), 400)
    // Connections go on becoming idle after this: the console's event streams are just ending.
    const idle = setInterval(() => server.closeIdleConnections(), 20)
    server.close(() => {
      clearTimeout(force)
      clearInterval(idle)
      done()
    })
    server.closeIdleConnections()
  })

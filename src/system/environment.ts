/** The environment of a run, which is read far down, as `process.env` is, and so isn't handed through every function. */
import { AsyncLocalStorage } from 'node:async_hooks'

const runs = new AsyncLocalStorage<NodeJS.ProcessEnv>()

export const environment = (): NodeJS.ProcessEnv => runs.getStore() ?? process.env

export const withEnvironment = <T>(env: NodeJS.ProcessEnv, work: () => T): T => runs.run(env, work)

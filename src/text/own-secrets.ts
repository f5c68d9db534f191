/** The secrets of a run, and the pattern that finds them, which is made when first needed. */
import { AsyncLocalStorage } from 'node:async_hooks'

interface Secrets {
  readonly texts: Set<string>
  pattern: RegExp | undefined
}

const none = (): Secrets => ({ texts: new Set(), pattern: undefined })
const runs = new AsyncLocalStorage<Secrets>()
const ofProcess = none()

export const ownSecrets = (): Secrets => runs.getStore() ?? ofProcess

/** What `work` registers is forgotten with it. */
export const withOwnSecrets = <T>(work: () => T): T => runs.run(none(), work)

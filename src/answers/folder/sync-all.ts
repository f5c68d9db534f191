/** Syncs surveys one after the other: one that fails keeps the others from nothing, unless the service is away. */
import { CommandError } from '../../errors.ts'
import type { Service } from '../../service.ts'
import type { Progress } from '../derive/work.ts'
import { databasesOf } from './destinations.ts'
import { syncDirect } from './direct.ts'
import { syncFolder, type Synced, type Wanted } from './sync.ts'
import { counted } from '../../text/counted.ts'

export interface SyncTarget {
  quiz: number
  /** Absent: the database holds all that is remembered. */
  folder?: string
}

export interface Failed {
  quiz: number
  error: CommandError
}

interface Following {
  /** How far a survey is; `end` once it is synced, or failed. */
  meterOf: (quiz: number) => { progress: Progress; end: () => void }
  onSynced: (synced: Synced) => void
}

export async function syncAll(
  service: Service,
  base_url: string,
  targets: readonly SyncTarget[],
  wanted: Wanted,
  { meterOf, onSynced }: Following,
): Promise<{ done: Synced[]; failed: Failed[] }> {
  const done: Synced[] = []
  const failed: Failed[] = []
  for (const [index, { quiz, folder }] of targets.entries()) {
    const { progress, end } = meterOf(quiz)
    const [options, whose] = [
      { ...wanted, progress },
      { quiz, base_url },
    ]
    const works =
      folder === undefined
        ? databasesOf(quiz, wanted.destinations).map((one) => () => syncDirect(service, whose, one, options))
        : [() => syncFolder(service, { ...whose, folder }, options)]
    try {
      const some: Synced[] = []
      try {
        for (const work of works) some.push(await work())
      } finally {
        end()
        done.push(...some)
      }
      for (const synced of some) onSynced(synced)
    } catch (error) {
      if (targets.length === 1 || service.signal.aborted || !(error instanceof CommandError) || error.kind === 'auth') throw error
      const { hint } = error.facts
      const said = hint === undefined ? error.message : `${error.message}. ${hint}`
      service.warn(/^Survey \d+[ :]/.test(said) ? said : `Survey ${quiz}: ${said}`)
      failed.push({ quiz, error })
      const others = targets.slice(index + 1)
      if (!isAway(error) || others.length === 0) continue
      service.warn(`The service is away: surveys ${others.map((one) => one.quiz).join(', ')} were not tried`)
      failed.push(...others.map((one) => ({ quiz: one.quiz, error })))
      break
    }
  }
  return { done, failed }
}

/** A request that was given up without an answer: each survey would wait as long for nothing. */
const isAway = ({ kind, facts: { request, status } }: CommandError): boolean =>
  kind === 'unavailable' && request !== undefined && status === undefined

export function failureFacts({ quiz, error: { kind, message, facts } }: Failed) {
  const { code = null, hint = null, retryable = false } = facts
  return { quiz_id: quiz, kind, code, message, hint, retryable }
}

export function syncFailure(failed: readonly Failed[], all: number): CommandError {
  const [first, ...others] = failed.map(({ error }) => error)
  const isOne = others.every(({ kind }) => kind === first?.kind)
  const kind = failed.length < all ? 'partial' : isOne && first ? first.kind : 'unavailable'
  return new CommandError(kind, `${failed.length} of ${counted(all, 'survey')} could not be synced`, {
    details: failed.map(failureFacts),
    hint: 'The warnings above say why',
    retryable: failed.every(({ error }) => error.facts.retryable === true),
  })
}

/** Of the names that were given, those of no question in any of the surveys. */
export const unusedKeys = (done: readonly Synced[], { keys }: Wanted): string[] =>
  Object.keys(keys).filter((id) => done.every(({ unused_keys }) => unused_keys.includes(id)))

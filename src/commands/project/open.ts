/** What every project command starts with: folder, environment, account, files and state. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mainPath } from '../../assets.ts'
import type { Context } from '../../cli/context.ts'
import { readDuration } from '../../cli/duration.ts'
import { keepHeapSmall } from '../small-heap.ts'
import type { Environment } from '../../project/config.ts'
import { SurveyCache } from '../../project/survey-cache.ts'
import { environmentOf, openProject, type Project } from '../../project/project.ts'
import { readState, refuseForeign, refuseDuplicates, type Account, type SurveyPlace } from '../../project/state.ts'

export interface Opened {
  /** Under the environment's profile. */
  context: Context
  project: Project
  environment: Environment
  cache: SurveyCache
}

interface OpenOptions {
  env?: string | undefined
  writes?: boolean
  /** Ignore what earlier runs cached. */
  anew?: boolean
}

export function openHere(given: Context, { env, writes = false, anew = false }: OpenOptions): Opened {
  keepHeapSmall()
  const project = openProject(process.cwd())
  const environment = environmentOf(project, env)
  const { profile } = environment
  const context = profile === undefined || given.flags.profile !== undefined ? given : given.under(profile, writes)
  const folder = join(context.settings().cacheDir, 'projects')
  const cache = new SurveyCache(project, environment, { folder, version: versionOf(), anew })
  process.once('exit', () => cache.save(project.keys))
  return { context, project, environment, cache }
}

const versionOf = (): string => createHash('sha256').update(process.version).update(readFileSync(mainPath)).digest('hex')

export async function accountOf({ context }: Opened): Promise<Account> {
  const base_url = context.settings().value('base_url')
  // Without an address nothing is asked, and the first request says so.
  if (base_url === undefined) await context.client()
  return { base_url: base_url ?? '', workspace_id: await context.workspace() }
}

export const placeOf = ({ base_url, workspace_id, quiz_id }: SurveyPlace): SurveyPlace => ({ base_url, workspace_id, quiz_id })

/** Which survey each is, and of which account. */
export const statesOf = ({ project, environment }: Opened): [string, SurveyPlace | undefined][] =>
  project.keys.map((key) => {
    const state = readState(project, environment.name, key)
    return [key, state && placeOf(state)]
  })

/** Before anything is written: what is known of the states is of then. */
export function refuseForeignStates({ project, environment, cache }: Opened, account: Account): void {
  const states = project.keys.map((key) => [key, cache.find(key)?.facts.place ?? readState(project, environment.name, key)] as const)
  refuseForeign(states, environment.name, account)
  refuseDuplicates(states, environment.name)
}

/** How long pauses that the service asks for may sum to. */
export const waitAsTold = ({ context }: Opened, patience: string | undefined): Promise<void> =>
  context.patient(patience === undefined ? undefined : readDuration(patience, '--patience'))

/** Surveys at once: more than the client's eight requests, so that none of these waits while a survey is compared. */
export const atOnce = 12

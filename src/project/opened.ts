/** A project on the service: what every job of it starts with. */
import type { Service } from '../service.ts'
import type { Journal } from '../system/journal.ts'
import type { Environment } from './files/config.ts'
import type { Project } from './files/project.ts'
import { readState, refuseDuplicates, refuseForeign, type Account, type SurveyPlace } from './state/state.ts'
import type { SurveyCache } from './state/survey-cache.ts'
import { refuseUnnamed } from './state/unnamed.ts'

export interface Opened {
  /** Under the environment's profile. */
  service: Service
  project: Project
  environment: Environment
  cache: SurveyCache
  account: () => Promise<Account>
  /** Of the writes to this account; only one process has it at a time. */
  journal: () => Journal
}

export const placeOf = ({ base_url, workspace_id, quiz_id }: SurveyPlace): SurveyPlace => ({ base_url, workspace_id, quiz_id })

/** Which survey each is, and of which account. */
export const statesOf = ({ project, environment }: Pick<Opened, 'project' | 'environment'>): [string, SurveyPlace | undefined][] =>
  project.keys.map((key) => {
    const state = readState(project, environment.name, key)
    return [key, state && placeOf(state)]
  })

/** Before anything is written: what is known of the states is of then. */
export async function ownAccount(opened: Opened): Promise<Account> {
  const { project, environment, cache } = opened
  const account = await opened.account()
  const states = project.keys.map((key) => [key, cache.find(key)?.facts.place ?? readState(project, environment.name, key)] as const)
  refuseForeign(states, environment.name, account)
  refuseDuplicates(states, environment.name)
  const unknown = states.flatMap(([key, state]) => (state ? [] : [key]))
  refuseUnnamed(project, environment.name, account, unknown)
  return account
}

/** Surveys at once: more than the client's eight requests, so that none of these waits while a survey is compared. */
export const atOnce = 12

/** What an apply works with, for all its surveys. */
import type { Service } from '../../service.ts'
import type { Environment } from '../files/config.ts'
import type { Project } from '../files/project.ts'
import type { Observed } from '../plan/observe.ts'
import type { Planned } from '../plan/plan-survey.ts'
import type { Step } from '../sections/section.ts'
import { writeState, type Account, type State } from '../state/state.ts'
import type { KnownIds } from './create.ts'
import type { Folders } from './folders.ts'
import type { Once } from './once.ts'

export interface Work {
  service: Service
  project: Project
  environment: Environment
  account: Account
  folders: Folders
  taken: KnownIds
  once: Once
}

/** Called after each step, so that an interrupted apply can say how far it came. */
export type OnStep = (step: Step) => void

/** A plan for a survey that is on the service. */
export interface There extends Planned {
  state: State
  observed: Observed
}

export const save = ({ project, environment }: Work, { key }: Pick<Planned, 'key'>, state: State): State => {
  writeState(project, environment.name, key, state)
  return state
}

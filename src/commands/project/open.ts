/** What a command of a project begins with: the folder, the environment, the account, the files and what is remembered. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Context } from '../../cli/context.ts'
import { readDuration } from '../../cli/duration.ts'
import { usageError } from '../../errors.ts'
import { keepHeapSmall } from '../small-heap.ts'
import type { Environment, Problem } from '../../project/config.ts'
import { readOurs } from '../../project/ours.ts'
import { chosenKeys, environmentOf, openProject, refuseProblems, type Project } from '../../project/project.ts'
import { readState, refuseForeign, refuseTwice, type Account, type Place, type State } from '../../project/state.ts'
import { keptFile, type Kept, type SurveyFile } from '../../project/survey-file.ts'
import { toCopy } from '../../text/to-copy.ts'
import { parseExactly } from '../../text/exact.ts'

export interface Opened {
  /** Under the environment's profile. */
  context: Context
  project: Project
  environment: Environment
}

/** The profile of the environment counts, unless another one is named on the command line. */
export function openHere(given: Context, env: string | undefined, writes = false): Opened {
  keepHeapSmall({ tightly: true })
  const project = openProject(process.cwd())
  const environment = environmentOf(project, env)
  const { profile } = environment
  const context = profile === undefined || given.flags.profile !== undefined ? given : given.under(profile, writes)
  return { context, project, environment }
}

export async function accountOf({ context }: Opened): Promise<Account> {
  const base_url = context.settings().value('base_url')
  // Without an address nothing is asked, and the first request says so.
  if (base_url === undefined) await context.client()
  return { base_url: base_url ?? '', workspace_id: await context.workspace() }
}

export interface Survey {
  key: string
  ours: SurveyFile
  state: State | undefined
}

/** A survey whose files are right. Of hundreds only those are in memory that are looked at. */
export interface Found {
  key: string
  load: () => Survey
}

/** The surveys that keys name, all of them without any; all that is wrong with their files is told at once. */
export function findSurveys(opened: Opened, keys: readonly string[]): Found[] {
  const problems: Problem[] = []
  const found = chosenKeys(opened.project, keys).map((key): Found => {
    const { content, book, media, problems: own } = readSurvey(opened, key).ours
    problems.push(...own)
    // Reading YAML again would take thirty times as long.
    // A copy: what zlib gives back is a part of a buffer of 64 KiB, and would keep all of that.
    const kept = new Uint8Array(deflateRawSync(JSON.stringify({ key, content, book, media } satisfies Kept), { level: 1 }))
    return {
      key,
      load: () => ({
        key,
        ours: keptFile(opened.project, parseExactly(inflateRawSync(kept).toString()) as Kept),
        state: readState(opened.project, opened.environment.name, key),
      }),
    }
  })
  refuseProblems(problems)
  return found
}

/** Each of them once, one after the other, before any problem is told. */
export function eachSurvey(opened: Opened, keys: readonly string[], look: (survey: Survey) => void): number {
  const chosen = chosenKeys(opened.project, keys)
  const problems: Problem[] = []
  for (const key of chosen) {
    const survey = readSurvey(opened, key)
    problems.push(...survey.ours.problems)
    if (problems.length === 0) look(survey)
  }
  refuseProblems(problems)
  return chosen.length
}

function readSurvey({ project, environment }: Opened, key: string): Survey {
  const state = readState(project, environment.name, key)
  return { key, ours: readOurs(project, key, environment, state), state }
}

/** Which survey each is, and of which account. */
export const statesOf = ({ project, environment }: Opened): [string, Place | undefined][] =>
  project.keys.map((key) => {
    const state = readState(project, environment.name, key)
    return [key, state && { base_url: state.base_url, workspace_id: state.workspace_id, quiz_id: state.quiz_id }]
  })

export function refuseForeignStates(opened: Opened, account: Account): void {
  const states = statesOf(opened)
  refuseForeign(states, opened.environment.name, account)
  refuseTwice(states, opened.environment.name)
}

export function needState({ key, state }: Survey, { environment }: Opened): State {
  if (state) return state
  throw usageError(
    `Survey ${key} is not on the service yet, as far as environment ${environment.name} knows`,
    toCopy`To make it: surveyctl project apply ${key}; to name the one that it is: surveyctl project adopt ${key} SURVEY`,
  )
}

/** How long pauses that the service asks for may sum to. */
export const waitAsTold = ({ context }: Opened, patience: string | undefined): Promise<void> =>
  context.patient(patience === undefined ? undefined : readDuration(patience, '--patience'))

/** Requests at once, as the client itself bounds them. */
export const atOnce = 8

/** `project apply`: what it shows and asks before, and how it ended. */
import type { Context } from '../../../cli/context.ts'
import { readDuration } from '../../../cli/values.ts'
import { CommandError, usageError } from '../../../errors.ts'
import type { Column } from '../../../output/columns.ts'
import { applyPlans, refuseUnwritable, type ApplyOptions } from '../../../project/apply/apply-plans.ts'
import { journaled } from '../../../project/apply/journaled.ts'
import type { Once } from '../../../project/apply/once.ts'
import { failureOf, outcomeRows, type Outcome } from '../../../project/apply/outcome.ts'
import { versionsOf } from '../../../project/apply/publish.ts'
import { chosenKeys } from '../../../project/files/project.ts'
import { makePlans, type Plans } from '../../../project/plan/make-plans.ts'
import type { SurveyPlan } from '../../../project/plan/plan-data.ts'
import {
  isChosen,
  refuseOutsideRun,
  refuseUnanswered,
  unpublishedLines,
  withReasons,
  type PublishChoice,
} from '../../../project/plan/publications.ts'
import { refuseBlocked } from '../../../project/plan/refuse-blocked.ts'
import { readPlan, refuseStale, type ReadPlan } from '../../../project/plan/saved-plan.ts'
import { counted } from '../../../text/counted.ts'
import { toCopy } from '../../../text/to-copy.ts'
import { inProject, type Opening } from './open.ts'
import { planText } from '../../../project/plan/shown/text.ts'

interface Options extends Pick<ApplyOptions, 'exact' | 'resend' | 'check'> {
  env?: string | undefined
  /** Keys; an empty one stands for the flag alone. */
  publish?: readonly string[]
  publishAll?: boolean
  allowLoss?: boolean
  /** A file that `project plan --out` wrote. */
  plan?: string | undefined
  patience?: string | undefined
  waitUnlock?: string | undefined
}

export async function applyProject(given: Context, keys: readonly string[], options: Options): Promise<void> {
  const saved = options.plan === undefined ? undefined : await planOfFile(given, options.plan, keys, options)
  const publish = choiceOf(options, keys)
  const asked = {
    exact: saved?.exact ?? options.exact === true,
    resend: saved ? saved.resend : options.resend,
    ...(options.check !== undefined && { check: options.check }),
    patience: readDuration(options.patience, '--patience'),
    wait: readDuration(options.waitUnlock, '--wait-unlock') ?? 0,
    publish,
  }
  const { dryRun } = given.flags
  await inProject(given, { env: saved?.environment ?? options.env, writes: true }, async (opening) => {
    const { context, environment, project } = opening
    if (environment.read_only && !dryRun)
      throw new CommandError('forbidden', `Environment ${environment.name} is read-only`, {
        hint: 'surveyctl.yaml has read_only: true for it',
      })
    if (!saved && !dryRun) refuseUnseen(opening, { '--allow-loss': options.allowLoss, '--exact': options.exact })
    const run = chosenKeys(project, saved?.keys ?? keys)
    refuseOutsideRun(publish, project, run)
    const isToPublish = (survey: SurveyPlan): boolean => isChosen(publish, survey)
    const work = async (once: Once): Promise<void> => {
      const made = await makePlans(opening, run, asked, { planned: { isToPublish }, digests: saved !== undefined })
      if (saved) refuseStale(saved, made)
      const plans = refuseBlocked(made, options)
      const [possible, impossible] = divided(made.data.surveys)
      for (const { key, refused } of impossible) for (const why of refused) context.show.warn(`${key} is left out: ${why}`)
      refuseUnanswered(publish, possible)
      const chosen = possible.filter(isToPublish)
      const ids = dryRun ? [] : chosen.flatMap(({ quiz_id }) => quiz_id ?? [])
      const versions = await versionsOf(context.service, ids)
      if (!dryRun) refuseUnwritable(plans)
      if (!dryRun) await confirmApply(opening, plans, { chosen, isSeen: saved !== undefined })
      const outcomes = await applyPlans(plans, { ...asked, versions }, once)
      const isLeftOut = ({ key }: Outcome): boolean => impossible.some((survey) => survey.key === key)
      if (dryRun) refuseUnsendable(outcomes.filter((outcome) => !isLeftOut(outcome)))
      else await conclude(context, outcomes, publish)
    }
    return dryRun ? work((_, { send }) => send()) : journaled(opening, work)
  })
}

async function planOfFile(context: Context, path: string, keys: readonly string[], { env, exact, resend }: Options): Promise<ReadPlan> {
  if (keys.length > 0 || exact || resend !== undefined)
    throw usageError('--plan takes no surveys, no --exact and no --resend: the saved plan has its own')
  const saved = readPlan(path, await context.ask.readText(path))
  if (env === undefined || env === saved.environment) return saved
  throw usageError(`The plan is of environment ${saved.environment}`)
}

const choiceOf = ({ publish = [], publishAll = false }: Options, keys: readonly string[]): PublishChoice => ({
  ours: publish.includes('') || publishAll,
  all: publishAll,
  keys: publish.filter((key) => key !== ''),
  isNamed: keys.length > 0,
})

/** Of a protected environment or profile. */
const protectedName = ({ context, environment }: Opening): string | undefined => {
  if (environment.protected) return environment.name
  const settings = context.settings.current
  return settings.value('protected') === true ? settings.profile : undefined
}

/** Flags that may lose data need a saved plan where the environment is protected. */
function refuseUnseen(opening: Opening, flags: Readonly<Record<string, boolean | undefined>>): void {
  const given = Object.entries(flags).filter(([, value]) => value)
  if (given.length === 0 || protectedName(opening) === undefined) return
  const { environment } = opening
  throw usageError(
    `${given.map(([flag]) => flag).join(' and ')} on the protected environment ${environment.name} needs a saved plan`,
    toCopy`surveyctl project plan --env ${environment.name} --out plan.json, then: surveyctl project apply --plan plan.json`,
  )
}

interface Asked {
  /** To be published. */
  chosen: readonly SurveyPlan[]
  /** Somebody looked at this very plan before. */
  isSeen: boolean
}

/** A person sees the plan, and says yes; a protected environment wants its name, whoever applies. */
async function confirmApply(opening: Opening, { data, planned, opened }: Plans, { chosen, isSeen }: Asked): Promise<void> {
  const { context } = opening
  const count = planned.filter(({ steps, status }) => steps.length > 0 && status !== 'locked').length
  const name = protectedName(opening)
  const isNamed = name === undefined || (context.flags.yes && context.flags.confirm === name)
  const isAsked = context.ask.willAsk() && !context.flags.yes && !isSeen
  if (count + chosen.length === 0 || (isNamed && !isAsked)) return
  if (isAsked) {
    const publications = chosen.length > 0 ? [`Will be published: ${withReasons(chosen)}`] : []
    const text = planText(data, { publications })
    if (context.show.form.forPerson) await context.show.text(text)
    else for (const line of text.trimEnd().split('\n')) context.show.note(line)
  }
  const what = [
    count > 0 && `apply ${counted(count, 'survey')} to ${opened.environment.name}`,
    chosen.length > 0 &&
      (count > 0 ? `publish ${chosen.length}` : `publish ${counted(chosen.length, 'survey')} to ${opened.environment.name}`),
  ]
  const [first = '', ...rest] = what.filter((part) => part !== false).join(' and ')
  const question = `${first.toUpperCase()}${rest.join('')}?`
  if (isNamed) return context.ask.confirm(question)
  if ((await context.ask.value(`${question} Type its name (${name})`, `--yes --confirm ${name}`)) !== name)
    throw new CommandError('refused', 'Nothing was done')
}

/** By whether the service can do what their files say. */
const divided = (surveys: readonly SurveyPlan[]): [SurveyPlan[], SurveyPlan[]] => [
  surveys.filter(({ refused }) => refused.length === 0),
  surveys.filter(({ refused }) => refused.length > 0),
]

/** What can't be sent is an error of a dry run as well. */
function refuseUnsendable(outcomes: readonly Outcome[]): void {
  for (const { error } of outcomes) if (error) throw error
}

const columns: Column[] = [
  'key',
  { path: 'quiz_id', label: 'survey' },
  'status',
  { path: 'done', as: 'list' },
  { path: 'left', as: 'list' },
  'why',
]

async function conclude(context: Context, outcomes: readonly Outcome[], publish: PublishChoice): Promise<void> {
  const listed = context.show.form.asData ? outcomes : outcomes.filter(({ status }) => status !== 'in_step')
  if (listed.length > 0 || context.show.form.asData) await context.show.rows([outcomeRows(listed)], columns)
  else context.show.note(`${outcomes.length === 1 ? 'The survey is' : `All ${outcomes.length} surveys are`} in step: nothing was sent`)
  for (const line of unpublishedLines(outcomes, publish)) context.show.note(line)
  for (const { key, remarks = [] } of outcomes) for (const line of remarks) context.show.note(`${key}: ${line}`)
  const failure = failureOf(outcomes, context.service.signal.aborted)
  if (failure) throw failure
}

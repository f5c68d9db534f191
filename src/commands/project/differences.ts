/** `project status` and `project drift`: files, or the service, against what both had last. */
import { inParallel } from '../../cli/bulk/parallel.ts'
import type { Context } from '../../cli/context.ts'
import { Ended } from '../../errors.ts'
import { managedBy } from '../../model/document/codec.ts'
import { difference, treeOf, type Change, type Content } from '../../model/document/index.ts'
import type { Column } from '../../output/columns.ts'
import { observe } from '../../project/observe.ts'
import { readOnce, type Reads } from '../../project/sections/section.ts'
import { namer, shown } from './names.ts'
import { earlier } from './plans.ts'
import { accountOf, atOnce, eachSurvey, findSurveys, openHere, refuseForeignStates, waitAsTold, type Opened, type Survey } from './open.ts'

interface Row {
  key: string
  quiz_id: number | null
  status: 'in_step' | 'changed' | 'new' | 'unknown' | 'gone'
  path: string | null
  kind: Change['kind'] | null
  before?: unknown
  after?: unknown
}

const columns: Column[] = [
  'key',
  { path: 'quiz_id', label: 'survey' },
  'status',
  'path',
  { path: 'before', value: ({ before }) => (before === undefined ? null : shown(before)) },
  { path: 'after', value: ({ after }) => (after === undefined ? null : shown(after)) },
]

const about = ({ key, state }: Survey): Pick<Row, 'key' | 'quiz_id'> => ({ key, quiz_id: state?.quiz_id ?? null })
const only = (survey: Survey, status: Row['status']): Row => ({ ...about(survey), status, path: null, kind: null })

function rowsOf(survey: Survey, before: Content, after: Content, theirs: Content): Row[] {
  const changes = difference(treeOf(before), treeOf(after))
  if (changes.length === 0) return []
  const name = namer(survey.ours.book, theirs)
  return changes.map(({ path, kind, before: old, after: now }) => ({
    ...about(survey),
    status: 'changed',
    path: name(path),
    kind,
    ...(old !== undefined && { before: old }),
    ...(now !== undefined && { after: now }),
  }))
}

export async function showStatus(context: Context, keys: readonly string[], env: string | undefined): Promise<void> {
  const rows: Row[] = []
  const count = eachSurvey(openHere(context, env), keys, (survey) => void rows.push(...statusOf(survey)))
  await conclude(context, rows, count, 'The files are as they were last brought together with the service')
}

function statusOf(survey: Survey): Row[] {
  const { ours, state } = survey
  if (!state) return [only(survey, 'new')]
  if (!state.base) return [only(survey, 'unknown')]
  return rowsOf(survey, managedBy(ours.content, state.base), ours.content, state.base)
}

interface DriftOptions {
  env?: string | undefined
  patience?: string | undefined
}

/** What was changed on the service since; nothing is asked of surveys that aren't there yet. */
export async function showDrift(given: Context, keys: readonly string[], { env, patience }: DriftOptions): Promise<void> {
  const opened = openHere(given, env)
  const { context } = opened
  const surveys = findSurveys(opened, keys)
  const account = await accountOf(opened)
  refuseForeignStates(opened, account)
  await waitAsTold(opened, patience)
  const found = new Map<string, Row[]>()
  const run = readOnce()
  await inParallel(surveys, atOnce, async ({ key, load }) => {
    found.set(key, await driftOf(opened, load(), run))
  })
  const rows = surveys.flatMap(({ key }) => found.get(key) ?? [])
  await conclude(context, rows, surveys.length, 'The service has what was last brought together with the files')
}

async function driftOf(opened: Opened, survey: Survey, run: Reads): Promise<Row[]> {
  const { context, environment } = opened
  const { ours, state } = survey
  if (!state) return []
  const observed = await observe(context, state.quiz_id, environment, (name) => ours.content[name] !== undefined, { ...survey, run })
  if (!observed) return [only(survey, 'gone')]
  const base = state.fresh ? observed.content : state.base
  if (!base) return [only(survey, 'unknown')]
  const blind = Object.keys(observed.blind).filter((name) => ours.content[name] !== undefined)
  const unseen = blind.map((section): Row => ({ ...only(survey, 'unknown'), path: section }))
  const theirs = managedBy(ours.content, observed.content)
  const rows = rowsOf(survey, managedBy(theirs, managedBy(ours.content, base)), theirs, observed.content)
  return rows.length > 0 && earlier(opened, survey.key, state)(observed.content) ? unseen : [...rows, ...unseen]
}

async function conclude(context: Context, rows: readonly Row[], count: number, good: string): Promise<void> {
  if (rows.length > 0 || context.asData) await context.showRows([rows.map((row) => ({ ...row }))], columns)
  if (rows.length === 0) return context.note(`${good} (${count} survey${count === 1 ? '' : 's'})`)
  throw new Ended(10)
}

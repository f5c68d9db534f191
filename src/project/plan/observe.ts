/** Reads a survey from the service, section by section, as far as it can be read. */
import { createHash } from 'node:crypto'
import type { Service } from '../../service.ts'
import { viewQuiz } from '../../contract/surveys/quiz.ts'
import { CommandError } from '../../errors.ts'
import type { Content } from '../../model/document/shape.ts'
import type { Environment } from '../files/config.ts'
import { sectionEntries, sectionOf } from '../sections/index.ts'
import { cachedReads, type Ids, type Reading, type Cached, type View } from '../sections/section.ts'
import type { State } from '../state/state.ts'
import type { SurveyFile } from '../files/survey-file.ts'

export interface Observed {
  id: number
  name: string
  content: Content
  /** Sections that can't be read here, and why. */
  unreadable: Readonly<Record<string, string>>
  /** Ids of webhooks, recipients and the like, by section and key. */
  ids: Readonly<Record<string, Ids>>
  view: View
}

/** What files and state say of the survey. */
export interface LocalSurvey {
  key?: string
  ours?: Pick<SurveyFile, 'content'> | undefined
  state?: Pick<State, 'base' | 'ids'> | undefined
  /** Of the sections that take requests of their own, those that are read: without this, the ones that the files have. */
  wanted?: (section: string) => boolean
  /** For requests that tell of several surveys, where nothing is sent meanwhile. */
  acrossSurveys?: Cached | undefined
}

const notShown = 'the service does not show it'

/** Reads all sections that the survey itself shows, and what of the others is wanted. `undefined`: the survey was deleted. */
export async function observe(
  service: Service,
  id: number,
  environment: Environment,
  { key = '', ours, state, wanted = (name) => ours?.content[name] !== undefined, acrossSurveys = cachedReads() }: LocalSurvey = {},
): Promise<Observed | undefined> {
  const view = await unlessGone(() => service.call(viewQuiz, { id }))
  if (!view) return undefined
  const content: Content = {}
  const unreadable: Record<string, string> = {}
  for (const [name, { fromView }] of sectionEntries()) {
    if (!fromView) continue
    const value = fromView(view, environment)
    if (value === undefined) unreadable[name] = notShown
    else content[name] = value
  }
  const ids: Record<string, Ids> = {}
  const shared = cachedReads()
  for (const [name] of sectionEntries().filter(([section]) => wanted(section))) {
    const reading = {
      service,
      id,
      environment,
      key,
      ours: ours?.content[name],
      base: state?.base?.[name],
      ids: state?.ids?.[name] ?? {},
      shared,
      acrossSurveys,
    }
    await readSection(name, reading, { content, unreadable, ids })
  }
  return { id, name: view.name ?? '', content, unreadable, ids, view }
}

/** Equal only where everything that the service answered is equal. */
export function observedHash({ view, content, unreadable, ids }: Observed): string {
  const others = Object.entries(content).filter(([name]) => !sectionOf(name)?.fromView)
  return createHash('sha256')
    .update(JSON.stringify([view, others, unreadable, ids]))
    .digest('hex')
}

/** Where a right or plan option is missing, the section is unreadable, not empty. */
async function readSection(
  name: string,
  reading: Reading,
  { content, unreadable, ids }: { content: Content; unreadable: Record<string, string>; ids: Record<string, Ids> },
): Promise<void> {
  const read = sectionOf(name)?.read
  if (!read) return
  try {
    const found = await read(reading)
    content[name] = found.value
    if (found.ids) ids[name] = found.ids
  } catch (error) {
    if (!isUnreadable(error)) throw error
    unreadable[name] = error.message
  }
}

export const isUnreadable = (error: unknown): error is CommandError =>
  error instanceof CommandError && ['forbidden', 'refused', 'not_found'].includes(error.kind)

/** `code`: only where this is what isn't there. */
export async function unlessGone<T>(read: () => Promise<T>, code?: string): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof CommandError && error.kind === 'not_found' && (code === undefined || error.facts.code === code)) return undefined
    throw error
  }
}

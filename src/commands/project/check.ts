/** `project check`: the rules over files; with `--live` also those that only the service can tell, for what the files make of it. */
import { join, relative } from 'node:path'
import type { Snapshot } from '../../check/rule.ts'
import { checkSurvey, invalidFile, neededParts, type Checked, type Finding, type Unread } from '../../check/run.ts'
import type { Config } from '../../check/config.ts'
import type { Context } from '../../cli/context.ts'
import { bookOf } from '../../model/document/index.ts'
import { settingsIn } from '../../model/settings.ts'
import { readOurs } from '../../project/ours.ts'
import { chosenKeys, environmentOf, openProject, type Project } from '../../project/project.ts'
import type { Position, SurveyFile } from '../../project/survey-file.ts'
import { readState } from '../../project/state.ts'
import { accountOf, openHere, refuseForeignStates, type Opened } from './open.ts'
import { configOf, report, reporting, type CheckFlags, type Result } from '../check/check.ts'

export async function checkProject(
  context: Context,
  keys: readonly string[],
  { env, live = false, ...flags }: CheckFlags & { env?: string | undefined; live?: boolean },
): Promise<void> {
  // Neither a profile nor a key is needed for the files alone.
  const project = openProject(process.cwd())
  const environment = environmentOf(project, env)
  const read = configOf(flags.config, project.root)
  const config = flags.suppress === false ? { ...read, suppress: [] } : read
  const here = (path: string): string => relative(process.cwd(), join(project.root, path))
  const service = live ? await liveOf(openHere(context, { env }), config) : undefined
  const results: Result[] = []
  for (const key of chosenKeys(project, keys)) {
    const file = readOurs(project, key, environment)
    const name = typeof file.content.name === 'string' ? file.content.name : ''
    const judged =
      file.problems.length > 0 ? unreadable(file, here) : await (service?.(file, name, here) ?? checked(file, name, config, here))
    results.push({ survey: key, name, checked: judged })
  }
  await reporting(flags, (files) => report(context, results, { ...flags, strict: false }, files))
  if (!live) context.note('What only the service can tell (letters, integrations, codes, media): surveyctl project check --live')
}

type Live = (file: SurveyFile, name: string, here: Here) => Promise<Checked> | undefined

/** What the files make of a survey, with all else that the service has of it; `undefined`: it isn't there yet. */
async function liveOf(opened: Opened, config: Config): Promise<Live> {
  const { context, project, environment } = opened
  refuseForeignStates(opened, await accountOf(opened))
  const { Reader } = await import('../check/read.ts')
  const { rules } = await import('../../check/rules/index.ts')
  const ofService = new Set(rules.flatMap(({ id, needs = [] }) => (needs.length > 0 ? [id] : [])))
  const reader = new Reader(context, neededParts(config))
  return (file, name, here) => {
    const state = readState(project, environment.name, file.key)
    if (!state) {
      context.note(`${file.key}: not on the service yet, so its file alone is judged`)
      return undefined
    }
    const { screens, settings, conditions } = file.content
    const merged = (there: Snapshot): Snapshot => ({
      ...there,
      survey: file.key,
      name,
      screens: screens ?? there.screens,
      settings: { ...there.settings, ...settingsIn(settings) },
      conditions: conditions ?? there.conditions,
    })
    // Commands name the survey of the service, its first argument.
    const fixed = ({ rule, fix }: Finding): string | null =>
      fix !== null && ofService.has(rule) ? fix.replace(new RegExp(` ${file.key}(?= |$)`), ` ${state.quiz_id}`) : null
    return reader
      .read(state.quiz_id, new Date(), merged)
      .then(({ snapshot, unread }) => judged(file, snapshot, { unread, config, here, fixed }))
  }
}

/** What keeps a survey from being sent: the errors of its file, each with its line. */
export function errorsOf({ root }: Project, file: SurveyFile): string[] {
  const here = (path: string): string => relative(process.cwd(), join(root, path))
  return checked(file, String(file.content.name ?? file.key), configOf(undefined, root), here)
    .findings.filter(({ severity, suppressed }) => severity === 'error' && suppressed === null)
    .map(({ message, rule, file: path, line }) => `${message} (${rule}, ${path}:${line})`)
}

const unreadable = ({ key, problems }: SurveyFile, here: (path: string) => string): Checked => ({
  findings: problems.map(({ message, file, line, column }) =>
    invalidFile(key, message, { path: `${file} ${message}`, file: here(file), line, column }),
  ),
  skipped: [],
})

type Here = (path: string) => string

function checked(file: SurveyFile, name: string, config: Config, here: Here): Checked {
  const { screens, settings, conditions } = file.content
  // A file that doesn't manage its questions says nothing of them.
  if (!screens) return { findings: [], skipped: [] }
  const snapshot: Snapshot = {
    survey: file.key,
    name,
    screens,
    settings: settingsIn(settings),
    conditions,
    detail: {},
    parts: {},
    now: new Date(),
    options: {},
  }
  const unread = Object.fromEntries([...neededParts(config)].map((part) => [part, 'it needs the service']))
  // Its commands name surveys of the service; here the file is what is mended.
  return { ...judged(file, snapshot, { unread, config, here, fixed: () => null }), skipped: [] }
}

interface Way {
  unread: Unread
  config: Config
  here: Here
  fixed: (finding: Finding) => string | null
}

function judged(file: SurveyFile, snapshot: Snapshot, { unread, config, here, fixed }: Way): Checked {
  const keys = new Map(Object.entries(bookOf(snapshot.screens, file.book).questions).map(([key, id]) => [id, key]))
  const { findings, skipped } = checkSurvey(snapshot, unread, config, (screen) => keys.get(screen))
  return { findings: findings.map((each) => ({ ...each, fix: fixed(each), file: here(file.path), ...placeOf(file, each) })), skipped }
}

/** Of a question its field, of logic its rule, of a setting its line. */
function placeOf({ content, place }: SurveyFile, { screen, path }: Finding): Position {
  const parts = (path ?? '').split('.').filter((part) => part !== '')
  if (screen !== null) return place(['screens', content.screens?.ids.indexOf(screen) ?? 0, ...parts])
  const isSetting = parts.length === 1 && content.settings !== undefined && !Object.hasOwn(content, parts.join('.'))
  return place(isSetting ? ['settings', ...parts] : parts)
}

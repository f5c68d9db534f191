/** The rules over the files of a survey: every finding with its line. */
import { join, relative } from 'node:path'
import type { Config } from '../../check/config.ts'
import { configOf } from '../../check/config-file.ts'
import type { Snapshot } from '../../check/snapshot.ts'
import { checkSurvey, invalidFile, neededParts, type Checked, type Finding, type Unread } from '../../check/run.ts'
import { idMapOf } from '../../model/document/index.ts'
import { settingsIn } from '../../model/settings.ts'
import type { Project } from '../files/project.ts'
import type { Position, SurveyFile } from '../files/survey-file.ts'

/** A path of the project as the person sees it from where they are. */
export type Here = (path: string) => string

export const seenFrom =
  ({ root }: Project): Here =>
  (path) =>
    relative(process.cwd(), join(root, path))

/** What keeps a survey from being sent: the errors of its file. */
export function mistakesIn(project: Project, file: SurveyFile): string[] {
  return judgeFile(file, configOf({}, project.root), seenFrom(project))
    .findings.filter(({ severity, suppressed }) => severity === 'error' && suppressed === null)
    .map(({ message, rule, file: path, line }) => `${message} (${rule}, ${path}:${line})`)
}

export const judgeUnreadable = ({ key, problems }: SurveyFile, here: Here): Checked => ({
  findings: problems.map(({ message, file, line, column }) =>
    invalidFile(key, message, { path: `${file} ${message}`, file: here(file), line, column }),
  ),
  skipped: [],
})

/** What the file alone says. */
export function judgeFile(file: SurveyFile, config: Config, here: Here): Checked {
  const { screens, settings, conditions, name } = file.content
  // A file that doesn't manage its questions says nothing of them.
  if (!screens) return { findings: [], skipped: [] }
  const snapshot: Snapshot = {
    survey: file.key,
    name: typeof name === 'string' ? name : '',
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
  return { ...judge(file, snapshot, { unread, config, here, fixed: () => null }), skipped: [] }
}

/** What the file makes of the survey, with all else that the service has of it. */
export const withFile = ({ key, content: { screens, settings, conditions, name } }: SurveyFile, there: Snapshot): Snapshot => ({
  ...there,
  survey: key,
  name: typeof name === 'string' ? name : '',
  screens: screens ?? there.screens,
  settings: { ...there.settings, ...settingsIn(settings) },
  conditions: conditions ?? there.conditions,
})

interface Judging {
  unread: Unread
  config: Config
  here: Here
  /** The command that mends it, if any. */
  fixed: (finding: Finding) => string | null
}

export function judge(file: SurveyFile, snapshot: Snapshot, { unread, config, here, fixed }: Judging): Checked {
  const keys = new Map(Object.entries(idMapOf(snapshot.screens, file.idMap).questions).map(([key, id]) => [id, key]))
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

/** `project check`: the rules over files. What only the service can tell is left to `quiz check`. */
import { join, relative } from 'node:path'
import type { Snapshot } from '../../check/rule.ts'
import { checkSurvey, invalidFile, neededParts, type Checked, type Finding } from '../../check/run.ts'
import type { Config } from '../../check/config.ts'
import type { Context } from '../../cli/context.ts'
import { bookOf } from '../../model/document/index.ts'
import { readOurs } from '../../project/ours.ts'
import { chosenKeys, environmentOf, openProject, type Project } from '../../project/project.ts'
import type { Position, SurveyFile } from '../../project/survey-file.ts'
import { configOf, report, reporting, type CheckFlags, type Result } from '../check/check.ts'

export async function checkProject(
  context: Context,
  keys: readonly string[],
  { env, ...flags }: CheckFlags & { env?: string | undefined },
): Promise<void> {
  // Neither a profile nor a key is needed.
  const project = openProject(process.cwd())
  const environment = environmentOf(project, env)
  const read = configOf(flags.config, project.root)
  const config = flags.suppress === false ? { ...read, suppress: [] } : read
  const here = (path: string): string => relative(process.cwd(), join(project.root, path))
  const results = chosenKeys(project, keys).map((key): Result => {
    const file = readOurs(project, key, environment)
    const name = typeof file.content.name === 'string' ? file.content.name : ''
    return { survey: key, name, checked: file.problems.length > 0 ? unreadable(file, here) : checked(file, name, config, here) }
  })
  await reporting(flags, (files) => report(context, results, { ...flags, strict: false }, files))
  context.note('What only the service can tell (letters, integrations, codes, media): surveyctl quiz check')
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

function checked(file: SurveyFile, name: string, config: Config, here: (path: string) => string): Checked {
  const { screens, settings, conditions } = file.content
  // A file that doesn't manage its questions says nothing of them.
  if (!screens) return { findings: [], skipped: [] }
  const snapshot: Snapshot = {
    survey: file.key,
    name,
    screens,
    settings: settings as Snapshot['settings'],
    conditions,
    detail: {},
    parts: {},
    now: new Date(),
    options: {},
  }
  const unread = Object.fromEntries([...neededParts(config)].map((part) => [part, 'it needs the service']))
  const keys = new Map(Object.entries(bookOf(screens, file.book).questions).map(([key, id]) => [id, key]))
  const { findings } = checkSurvey(snapshot, unread, config, (screen) => keys.get(screen))
  // Its commands name surveys of the service; here the file is what is mended.
  return { findings: findings.map((each) => ({ ...each, fix: null, file: here(file.path), ...placeOf(file, each) })), skipped: [] }
}

/** Of a question its field, of logic its rule, of a setting its line. */
function placeOf({ content, place }: SurveyFile, { screen, path }: Finding): Position {
  const parts = (path ?? '').split('.').filter((part) => part !== '')
  if (screen !== null) return place(['screens', content.screens?.ids.indexOf(screen) ?? 0, ...parts])
  const isSetting = parts.length === 1 && content.settings !== undefined && !Object.hasOwn(content, parts.join('.'))
  return place(isSetting ? ['settings', ...parts] : parts)
}

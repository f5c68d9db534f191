/** What the rules say of a project's surveys: of the files alone, or of what the files make of the surveys on the service. */
import type { Config } from '../check/config.ts'
import { Reader } from '../check/read.ts'
import { rules } from '../check/rules/index.ts'
import type { Checked, Finding, SurveyChecked } from '../check/run.ts'
import { chosenKeys } from './files/project.ts'
import { readOurs } from './files/read-ours.ts'
import type { SurveyFile } from './files/survey-file.ts'
import { ownAccount, type Opened } from './opened.ts'
import { judge, judgeFile, judgeUnreadable, seenFrom, withFile, type Here } from './plan/mistakes.ts'
import { readState } from './state/state.ts'

type Files = Pick<Opened, 'project' | 'environment'>

export const checkFiles = (files: Files, keys: readonly string[], config: Config): Promise<SurveyChecked[]> =>
  judgeAll(files, keys, (file, here) => judgeFile(file, config, here))

/** Also by the rules that only the service can tell. */
export async function checkLive(
  opened: Opened,
  keys: readonly string[],
  config: Config,
  workspace: () => Promise<number>,
): Promise<SurveyChecked[]> {
  const { service, project, environment } = opened
  await ownAccount(opened)
  const ofService = new Set(rules.flatMap(({ id, needs = [] }) => (needs.length > 0 ? [id] : [])))
  const reader = new Reader(service, workspace, config)
  return judgeAll(opened, keys, async (file, here) => {
    const state = readState(project, environment.name, file.key)
    if (!state) {
      service.note(`${file.key}: not on the service yet, so its file alone is judged`)
      return judgeFile(file, config, here)
    }
    // Commands name the survey of the service, its first argument.
    const fixed = ({ rule, fix }: Finding): string | null =>
      fix !== null && ofService.has(rule) ? fix.replace(new RegExp(` ${file.key}(?= |$)`), ` ${state.quiz_id}`) : null
    const { snapshot, unread } = await reader.read(state.quiz_id, (there) => withFile(file, there))
    return judge(file, snapshot, { unread, config, here, fixed })
  })
}

async function judgeAll(
  { project, environment }: Files,
  keys: readonly string[],
  judged: (file: SurveyFile, here: Here) => Checked | Promise<Checked>,
): Promise<SurveyChecked[]> {
  const here = seenFrom(project)
  const results: SurveyChecked[] = []
  for (const key of chosenKeys(project, keys)) {
    const file = readOurs(project, key, environment)
    const name = typeof file.content.name === 'string' ? file.content.name : ''
    const checked = file.problems.length > 0 ? judgeUnreadable(file, here) : await judged(file, here)
    results.push({ survey: key, name, checked })
  }
  return results
}

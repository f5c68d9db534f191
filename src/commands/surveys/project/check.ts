/** `project check`: the rules over files; with `--live` also those that only the service can tell, for what the files make of it. */
import { configOf } from '../../../check/config-file.ts'
import type { Config } from '../../../check/config.ts'
import type { Checked, Finding } from '../../../check/run.ts'
import type { Context } from '../../../cli/context.ts'
import { chosenKeys, environmentOf, openProject } from '../../../project/files/project.ts'
import { readOurs } from '../../../project/files/read-ours.ts'
import type { SurveyFile } from '../../../project/files/survey-file.ts'
import { ownAccount } from '../../../project/opened.ts'
import { judge, judgeFile, judgeUnreadable, seenFrom, withFile, type Here } from '../../../project/plan/mistakes.ts'
import { readState } from '../../../project/state/state.ts'
import { report, reporting, type CheckFlags, type Result } from '../check/check.ts'
import { inProject, type Opening } from './open.ts'

export async function checkProject(
  context: Context,
  keys: readonly string[],
  { env, live = false, ...flags }: CheckFlags & { env?: string | undefined; live?: boolean },
): Promise<void> {
  // Neither a profile nor a key is needed for the files alone.
  const project = openProject(process.cwd())
  const environment = environmentOf(project, env)
  const config = configOf(flags, project.root)
  const here = seenFrom(process.cwd(), project)
  const judgeAll = async (service?: Live): Promise<Result[]> => {
    const results: Result[] = []
    for (const key of chosenKeys(project, keys)) {
      const file = readOurs(project, key, environment)
      const name = typeof file.content.name === 'string' ? file.content.name : ''
      const judged = file.problems.length > 0 ? judgeUnreadable(file, here) : await (service?.(file) ?? judgeFile(file, config, here))
      results.push({ survey: key, name, checked: judged })
    }
    return results
  }
  const results = live
    ? await inProject(context, { env }, async (opened) => judgeAll(await liveOf(opened, config, here)))
    : await judgeAll()
  await reporting(flags, (files) => report(context, results, { ...flags, strict: false }, files))
  if (!live) context.show.note('Letters, integrations, codes and media are only checked with --live: surveyctl project check --live')
}

/** `undefined`: it isn't there yet. */
type Live = (file: SurveyFile) => Promise<Checked> | undefined

async function liveOf(opened: Opening, config: Config, here: Here): Promise<Live> {
  const { context, project, environment } = opened
  await ownAccount(opened)
  const { Reader } = await import('../../../check/read.ts')
  const { rules } = await import('../../../check/rules/index.ts')
  const ofService = new Set(rules.flatMap(({ id, needs = [] }) => (needs.length > 0 ? [id] : [])))
  const reader = new Reader(context.service, context.settings.workspace, config)
  return (file) => {
    const state = readState(project, environment.name, file.key)
    if (!state) {
      context.show.note(`${file.key}: not on the service yet, so its file alone is judged`)
      return undefined
    }
    // Commands name the survey of the service, its first argument.
    const fixed = ({ rule, fix }: Finding): string | null =>
      fix !== null && ofService.has(rule) ? fix.replace(new RegExp(` ${file.key}(?= |$)`), ` ${state.quiz_id}`) : null
    return reader
      .read(state.quiz_id, (there) => withFile(file, there))
      .then(({ snapshot, unread }) => judge(file, snapshot, { unread, config, here, fixed }))
  }
}

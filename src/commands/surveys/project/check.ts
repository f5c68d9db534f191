/** `project check`: the rules over files; with `--live` also those that only the service can tell, for what the files make of it. */
import { configOf } from '../../../check/config-file.ts'
import type { Context } from '../../../cli/context.ts'
import { checkFiles, checkLive } from '../../../project/check-files.ts'
import { environmentOf, openProject } from '../../../project/files/project.ts'
import { report, reporting, type CheckFlags } from '../check/check.ts'
import { inProject } from './open.ts'

export async function checkProject(
  context: Context,
  keys: readonly string[],
  { env, live = false, ...flags }: CheckFlags & { env?: string | undefined; live?: boolean },
): Promise<void> {
  // Neither a profile nor a key is needed for the files alone.
  const project = openProject(process.cwd())
  const environment = environmentOf(project, env)
  const config = configOf(flags, project.root)
  const results = live
    ? await inProject(context, { env }, (opened) => checkLive(opened, keys, config, opened.context.settings.workspace))
    : await checkFiles({ project, environment }, keys, config)
  await reporting(flags, (files) => report(context, results, { ...flags, strict: false }, files))
  if (!live) context.show.note('Letters, integrations, codes and media are only checked with --live: surveyctl project check --live')
}

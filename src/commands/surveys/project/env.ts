/** `project env add`: an environment in `surveyctl.yaml`, and the state that is its own. */
import type { Context } from '../../../cli/context.ts'
import { configPath } from '../../../project/files/layout.ts'
import { openProject } from '../../../project/files/project.ts'
import { addEnvironment, profileOf } from '../../../project/state/unnamed.ts'
import { counted } from '../../../text/counted.ts'

export async function addEnv(given: Context, name: string, from: string | undefined): Promise<void> {
  const project = openProject(process.cwd())
  const { profile } = given.flags
  const usual = profileOf(project, name)
  const { settings } = profile === undefined && usual !== undefined ? given.settings.under(usual, { writes: false }) : given
  const account = await settings.account()
  const moved = addEnvironment(project, { name, profile, from }, account)
  const state = moved.length > 0 ? [`The state of ${counted(moved.length, 'survey')} is that of ${name} now: ${moved.join(', ')}`] : []
  await given.show.done({ environment: name, moved }, [`Added environment ${name} to ${configPath}`, ...state], name)
}

/** What tools for assistants share with commands. */
import { configOf } from '../../../check/config-file.ts'
import { checkSurvey } from '../../../check/run.ts'
import type { Snapshot } from '../../../check/snapshot.ts'
import type { Jobs } from '../../../mcp/shared.ts'
import type { Content } from '../../../model/document/index.ts'
import { settingsIn } from '../../../model/settings.ts'

const withContent = (there: Snapshot, { screens, settings, conditions }: Content): Snapshot => ({
  ...there,
  ...(screens && { screens }),
  ...(settings !== undefined && { settings: settingsIn(settings) }),
  ...(conditions !== undefined && { conditions }),
})

export const jobs: Jobs = {
  stats: async (context, id, questions, options, withTexts) => {
    const [{ runStats }, { statsWithoutUnlisted }] = await Promise.all([
      import('../../answers/answer/stats/run.ts'),
      import('../../../answers/personal.ts'),
    ])
    await runStats(context, id, questions, options, withTexts ? undefined : statsWithoutUnlisted)
  },
  findings: async (context, id, after) => {
    const { Reader } = await import('../../../check/read.ts')
    const config = configOf()
    const { snapshot, unread } = await new Reader(context.service, context.settings.workspace, config).read(id)
    const judge = (one: Snapshot) => checkSurvey(one, unread, config).findings
    return { now: judge(snapshot), after: after ? judge(withContent(snapshot, after)) : [] }
  },
  publish: async (context, id, allowLoss) =>
    (await import('../../surveys/quiz/publish.ts')).publishSurvey(context, id, { wait: 0, allowLoss }),
}

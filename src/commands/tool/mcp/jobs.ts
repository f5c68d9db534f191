/** What tools for assistants share with commands. */
import { configOf } from '../../../check/config-file.ts'
import { checkSurvey } from '../../../check/run.ts'
import { idMapFor } from '../../../draft/document.ts'
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
    const [{ runStats }, { overview }, { statsWithoutUnlisted }] = await Promise.all([
      import('../../answers/answer/stats/run.ts'),
      import('../../../answers/stats/shown/figures.ts'),
      import('../../../answers/personal.ts'),
    ])
    let counted = ''
    await runStats(context, id, questions, options, (stats) => {
      const rows = stats.questions.flatMap(({ key, rows: ofMatrix = [] }) => ofMatrix.map(({ code, label }) => `${key}_${code} ${label}`))
      counted = [overview(stats), ...(rows.length > 0 ? [`Rows: ${rows.join(', ')}`] : [])].join('. ')
      return withTexts ? stats : statsWithoutUnlisted(stats)
    })
    return counted
  },
  findings: async (context, id, after) => {
    const { Reader } = await import('../../../check/read.ts')
    const config = configOf()
    const { snapshot, unread } = await new Reader(context.service, context.settings.workspace, config).read(id)
    const judge = (one: Snapshot) => {
      // Screens are called as in survey_view.
      const keys = new Map(Object.entries(idMapFor({ screens: one.screens }).questions).map(([key, screen]) => [screen, key]))
      const { findings } = checkSurvey(one, unread, config)
      return findings.map((finding) => ({ ...finding, screen: keys.get(finding.screen ?? '') ?? finding.screen }))
    }
    return { now: judge(snapshot), after: after ? judge(withContent(snapshot, after)) : [] }
  },
  publish: async (context, id, allowLoss, before) =>
    (await import('../../surveys/quiz/publish.ts')).publishSurvey(context, id, { wait: 0, allowLoss, before }),
}

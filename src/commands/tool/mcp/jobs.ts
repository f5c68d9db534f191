/** What tools for assistants share with commands. */
import { configOf } from '../../../check/config-file.ts'
import type { Config } from '../../../check/config.ts'
import { checkSurvey, neededParts, touchedParts, type Finding, type Unread } from '../../../check/run.ts'
import type { Context } from '../../../cli/context.ts'
import type { Snapshot } from '../../../check/snapshot.ts'
import type { Jobs } from '../../../mcp/shared.ts'
import { keysById, type Content, type IdMap } from '../../../model/document/index.ts'
import { settingsIn } from '../../../model/settings.ts'

const withContent = (there: Snapshot, { screens, settings, conditions }: Content): Snapshot => ({
  ...there,
  ...(screens && { screens }),
  ...(settings !== undefined && { settings: { ...there.settings, ...settingsIn(settings) } }),
  ...(conditions !== undefined && { conditions }),
})

async function checking({ service, settings }: Context) {
  const { Reader, snapshotOf } = await import('../../../check/read.ts')
  const config = configOf()
  return { reader: new Reader(service, settings.workspace, config), config, snapshotOf }
}

/** Screens are called as in survey_view, also those that are gone; what `check.yaml` accepts is none. */
function judged(snapshot: Snapshot, { questions, retired }: IdMap, unread: Unread, config: Config): Finding[] {
  const gone = Object.entries(retired).map(([key, { id }]) => [id, key] as const)
  const keys = new Map([...gone, ...keysById(questions)])
  const { findings } = checkSurvey(snapshot, unread, config)
  const called = (id: string): string => keys.get(id) ?? id
  return findings
    .filter(({ suppressed }) => suppressed === null)
    .map((one) => ({ ...one, screen: one.screen && called(one.screen), message: one.message.replaceAll(uuids, called) }))
}
const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

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
  findings: async (context, id, shown, idMap) => {
    const { reader, config, snapshotOf } = await checking(context)
    const { snapshot, unread } = await reader.readParts(id, snapshotOf(id, shown))
    return judged(snapshot, idMap, unread, config)
  },
  newFindings: async (context, id, shown, { wanted, idMap }) => {
    const { reader, config, snapshotOf } = await checking(context)
    const before = snapshotOf(id, shown)
    const edited = withContent(before, wanted)
    const parts = touchedParts(config, before, edited)
    const { snapshot: after, unread } = await reader.readParts(id, edited, parts)
    for (const part of neededParts(config)) if (!parts.has(part)) unread[part] = 'the edit has nothing to do with it'
    const old = new Set(judged({ ...before, parts: after.parts }, idMap, unread, config).map(({ fingerprint }) => fingerprint))
    return judged(after, idMap, unread, config).filter(({ fingerprint }) => !old.has(fingerprint))
  },
  publish: async (context, draft, options) =>
    (await import('../../surveys/quiz/publish.ts')).publishSurvey(context, draft.id, { wait: 0, read: draft, ...options }),
}

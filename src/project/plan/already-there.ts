/** Surveys that are to be made, and may be there already: made by a run that broke off, under another key, or without a state. */
import { isUuid } from '../../model/document/ids.ts'
import { namesIn } from '../files/read-within.ts'
import { folderOf, stateKey, statePath } from '../files/layout.ts'
import { findOrphans, type NewSurvey } from './orphans.ts'
import { everyState, readState } from '../state/state.ts'
import type { SurveyFile } from '../files/survey-file.ts'
import { toCopy } from '../../text/to-copy.ts'
import type { Opened } from '../opened.ts'
import type { SurveyPlan } from './plan-data.ts'

export const wantedOf = ({ key, content: { name, folder, screens } }: SurveyFile): NewSurvey => ({
  key,
  name: String(name),
  folder: String(folder),
  ids: (screens?.ids ?? []).filter(isUuid),
})

interface Made {
  data: SurveyPlan
  /** To be made. */
  wanted?: NewSurvey
}

/** A survey that certainly exists is not created twice; one that may exist is reported. */
export async function reportAlreadyThere(opened: Opened, all: readonly Made[]): Promise<void> {
  const wanted = all.flatMap((each) => each.wanted ?? [])
  if (wanted.length === 0) return
  const plans = new Map(all.map(({ data }) => [data.key, data]))
  const moved = renamedOf(opened, wanted)
  for (const [key, line] of moved) plans.get(key)?.refused.push(line)
  const left = wanted.filter(({ key }) => !moved.has(key))
  if (left.length === 0) return
  const taken = new Set(everyState(opened.project).map(({ quiz_id }) => quiz_id))
  for (const { key, quiz_id, isOurs, isSame } of await findOrphans(opened.service, left, taken)) {
    const what = isOurs ? 'has questions of this file' : 'is empty and in the same folder'
    if (isSame)
      plans
        .get(key)
        ?.refused.push(
          toCopy`Survey ${quiz_id} has this name and questions of this file. If it is this one: surveyctl project adopt ${key} ${quiz_id}; if not, give the file another name`,
        )
    else
      plans
        .get(key)
        ?.remarks.push(
          toCopy`Survey ${quiz_id}, made within the last day, ${what}. If a run that broke off made it: surveyctl project adopt ${key} ${quiz_id}`,
        )
  }
}

/** Keys of folders that were renamed without their state: it is still there, of a folder that isn't, and holds the same questions. */
function renamedOf({ project, environment }: Opened, wanted: readonly NewSurvey[]): Map<string, string> {
  const lines = new Map<string, string>()
  for (const file of namesIn(project.root, statePath(environment.name))) {
    const old = stateKey(file)
    if (old === undefined || project.keys.includes(old)) continue
    const state = readState(project, environment.name, old)
    const ids = new Set(state?.base?.screens?.ids.filter(isUuid))
    const same = wanted.find((each) => each.ids.some((id) => ids.has(id)))
    if (!state || !same) continue
    const [from, to] = [old, same.key].map((key) => statePath(environment.name, key))
    lines.set(
      same.key,
      toCopy`${folderOf(old)}, which is gone, had these questions, and is survey ${state.quiz_id}. If the folder was renamed: mv ${from} ${to}; if this is another survey: surveyctl project forget ${old}`,
    )
  }
  return lines
}

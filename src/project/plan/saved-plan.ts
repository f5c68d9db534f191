/** A plan in a file: what was looked at is what is applied, or nothing. */
import { CommandError, usageError } from '../../errors.ts'
import { isObject } from '../../model/document/shape.ts'
import { parseText } from '../../model/document/text.ts'
import { canonical } from '../../model/document/tree.ts'
import { problemLine } from '../files/config.ts'
import type { Digests } from './digests.ts'
import type { MakeOptions, Plans } from './make-plans.ts'
import { readShape, type PlanFile } from './saved-plan-shape.ts'
import { parseExactly } from '../../text/exact.ts'
import { messageOf } from '../../text/message-of.ts'

type SavedPlan = PlanFile['saved']

export function savedText(plans: Plans, { exact = false, resend }: Pick<MakeOptions, 'exact' | 'resend'>): string {
  const saved: SavedPlan = {
    environment: plans.opened.environment.name,
    keys: plans.data.surveys.map(({ key }) => key),
    exact,
    resend,
    digests: { ...plans.digests },
  }
  return `${JSON.stringify({ ...plans.data, saved }, null, 2)}\n`
}

/** The plan, with what it says of each survey. */
export interface ReadPlan extends SavedPlan {
  path: string
  file: PlanFile
}

/** Throws a usage error that lists what is wrong with the file, with its places. */
export function readPlan(path: string, text: string): ReadPlan {
  const found = readShape(parsedPlan(path, text))
  if ('plan' in found) return { ...found.plan.saved, path, file: found.plan }
  const { place } = parseText(text)
  const lines = found.problems.map(({ path: at, message }) =>
    problemLine({ file: path, ...place(at), message: [at.join('.'), message].join(' ').trim() }),
  )
  throw usageError(lines, hint)
}

const hint = 'To write a plan: surveyctl project plan --out FILE'

function parsedPlan(path: string, text: string): unknown {
  let data: unknown
  try {
    data = parseExactly(text)
  } catch (error) {
    throw usageError(`${path} is not a saved plan: ${messageOf(error)}`, hint)
  }
  if (isObject(data) && ('saved' in data || 'surveys' in data)) return data
  throw usageError(`${path} is not a saved plan`, hint)
}

const changes: readonly { of: keyof Digests; says: string }[] = [
  { of: 'files', says: 'its files were changed' },
  { of: 'state', says: 'it was applied or pulled' },
  { of: 'theirs', says: 'it was changed on the service' },
]

/** Refuses a plan that was made from something else than what is there now, or that says something else than what would be sent. */
export function refuseStale({ digests, path, file }: ReadPlan, plans: Plans): void {
  const { account, data } = plans
  if (file.base_url !== account.base_url || file.workspace_id !== account.workspace_id)
    throw usageError(
      `${path} is a plan for ${file.base_url}, account ${file.workspace_id}; this profile is of ${account.base_url}, account ${account.workspace_id}`,
      'Give the profile of that account (--profile), or plan again with this one',
    )

  const lines = Object.entries(plans.digests).flatMap(([key, now]) => {
    const then = digests[key]
    const changed = changes.filter(({ of }) => then?.[of] !== now[of])
    return changed.length === 0 ? [] : [`${key}: since the plan ${changed.map(({ says }) => says).join(', and ')}`]
  })
  if (lines.length > 0) throw refused('stale_plan', ['Nothing was sent: the plan is out of date', ...lines])
  const before = new Map(file.surveys.map((survey) => [survey.key, shown(survey)]))
  const edited = data.surveys.flatMap((survey) =>
    before.get(survey.key) === shown(survey)
      ? []
      : [`${survey.key}: its changes or requests in ${path} are not those that an apply would make`],
  )
  if (edited.length > 0) throw refused('edited_plan', ['Nothing was sent: the plan says something else than what would be sent', ...edited])
}

const refused = (code: string, lines: string[]): CommandError =>
  new CommandError('refused', lines, { code, hint: 'Plan again, and look at it: surveyctl project plan --out FILE' })

/** What somebody who reads the plan is told of a survey, and agrees to. */
const shown = ({ changes: told, requests }: Readonly<Record<'changes' | 'requests', unknown>>): string => canonical([told, requests])

/** A plan in a file: what was looked at is what is applied, or nothing. */
import { readText } from '../../cli/input.ts'
import { CommandError, usageError } from '../../errors.ts'
import { isObject } from '../../model/document/shape.ts'
import type { Digests } from './digests.ts'
import type { MakeOptions, Plans } from './plans.ts'
import { parseExactly } from '../../text/exact.ts'

export interface SavedPlan {
  environment: string
  keys: string[]
  exact: boolean
  resend?: string | undefined
  digests: Record<string, Digests>
}

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

export async function readPlan(path: string): Promise<SavedPlan> {
  const text = await readText(path)
  try {
    const data: unknown = parseExactly(text)
    // What `savedText` writes has all of its fields; other files rarely have `digests`.
    if (isObject(data) && isObject(data.saved) && isObject(data.saved.digests)) return data.saved as unknown as SavedPlan
  } catch {
    // Told below.
  }
  throw usageError(`${path} is not a saved plan`, 'To write one: surveyctl project plan --out FILE')
}

const changes: Readonly<Record<keyof Digests, string>> = {
  files: 'its files were changed',
  state: 'it was applied or pulled',
  theirs: 'it was changed on the service',
}

export function refuseStale({ digests }: SavedPlan, plans: Plans): void {
  const lines = Object.entries(plans.digests).flatMap(([key, now]) => {
    const then = digests[key]
    const changed = (Object.keys(changes) as (keyof Digests)[]).filter((name) => then?.[name] !== now[name])
    return changed.length === 0 ? [] : [`${key}: since the plan ${changed.map((name) => changes[name]).join(', and ')}`]
  })
  if (lines.length === 0) return
  throw new CommandError('refused', ['Nothing was sent: the plan is out of date', ...lines], {
    code: 'stale_plan',
    hint: 'Plan again, and look at it: surveyctl project plan --out FILE',
  })
}

/** The rules in the logic of a draft. */
import { CommandError } from '../errors.ts'
import { isRule, type Rule } from '../model/logic.ts'
import type { Service } from '../service.ts'
import { isObject } from '../text/is-object.ts'
import { toCopy } from '../text/to-copy.ts'
import { changeDraft } from './change.ts'
import type { Draft } from './read.ts'

/** The rules of a draft; logic of a shape that nobody here knows must not be replaced by what was understood of it. */
export function knownRules({ id, content: { conditions } }: Draft): Rule[] {
  if (typeof conditions !== 'object' || conditions === null)
    throw new CommandError('refused', `The service does not show the logic of survey ${id}`)
  const { rules = Object.keys(conditions).length === 0 ? [] : undefined }: { rules?: unknown } = conditions
  if (!Array.isArray(rules) || !rules.every(isRule))
    throw new CommandError('refused', `The logic of survey ${id} has a format that surveyctl does not know`, {
      hint: toCopy`To see it: surveyctl quiz view ${id} --jq .conditions`,
    })
  return rules
}

/** What the logic has beside its rules. */
export const otherLogic = ({ content: { conditions } }: Draft): Record<string, unknown> =>
  isObject(conditions) ? Object.fromEntries(Object.entries(conditions).filter(([name]) => name !== 'rules')) : {}

export const replaceRules = (service: Service, draft: Draft, rules: readonly Rule[], what: string): Promise<boolean> =>
  changeDraft(service, draft, { conditions: { ...otherLogic(draft), ...(rules.length > 0 && { rules }) } }, { what })

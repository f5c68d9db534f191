/**
 * Navigation logic. The specification doesn't show the shape of `conditions`; ours is
 *
 *     { "rules": [
 *       { "if": { "all": [{ "question": ID, "operator": "equals", "value": "no" }] }, "then": { "action": "jump", "to": ID } },
 *       { "if": { "any": [{ "question": ID, "row": ROW, "operator": "contains", "value": COLUMN }] }, "then": { "action": "hide", "questions": [ID] } },
 *       { "if": { "all": [{ "question": ID, "operator": "less", "value": 18 }] }, "then": { "action": "screenout", "message": "..." } } ] }
 *
 * `jump` leads to a later screen, `finish` to the one that sends; `screenout` ends the answer without completing it. What a
 * `show` names is hidden until one of its rules holds; `hide` wins over `show`. Values are those that are stored (ids of
 * options, `yes`, numbers). A test on a question that wasn't reached fails, and only `not_answered` holds for a blank one,
 * so that skipped questions never decide anything. An empty object is no logic.
 */
import { plainly } from '../text/exact.ts'
import * as z from '../contract/core/schema.ts'
import { isObject } from '../text/is-object.ts'

export const operators = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'greater',
  'less',
  'at_least',
  'at_most',
  'answered',
  'not_answered',
] as const

export const actions = ['jump', 'hide', 'show', 'screenout', 'finish'] as const

const test = z.object({
  question: z.string(),
  row: z.optional(z.string()),
  operator: z.enum(operators),
  value: z.optional(z.union([z.string(), z.number(), z.array(z.string())])),
})
const action = z.discriminatedUnion('action', [
  z.object({ action: z.literal('jump'), to: z.string() }),
  z.object({ action: z.literal(['hide', 'show']), questions: z.array(z.string()) }),
  z.object({ action: z.literal('screenout'), message: z.optional(z.string()) }),
  z.object({ action: z.literal('finish') }),
])
const rule = z.object({ if: z.union([z.object({ all: z.array(test) }), z.object({ any: z.array(test) })]), then: action })
const conditions = z.object({ rules: z.optional(z.array(rule)) })

export type Test = z.infer<typeof test>
export type Rule = z.infer<typeof rule>

/** Why it is no rule that is known here: each place, with what it must be. */
export function ruleFaults(stored: unknown): string[] {
  const value = plainly(stored)
  const faults = faultsOf(rule, value, '')
  // Of a value that may be one of several, all that is said is that it is none.
  const tests = isObject(value) && isObject(value.if) ? Object.entries(value.if) : []
  const inside = tests.flatMap(([name, list]) =>
    ['all', 'any'].includes(name) && Array.isArray(list) ? list.flatMap((one, index) => faultsOf(test, one, `.if.${name}.${index}`)) : [],
  )
  return [...inside, ...faults.filter((fault) => inside.length === 0 || !fault.startsWith('.if '))].map((fault) =>
    fault === '.then.action is not valid' ? `.then.action must be one of ${actions.join(', ')}` : fault,
  )
}

const faultsOf = (schema: z.ZodMiniType, value: unknown, at: string): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(
    ({ path, message }) => `${at}${path.map((part) => `.${String(part)}`).join('')} ${message}`,
  )

/** Whether it is one that is known here, with whatever else it holds. */
export const isRule = (stored: unknown): stored is Rule => rule.safeParse(plainly(stored)).success

/** Stored logic as rules; none where it has another shape. */
export const rulesOf = (stored: unknown): Rule[] => conditions.safeParse(plainly(stored)).data?.rules ?? []

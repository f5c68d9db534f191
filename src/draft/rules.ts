/** The rules in the logic of a draft. */
import { CommandError, usageError } from '../errors.ts'
import { questionAt, screenRows, type ScreenRow } from '../model/document/index.ts'
import { isRule, type Rule } from '../model/logic.ts'
import { isRequired, problemOf } from '../model/question/index.ts'
import { ruleProblems } from '../model/rule-problems.ts'
import { namesIn } from '../model/rule-text.ts'
import { settingsIn } from '../model/settings.ts'
import { walk, type Walk } from '../model/walk.ts'
import type { Service } from '../service.ts'
import { isObject } from '../text/is-object.ts'
import { toCopy } from '../text/to-copy.ts'
import { changeDraft } from './change.ts'
import type { Draft, DraftWithScreens } from './read.ts'

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

/** A rule that names what isn't there, leads back, or waits for what nobody can answer. */
export function refuseProblems(rule: Rule, { id, screens }: DraftWithScreens): void {
  const problems = ruleProblems(rule, screens, namesIn(screenRows(screens), screens).screen)
  if (problems.length === 0) return
  throw usageError(
    problems.map(({ message }) => `The rule ${message}`),
    problems.some(({ kind }) => kind === 'backward')
      ? 'A jump must go to a screen after all questions that it tests'
      : toCopy`To see questions and options: surveyctl question list ${id}`,
  )
}

export interface Way extends Omit<Walk, 'path'> {
  path: ScreenRow[]
  /** Screens that the page doesn't leave like this. */
  unanswered: ScreenRow[]
  isShuffled: boolean
}

/** The way through the draft that these answers lead. */
export function wayOf(draft: DraftWithScreens, answers: Readonly<Record<string, unknown>>): Way {
  const { screens, content } = draft
  const { path, ...end } = walk(screens.ids, knownRules(draft), answers)
  const rows = new Map(screenRows(screens).map((row) => [row.id, row]))
  const shown = path.flatMap((screen) => rows.get(screen) ?? [])
  const settings = settingsIn(content.settings)
  const unanswered = shown.filter((row) => {
    const question = questionAt(screens, row)
    return problemOf(question, answers[row.id], isRequired(question, settings?.question_required_mode)) !== undefined
  })
  return { ...end, path: shown, unanswered, isShuffled: settings?.question_random_order === true }
}

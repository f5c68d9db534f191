/** The way that logic leads through a survey. Respondents' browsers run it too: it stands on nothing else. */
import type { Rule, Test } from './logic.ts'

export interface Walk {
  /** Screens in the order they are shown. */
  path: string[]
  end: 'submit' | 'screenout'
  /** What a screened-out respondent is told, if the rule says so. */
  message?: string
}

export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.values(value).every(isBlank))

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String)
const areSame = (a: string[], b: string[]): boolean => a.length === b.length && a.every((item) => b.includes(item))

const contains = (value: unknown, wanted: unknown): boolean =>
  Array.isArray(value) ? textsOf(wanted).some((item) => textsOf(value).includes(item)) : String(value).includes(String(wanted))

/** By value where both are numbers, else as texts. */
function compare(a: unknown, b: unknown): number {
  const difference = Number(a) - Number(b)
  if (!Number.isNaN(difference)) return difference
  if (String(a) === String(b)) return 0
  return String(a) < String(b) ? -1 : 1
}

/** Whether an answer that was given passes a test. */
function passes(value: unknown, { operator, value: wanted }: Test): boolean {
  switch (operator) {
    case 'equals':
      return areSame(textsOf(value), textsOf(wanted))
    case 'not_equals':
      return !areSame(textsOf(value), textsOf(wanted))
    case 'contains':
      return contains(value, wanted)
    case 'not_contains':
      return !contains(value, wanted)
    case 'greater':
      return compare(value, wanted) > 0
    case 'less':
      return compare(value, wanted) < 0
    case 'at_least':
      return compare(value, wanted) >= 0
    case 'at_most':
      return compare(value, wanted) <= 0
    case 'answered':
      return true
    case 'not_answered':
      return false
  }
}

/** Of many rules few concern a screen: those that show or hide it, and those that lead on from it, by the ids of screens. */
function rulesByScreen(rules: readonly Rule[]): { revealing: Map<string, Rule[]>; leading: Map<string, Rule[]> } {
  const revealing = new Map<string, Rule[]>()
  const leading = new Map<string, Rule[]>()
  const add = (map: Map<string, Rule[]>, ids: readonly string[], rule: Rule): void => {
    for (const id of new Set(ids)) map.set(id, [...(map.get(id) ?? []), rule])
  }
  for (const rule of rules) {
    const { if: on, then } = rule
    if ('questions' in then) add(revealing, then.questions, rule)
    else {
      const tests = 'all' in on ? on.all : on.any
      const tested = tests.map(({ question }) => question)
      add(leading, tested, rule)
    }
  }
  return { revealing, leading }
}

/** The way through the survey with these values. */
export function walk(ids: readonly string[], rules: readonly Rule[], values: Readonly<Record<string, unknown>>): Walk {
  const path: string[] = []
  const passed = new Set<string>()
  const { revealing, leading } = rulesByScreen(rules)

  const holds = (test: Test): boolean => {
    const { question, row, operator } = test
    if (!passed.has(question)) return false
    const whole = path.includes(question) ? values[question] : undefined
    // A test with a row is on a matrix, whose value is an object.
    const value = row === undefined || isBlank(whole) ? whole : (whole as Record<string, unknown>)[row]
    return isBlank(value) ? operator === 'not_answered' : passes(value, test)
  }
  const applies = ({ if: on }: Rule): boolean => ('all' in on ? on.all.length > 0 && on.all.every(holds) : on.any.some(holds))
  const isHidden = (id: string): boolean => {
    const about = revealing.get(id) ?? []
    const shows = about.filter(({ then }) => then.action === 'show')
    return about.some((each) => each.then.action === 'hide' && applies(each)) || (shows.length > 0 && !shows.some(applies))
  }
  const final = ids.includes('submit') ? ids.indexOf('submit') : ids.length

  for (let index = 0; index < ids.length; index++) {
    const id = ids[index]!
    const hidden = isHidden(id)
    passed.add(id)
    if (!hidden) path.push(id)
    for (const each of leading.get(id) ?? []) {
      const { then } = each
      if ('questions' in then || !applies(each)) continue
      if (then.action === 'screenout') return { path, end: 'screenout', ...(then.message && { message: then.message }) }
      const target = then.action === 'jump' ? ids.indexOf(then.to) : final
      if (target <= index) continue
      for (const skipped of ids.slice(index + 1, target)) passed.add(skipped)
      index = target - 1
      break
    }
  }
  return { path, end: 'submit' }
}

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

/** The way through the survey with these values. */
export function walk(ids: readonly string[], rules: readonly Rule[], values: Readonly<Record<string, unknown>>): Walk {
  const path: string[] = []
  const passed = new Set<string>()

  const list = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String)
  const same = (a: string[], b: string[]): boolean => a.length === b.length && a.every((item) => b.includes(item))
  const compare = (a: unknown, b: unknown): number => {
    const [x, y] = [Number(a), Number(b)]
    return Number.isNaN(x) || Number.isNaN(y) ? (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0) : x - y
  }
  const holds = ({ question, row, operator, value: wanted }: Test): boolean => {
    if (!passed.has(question)) return false
    const whole = path.includes(question) ? values[question] : undefined
    // A test with a row is on a matrix, whose value is an object.
    const value = row === undefined || isBlank(whole) ? whole : (whole as Record<string, unknown>)[row]
    if (isBlank(value)) return operator === 'not_answered'
    switch (operator) {
      case 'equals':
        return same(list(value), list(wanted))
      case 'not_equals':
        return !same(list(value), list(wanted))
      case 'contains':
        return Array.isArray(value) ? list(wanted).some((item) => list(value).includes(item)) : String(value).includes(String(wanted))
      case 'not_contains':
        return Array.isArray(value) ? !list(wanted).some((item) => list(value).includes(item)) : !String(value).includes(String(wanted))
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
  const applies = ({ if: on }: Rule): boolean => ('all' in on ? on.all.length > 0 && on.all.every(holds) : on.any.some(holds))
  // Rules by the screens that they show or hide, and by those that they test: of many rules, few concern a screen.
  const revealing = new Map<string, Rule[]>()
  const leading = new Map<string, Rule[]>()
  for (const rule of rules) {
    const { if: on, then } = rule
    const isLeading = !('questions' in then)
    const map = isLeading ? leading : revealing
    for (const id of new Set(isLeading ? ('all' in on ? on.all : on.any).map(({ question }) => question) : then.questions))
      map.set(id, [...(map.get(id) ?? []), rule])
  }
  const isHidden = (id: string): boolean => {
    const about = revealing.get(id) ?? []
    const shows = about.filter(({ then }) => then.action === 'show')
    return about.some((each) => each.then.action === 'hide' && applies(each)) || (shows.length > 0 && !shows.some(applies))
  }

  for (let index = 0; index < ids.length; index++) {
    const id = ids[index]!
    const hidden = isHidden(id)
    passed.add(id)
    if (!hidden) path.push(id)
    for (const each of leading.get(id) ?? []) {
      const { then } = each
      if ('questions' in then || !applies(each)) continue
      if (then.action === 'screenout') return { path, end: 'screenout', ...(then.message && { message: then.message }) }
      const target = then.action === 'jump' ? ids.indexOf(then.to) : ids.includes('submit') ? ids.indexOf('submit') : ids.length
      if (target <= index) continue
      for (const skipped of ids.slice(index + 1, target)) passed.add(skipped)
      index = target - 1
      break
    }
  }
  return { path, end: 'submit' }
}

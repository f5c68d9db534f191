/** What an assistant's change of a draft has that was hardly meant so. What stood there before passes: the service may know more than we do. */
import { setQuiz } from '../../contract/surveys/quiz.ts'
import type { Widgets } from '../../contract/core/records.ts'
import { isQuestionType, questionFields } from '../../contract/surveys/question.ts'
import { screenInWords, unknownFields } from '../../contract/surveys/question-rules.ts'
import { changesBetween } from '../../draft/change.ts'
import type { Draft } from '../../draft/read.ts'
import { settingsProblems } from '../../draft/send.ts'
import { managedBy, type Content, type IdMap } from '../../model/document/index.ts'
import { isRule, ruleFaults, rulesOf } from '../../model/logic.ts'
import { testsOf } from '../../model/reach.ts'
import { isObject } from '../../text/is-object.ts'
import { didYouMean, nearest } from '../../text/nearest.ts'
import { own } from '../../text/own.ts'

const nothing: Widgets = { ids: [], entities: {} }

/** New fields that look like another one's name; and those that look like none. */
export function fieldSlips(before: Widgets = nothing, after: Widgets = nothing): { slips: string[]; unknown: string[] } {
  const unknownIn = ({ ids, entities }: Widgets) =>
    ids.flatMap((id) => {
      const found = entities[id] ? ofScreen({ ids, entities: { [id]: entities[id] } }, id) : []
      return found.map(({ about, path, name, known }) => ({ at: `${id} ${path}`, id, about, path, meant: nearest(name, known) }))
    })
  const old = new Set(unknownIn(before).map(({ at }) => at))
  const fresh = unknownIn(after).filter(({ at }) => !old.has(at))
  return {
    slips: fresh.flatMap(({ about, path, meant }) =>
      meant === undefined ? [] : [`${about}: ${path} is not a known field; did you mean ${meant}?`],
    ),
    unknown: fresh.flatMap(({ id, about, path, meant }) => {
      const type = after.entities[id]?.type ?? ''
      return meant === undefined ? [`${about}: ${path}, which nothing here knows of a ${type}: reference_read question/${type}`] : []
    }),
  }
}

/** Also of a type that is a slip itself. */
function ofScreen(widgets: Widgets, id: string) {
  const entity = widgets.entities[id]
  if (entity === undefined || isQuestionType(entity.type)) return unknownFields(widgets)
  const known = ['type', ...new Set(Object.values(questionFields).flatMap((fields) => Object.keys(fields)))]
  const about = screenInWords(widgets, id)
  return Object.keys(entity).flatMap((name) => (known.includes(name) ? [] : [{ about, path: name, name, known }]))
}

export function settingSlips({ content }: Draft, wanted: Content): string[] {
  const known = Object.keys(setQuiz.body)
  const shown = isObject(content.settings) ? Object.keys(content.settings) : []
  const strange = Object.keys(wanted.settings ?? {}).filter((name) => !known.includes(name) && !shown.includes(name))
  return [
    ...strange.map((name) => `settings.${name} is not a setting${didYouMean(name, known)}`),
    ...settingsProblems(managedBy(wanted, content), wanted),
  ]
}

/** Of logic in a shape that is known here: else it is whatever the service takes. */
export function logicSlips(before: unknown, after: unknown, { questions }: IdMap): string[] {
  if (!isObject(after) || (isObject(before) && Object.keys(before).length > 0 && rulesOf(before).length === 0)) return []
  const strange = Object.keys(after).filter((name) => name !== 'rules' && !(isObject(before) && Object.hasOwn(before, name)))
  const { rules = [] } = after
  return [
    ...strange.map((name) => `conditions.${name}: logic is a list of rules`),
    ...(Array.isArray(rules)
      ? rules.flatMap((rule, index) => ofRule(rule, `conditions.rules.${index}`, questions))
      : ['conditions.rules must be a list']),
  ]
}

function ofRule(rule: unknown, at: string, questions: IdMap['questions']): string[] {
  if (!isRule(rule)) return ruleFaults(rule).map((fault) => `${at}${fault}`)
  const { then } = rule
  const named = [
    ...testsOf(rule).map(({ question }) => question),
    ...('to' in then ? [then.to] : 'questions' in then ? then.questions : []),
  ]
  return named.flatMap((name) => (own(questions, name) === undefined ? [] : [`${at} names a screen "${name}": in logic it is "q:${name}"`]))
}

const fewTypes = 3

/** Where an assistant finds what it takes. */
export function topicsFor(problems: readonly string[], before: Widgets = nothing, after: Widgets = nothing): string | undefined {
  const changed = changesBetween({ screens: before }, { screens: after }).flatMap(({ path: [, id] }) => id ?? [])
  const types = [...new Set(changed.map((id) => after.entities[id]?.type ?? ''))].filter(isQuestionType)
  const isOf = (section: string): boolean => problems.some((problem) => new RegExp(`^(file:\\S+ )?${section}\\b`).test(problem))
  const topics = [
    ...(problems.some((problem) => /^(screen |file:\S+ screens)/.test(problem))
      ? types.slice(0, fewTypes).map((type) => `question/${type}`)
      : []),
    ...['conditions', 'settings', 'texts'].flatMap((section) => (isOf(section) ? [`schema/${section}`] : [])),
  ]
  return topics.length === 0 ? undefined : `What they take: reference_read ${topics.join(', ')}`
}

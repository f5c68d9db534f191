/** The requests that bring a draft from one content to another: name and note, questions, logic, settings. */
import type { Service } from '../service.ts'
import { conditionsQuiz, noteQuiz, renameQuiz, saveQuiz, setQuiz } from '../contract/surveys/quiz.ts'
import { languages, setTexts } from '../contract/surveys/text.ts'
import { check } from '../contract/core/operation.ts'
import { usageError } from '../errors.ts'
import { changedKeys, difference, treeOf, type Content } from '../model/document/index.ts'
import { isObject } from '../text/is-object.ts'

/** Sections that can be sent, in this order: logic may name questions that come before it. */
export const sentSections = ['name', 'note', 'screens', 'conditions', 'settings', 'texts'] as const
type Sent = (typeof sentSections)[number]

/** `whole`: what is there goes out, changed or not. */
export async function send(service: Service, id: number, now: Content, next: Content, whole = false): Promise<void> {
  refuseSettings(now, next)
  for (const name of sentSections)
    if (whole ? next[name] !== undefined : isChanged(name, now, next)) await senders[name](service, id, next, now)
}

/** What the service doesn't show is sent as it is wanted. */
function isChanged(name: Sent, now: Content, next: Content): boolean {
  if (next[name] === undefined) return false
  return now[name] === undefined || difference(treeOf({ [name]: now[name] }), treeOf({ [name]: next[name] })).length > 0
}

function mapIn(content: Content, name: 'conditions' | 'settings'): Record<string, unknown> {
  const value = content[name]
  if (isObject(value)) return value
  throw usageError(`${name} must be an object`)
}

const senders: Readonly<Record<Sent, (service: Service, id: number, next: Content, now: Content) => Promise<unknown>>> = {
  name: (service, id, { name }) => service.call(renameQuiz, { id, name: String(name) }),
  note: (service, id, { note }) => service.call(noteQuiz, { id, notes: String(note) }),
  screens: async (service, id, { screens }, { screens: replaced }) =>
    screens && service.call(saveQuiz, { id, ids: screens.ids, entities: screens.entities }, { ...(replaced && { replaced }) }),
  conditions: (service, id, next, { conditions = {} }) =>
    service.call(conditionsQuiz, { id, conditions: mapIn(next, 'conditions') }, { replaced: { conditions } }),
  texts: async (service, id, { texts }) => {
    for (const lang of languages) {
      const own = isObject(texts) ? texts[lang] : undefined
      const changes = Object.entries(isObject(own) ? own : {}).map(([code, text]) => ({ code, text: text === null ? null : String(text) }))
      if (changes.length > 0) await service.call(setTexts, { id, lang, texts: changes })
    }
  },
  settings: (service, id, next, now) => {
    const changed = changedSettings(now, next)
    const replaced = Object.fromEntries(Object.keys(changed).map((key) => [key, isObject(now.settings) ? now.settings[key] : undefined]))
    return service.call(setQuiz, { id, ...changed }, { replaced })
  },
}

export function changedSettings(now: Content, next: Content): Record<string, unknown> {
  if (next.settings === undefined) return {}
  const settings = mapIn(next, 'settings')
  return Object.fromEntries(changedKeys('settings', now.settings ?? {}, settings).map((key) => [key, settings[key]]))
}

/** Of those that change: what the service shows otherwise is its own affair. */
export const settingsProblems = (now: Content, next: Content): string[] =>
  // Of whichever survey: a dry run of a new one has no id.
  check(setQuiz, { id: 1, ...changedSettings(now, next) }).map(({ field, message }) => `settings.${field} ${message}`)

/** Else it would be found once screens and logic are saved. */
export function refuseSettings(now: Content, next: Content): void {
  const problems = settingsProblems(now, next)
  if (problems.length > 0) throw usageError(problems)
}

/** The requests that bring a draft from one content to another: name and note, questions, logic, settings. */
import type { Context } from '../../cli/context.ts'
import { conditionsQuiz, noteQuiz, renameQuiz, saveQuiz, setQuiz } from '../../contract/quiz.ts'
import { usageError } from '../../errors.ts'
import { difference, treeOf, type Content } from '../../model/document/index.ts'
import { isObject } from '../../text/is-object.ts'

/** Sections that can be sent, in this order: logic may name questions that come before it. */
export const sentSections = ['name', 'note', 'screens', 'conditions', 'settings'] as const
type Sent = (typeof sentSections)[number]

export async function send(context: Context, id: number, now: Content, next: Content): Promise<void> {
  for (const name of sentSections) if (isChanged(name, now, next)) await senders[name](context, id, next, now)
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

const senders: Readonly<Record<Sent, (context: Context, id: number, next: Content, now: Content) => Promise<unknown>>> = {
  name: (context, id, { name }) => context.call(renameQuiz, { id, name: String(name) }),
  note: (context, id, { note }) => context.call(noteQuiz, { id, notes: String(note) }),
  screens: async (context, id, { screens }) => screens && context.call(saveQuiz, { id, ids: screens.ids, entities: screens.entities }),
  conditions: (context, id, next) => context.call(conditionsQuiz, { id, conditions: mapIn(next, 'conditions') }),
  settings: (context, id, next, now) => {
    const settings = mapIn(next, 'settings')
    const changed = difference(treeOf({ settings: now.settings ?? {} }), treeOf({ settings })).flatMap(({ path: [, key] }) => key ?? [])
    return context.call(setQuiz, { id, ...Object.fromEntries(changed.map((key) => [key, settings[key]])) })
  },
}

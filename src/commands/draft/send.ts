/** The requests that bring a draft from one content to another: name and note, questions, logic, settings. */
import type { Context } from '../../cli/context.ts'
import type { Input } from '../../contract/core/operation.ts'
import type { Widgets } from '../../contract/core/records.ts'
import { conditionsQuiz, noteQuiz, renameQuiz, saveQuiz, setQuiz } from '../../contract/quiz.ts'
import { difference, treeOf, type Content } from '../../model/document/index.ts'

/** Sections that can be sent, in this order: logic may name questions that come before it. */
export const sentSections = ['name', 'note', 'screens', 'conditions', 'settings'] as const
type Sent = (typeof sentSections)[number]

export async function send(context: Context, id: number, now: Content, next: Content): Promise<void> {
  for (const name of sentSections) if (isChanged(name, now, next)) await senders[name](context, id, next[name], now[name])
}

/** What the service doesn't show is sent as it is wanted. */
function isChanged(name: Sent, now: Content, next: Content): boolean {
  if (next[name] === undefined) return false
  return now[name] === undefined || difference(treeOf({ [name]: now[name] }), treeOf({ [name]: next[name] })).length > 0
}

const senders: Readonly<Record<Sent, (context: Context, id: number, value: unknown, before: unknown) => Promise<unknown>>> = {
  name: (context, id, name) => context.call(renameQuiz, { id, name: String(name) }),
  note: (context, id, notes) => context.call(noteQuiz, { id, notes: String(notes) }),
  screens: (context, id, screens) => {
    const { ids, entities } = screens as Widgets
    return context.call(saveQuiz, { id, ids, entities })
  },
  conditions: (context, id, conditions) => context.call(conditionsQuiz, { id, conditions: conditions as Record<string, unknown> }),
  settings: (context, id, settings, before) => {
    const changed = difference(treeOf({ settings: before ?? {} }), treeOf({ settings })).map(({ path }) => path[1]!)
    const values = Object.fromEntries(changed.map((key) => [key, (settings as Record<string, unknown>)[key]]))
    return context.call(setQuiz, { id, ...values } as Input<typeof setQuiz>)
  },
}

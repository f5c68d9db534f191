/** A sync that is read in a log: each line begins with a time. */
import type { Context } from '../../../cli/context.ts'

const stamped = (line: string): string => `${new Date().toISOString()} ${line}`

/** The same, with times before what is said meanwhile. */
export function inLog({ service, show, ask, settings, flags }: Context): Context {
  const [note, warn] = [(line: string) => show.note(stamped(line)), (line: string) => show.warn(stamped(line))]
  return {
    service: { ...service, note, warn },
    show: { ...show, note, warn, done: (result, lines, id) => show.done(result, [lines].flat().map(stamped), id) },
    ask,
    settings,
    flags,
  }
}

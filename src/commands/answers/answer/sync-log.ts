/** A sync that is read in a log: each line begins with a time. */
import type { Context } from '../../../cli/context.ts'

const stamped = (line: string): string => `${new Date().toISOString()} ${line}`

/** The same, with times before what is said meanwhile. */
export function inLog({ service, show, ask, settings, flags }: Context): Context {
  const [note, warn] = [(line: string) => show.note(stamped(line)), (line: string) => show.warn(stamped(line))]
  const { call, rows, download, probe, patience, signal, dryRun, stateFile, api } = service
  const { list, view, thing, charts, print, text, meter, form } = show
  return {
    service: { call, rows, download, probe, patience, signal, dryRun, stateFile, api, note, warn },
    show: {
      list,
      view,
      download: show.download,
      thing,
      rows: show.rows,
      charts,
      print,
      text,
      meter,
      form,
      note,
      warn,
      done: (result, lines, id) => show.done(result, [lines].flat().map(stamped), id),
    },
    ask,
    settings,
    flags,
  }
}

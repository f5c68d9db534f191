/** What a command shows, as its output flags say. */
import { isWrite } from '../../contract/core/operation.ts'
import { isDocument, isLines } from '../../output/mode.ts'
import type { Form, Show } from '../context.ts'
import type { EngineContext } from './engine.ts'
import type { Flags } from '../flags/read.ts'
import type { Presenter } from './present.ts'

export function formOf({ mode, terminal, out }: Presenter, flags: Flags): Form {
  const [asDocument, asLines] = [isDocument(mode), isLines(mode)]
  const asData = asDocument || asLines || flags.raw
  return { output: out, terminal, asDocument, asLines, asData, forPerson: terminal && !asData && flags.fields === undefined }
}

export function showOf(session: EngineContext, flags: Flags): Show {
  const { present, requests } = session
  const form = formOf(present, flags)
  const thing: Show['thing'] = (value, columns) => present.thing(value, columns)
  const rows: Show['rows'] = async (batches, columns) => {
    const shown = await present.rows(batches, columns)
    if (shown === 0 && form.terminal && !form.asDocument && !form.asLines) present.note('Nothing was found.')
  }
  return {
    form,
    thing,
    rows,
    list: async (operation, input, columns) => {
      if (flags.raw) return present.bytes(await requests.body(operation, input))
      await requests.refuseUnaskable(operation, input)
      await rows(requests.flaggedRows(operation, input), columns)
    },
    view: async (operation, input, columns) => {
      if (flags.dryRun && isWrite(operation)) return void (await session.service.call(operation, input))
      if (flags.raw) return present.bytes(await requests.body(operation, input))
      await thing(await requests.call(operation, input, { exact: true }), columns)
    },
    download: async (operation, input) => {
      const { downloadOne } = await import('../download/download.ts')
      await downloadOne(operation, input, session)
    },
    charts: (charts) => present.charts(charts),
    done: async (result, lines, id) => {
      if (flags.dryRun) return
      const bodies = requests.takeBodies()
      if (bodies) return present.bytes(bodies)
      await present.done(result, [lines].flat(), id)
    },
    print: (text) => present.print(text),
    text: (text) => present.text(text),
    note: (line) => present.note(line),
    warn: (line) => present.warn(line),
    meter: (label, total) => present.meter(label, total),
  }
}

import type { PartFormat } from './partitions.ts'
import { Draft } from './draft.ts'

/** One JSON object a line: values by key. */
export const ndjson: PartFormat = {
  name: 'ndjson',
  open: (path, table) => {
    const draft = new Draft(path)
    return {
      add: (answer) => draft.text(`{${table.members(answer)}}\n`),
      end: () => draft.end(),
      commit: () => draft.commit(),
      discard: () => draft.discard(),
    }
  },
}

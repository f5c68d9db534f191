import type { PartFormat } from './partitions.ts'
import { Draft } from './place.ts'

const mostRows = 1_000_000

/** One object a line: values by key. */
export const ndjson: PartFormat = {
  name: 'ndjson',
  ending: 'ndjson',
  open: (path, table) => {
    const files: string[] = []
    let draft: Draft | undefined
    let rows = 0
    return {
      add: (answer) => {
        if (!draft || rows === mostRows) {
          draft?.end()
          draft = new Draft(path(files.length))
          files.push(draft.path)
          rows = 0
        }
        draft.text(`${JSON.stringify(table.json(answer))}\n`)
        rows++
      },
      end: () => {
        draft?.end()
        return files
      },
      abandon: () => {},
    }
  },
}

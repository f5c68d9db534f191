/** `node decode.ts FOLDER`: decodes each stored answer to the cells of a table, and does nothing with them. */
import { join } from 'node:path'
import { Table } from '../../src/answers/dictionary/table.ts'
import { Store } from '../../src/answers/store/store.ts'

const store = Store.open(join(process.argv[2]!, 'store.sqlite'), { readOnly: true })
const table = new Table(store.dictionary(1))
let cells = 0
for (const answer of store.liveAnswers()) cells += table.row(answer).length
process.stdout.write(`${cells}\n`)

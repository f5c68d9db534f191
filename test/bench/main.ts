/** `npm run bench [-- --json] [--rounds N]`: how fast we are beside others, in one run on one machine. Nothing is asserted. */
import { parseArgs } from 'node:util'
import { LineTable, naturalWidths, type TableColumn } from '../../src/output/table.ts'
import { createQuizzes, listOfSurveys, startService } from './lists.ts'
import { measure, type Measured } from './measure.ts'
import { startup } from './startup.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, rounds: { type: 'string', default: '15' } } })
const rounds = Number(values.rounds)

const columns: TableColumn[] = [
  { heading: 'what', align: 'left' },
  { heading: 'median', align: 'right' },
  { heading: 'ratio', align: 'right' },
  { heading: 'limit', align: 'right' },
  { heading: '', align: 'left' },
]

function show(results: readonly Measured[]): void {
  if (values.json) return
  const rows = results.map(({ name, milliseconds, ratio, limit }) => [
    name,
    `${milliseconds.toFixed(1)} ms`,
    ratio.toFixed(2),
    limit?.toFixed(2) ?? '',
    limit !== null && ratio > limit ? 'over' : '',
  ])
  const table = new LineTable(columns, naturalWidths(columns, rows))
  process.stdout.write(`\n${results[0]!.comparison}\n${table.heading((text) => text)}${table.rows(rows)}`)
}

async function lists(): Promise<Measured[]> {
  const service = await startService()
  try {
    await createQuizzes(service, 100)
    return measure(listOfSurveys(service, 100, 3, rounds))
  } finally {
    await service.stop()
  }
}

const all: Measured[] = []
for (const suite of [async () => measure(startup(rounds)), lists]) {
  const results = await suite()
  show(results)
  all.push(...results)
}
if (values.json) process.stdout.write(`${JSON.stringify(all, null, 2)}\n`)

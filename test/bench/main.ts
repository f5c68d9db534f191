/**
 * `npm run bench [-- --json] [--rounds N] [--answers N] [PART...]`: how fast we are beside others, in one run on one machine, and how much
 * memory that takes. Nothing is asserted; what is over its limit is said. What limits each: README.md beside this file.
 */
import { parseArgs } from 'node:util'
import { LineTable, naturalWidths, type TableColumn } from '../../src/output/table/table.ts'
import { ofAnswers, ofMedia } from './backup.ts'
import { codes, writes } from './bulk.ts'
import { downloadGrowth, toDisk, toMemory } from './downloads.ts'
import { database, parquet, written } from './formats.ts'
import { hasTerminal, longList, secureList, shortList, table } from './lists.ts'
import { measure, type Measured } from './measure.ts'
import { million } from './million.ts'
import { projects } from './projects.ts'
import { answerService, plainService, secureService, startSandbox } from './services.ts'
import { sandboxRun, startup } from './startup.ts'
import { statsGrowth, statsOfService, statsOfStore, hasSqlite } from './stats.ts'
import { nights, syncedFolder, syncs } from './sync.ts'

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '15' },
    answers: { type: 'string', default: '1000000' },
  },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
const answers = Number(values.answers)
/** What takes a moment, or fills memory, moves by more than it differs. */
const more = 4 * rounds
const fewer = Math.ceil(rounds / 2)
const fewest = Math.ceil(rounds / 5)

const columns: TableColumn[] = [
  { heading: 'what', align: 'left' },
  { heading: 'median', align: 'right' },
  { heading: 'cpu', align: 'right' },
  { heading: 'ratio', align: 'right' },
  { heading: 'limit', align: 'right' },
  { heading: 'peak', align: 'right' },
  { heading: 'limit', align: 'right' },
  { heading: '', align: 'left' },
]

const isOver = ({ ratio, limit, mebibytes, most }: Measured): boolean =>
  (limit !== null && ratio > limit) || (mebibytes !== null && most !== null && mebibytes > most)

const optional = (value: number | null, digits: number, unit: string): string => (value === null ? '' : `${value.toFixed(digits)}${unit}`)

function show(results: readonly Measured[]): void {
  const rows = results.map((result) => [
    result.name,
    optional(result.milliseconds, 1, ' ms'),
    optional(result.cpu, 0, ' ms'),
    result.ratio.toFixed(result.ratio < 0.1 ? 3 : 2),
    optional(result.limit, 2, ''),
    optional(result.mebibytes, 0, ' MiB'),
    optional(result.most, 0, ' MiB'),
    isOver(result) ? 'over' : '',
  ])
  const lines = new LineTable(columns, naturalWidths(columns, rows))
  process.stdout.write(`\n${results[0]!.comparison}\n${lines.heading((text) => text)}${lines.rows(rows)}`)
}

const all: Measured[] = []

function report(results: readonly Measured[]): void {
  if (!values.json) Map.groupBy(results, ({ comparison }) => comparison).forEach((rows) => show(rows))
  all.push(...results)
}

async function using<T extends { stop: () => Promise<void> }>(service: T | undefined, work: (service: T) => Promise<void>): Promise<void> {
  try {
    if (service) await work(service)
  } finally {
    await service?.stop()
  }
}

const parts: Record<string, () => Promise<void>> = {
  startup: async () => report(await startup(more)),
  sandbox: async () => report(await sandboxRun(rounds)),
  list: async () => using(await startSandbox(), async (sandbox) => report(await shortList(sandbox, more))),
  lists: async () =>
    using(await plainService(), async (service) => {
      for (const count of [10_000, 100_000] as const) {
        report(await measure(longList(service, count, count === 10_000 ? rounds : fewer)))
        if (hasTerminal) report(await measure(table(service, count, fewer)))
      }
    }),
  downloads: async () =>
    using(await plainService(), async (service) => {
      const memory = toMemory(service, more)
      if (memory) report(await measure(memory))
      report(await measure(toDisk(service, fewer)))
      report([await downloadGrowth(service)])
    }),
  tls: async () =>
    using(await secureService(), async (service) => {
      for (const count of [10_000, 100_000] as const) report(await measure(secureList(service, count, fewer)))
      report(await measure(toDisk(service, fewest, true)))
    }),
  stats: async () =>
    using(await answerService(), async (service) => {
      report(await measure(statsOfService(service, 100_000, fewest)))
      if (hasSqlite) report(await measure(statsOfStore(syncedFolder(service, answers), service, fewest)))
      report([await statsGrowth(service)])
    }),
  writes: async () => using(await plainService(), async (service) => report(await measure(writes(service, fewest)))),
  sync: async () =>
    using(await answerService(), async (service) => {
      report(await syncs(service, answers, fewest))
      report(await nights(service, answers, fewest))
    }),
  formats: async () =>
    using(await answerService(), async (service) => {
      report(await parquet(service, answers, fewest))
      report(await written(service, answers))
      report(await database(service, answers))
    }),
  million: async () => using(await startSandbox(), async (sandbox) => report(await million(sandbox, answers))),
  projects: async () =>
    using(await startSandbox(), async (sandbox) => (await projects(sandbox, fewest)).forEach((results) => report(results))),
  backup: async () => using(await startSandbox(), async (sandbox) => report(await ofAnswers(sandbox, fewest))),
  media: async () => using(await startSandbox(), async (sandbox) => report(await ofMedia(sandbox, fewest))),
  codes: async () => using(await startSandbox(), async (sandbox) => report(await measure(await codes(sandbox, fewest)))),
}

for (const name of positionals) if (!parts[name]) throw new Error(`No part "${name}"; there are: ${Object.keys(parts).join(', ')}`)
for (const [name, run] of Object.entries(parts)) if (positionals.length === 0 || positionals.includes(name)) await run()
if (values.json) process.stdout.write(`${JSON.stringify(all, null, 2)}\n`)

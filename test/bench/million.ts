/** A million answers of the sandbox itself: how fast they are made, and what is done with them beside its own exports. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { examples } from '../../src/model/question/registry.ts'
import { freshFolder, launcher } from '../support/program.ts'
import { figure, observe, type Contender, type Measured, type Observed } from './measure.ts'
import type { Sandbox } from './services.ts'
import { widgetsOf } from './surveys.ts'

/** Forty variables once each option that may be chosen beside others has one of its own. */
const asked = [
  ...Array.from({ length: 4 }, () => examples.choice),
  ...Array.from({ length: 8 }, () => examples.yesno),
  ...Array.from({ length: 8 }, () => examples.rating),
  ...Array.from({ length: 6 }, () => examples.scale),
  ...Array.from({ length: 5 }, () => examples.dropdown),
  examples.input,
]

const ours = (name: string, ...args: string[]): Contender => ({ name, command: [process.execPath, launcher, ...args, '--quiet'] })

export async function million(sandbox: Sandbox, answers: number): Promise<Measured[]> {
  const { env, post, control } = sandbox
  const { id } = await post('/quiz', { folder_id: sandbox.folder })
  await post(`/quiz/${id}/save`, widgetsOf(asked, 1))
  await post(`/quiz/${id}/publish`, {})
  const many = answers.toLocaleString('en')
  const title = `${many} answers of the sandbox`
  const began = Date.now()
  const before = sandbox.peak()
  control(['answer', String(id), '--count', String(answers), '--days', '300', '--seed', '1'])
  const made = (Date.now() - began) / 1000
  const grown = sandbox.peak() - before
  const folder = freshFolder()
  const path = (name: string): string => join(folder, name)
  const kept = path('kept')
  const survey = String(id)
  const once = async (contender: Contender, most: number): Promise<[Observed, Measured]> => {
    const seen = await observe(contender, env)
    return [seen, { ...figure(title, contender.name, seen.milliseconds / 1000, null), ...seen, most }]
  }
  const [csv, csvRow] = await once(ours('export csv', 'export', 'csv', survey, '-o', path('all.csv'), '--force'), 200)
  const [sync, syncRow] = await once(ours('answer sync --to ndjson', 'answer', 'sync', survey, kept, '--to', 'ndjson'), 160)
  const [sav, savRow] = await once(ours('export sav', 'export', 'sav', survey, '-o', path('all.zip'), '--force', '--extract'), 200)
  const [typed, typedRow] = await once(
    ours('export sav --typed --synced', 'export', 'sav', survey, '--typed', '--synced', kept, '-o', path('typed.sav'), '--force'),
    160,
  )
  const [list, listRow] = await once(ours('answer list --all --ndjson', 'answer', 'list', survey, '--all', '--complete', '--ndjson'), 120)
  const [stats, statsRow] = await once(ours('answer stats --json', 'answer', 'stats', survey, '--json'), 120)
  const [, storeRow] = await once(ours('answer stats --synced --json', 'answer', 'stats', survey, '--synced', kept, '--json'), 120)
  const unpacked = readdirSync(folder).find((name) => name.endsWith('.sav') && name !== 'typed.sav')
  const sizeOf = (name: string): number => statSync(path(name)).size
  return [
    figure(title, 'seconds to make them', made, 60),
    { ...figure(title, "MiB that the sandbox's peak grows by meanwhile", grown, null) },
    csvRow,
    syncRow,
    savRow,
    typedRow,
    listRow,
    statsRow,
    storeRow,
    figure(title, 'first sync, to export csv: time', sync.milliseconds / csv.milliseconds, 5),
    figure(title, 'typed SAV of the folder, to the all-text one: time', typed.milliseconds / sav.milliseconds, 0.5),
    figure(title, 'typed SAV of the folder, to the all-text one: size', sizeOf('typed.sav') / sizeOf(unpacked!), 0.45),
    figure(title, 'stats, to their list: time', stats.milliseconds / list.milliseconds, 1.15),
  ]
}

/** `answer sync --dry-run`: what would change, and the statements for tables of databases. */
import { dryRun, type DryRun } from '../../../answers/folder/dry-run.ts'
import type { Wanted } from '../../../answers/folder/sync.ts'
import type { Context } from '../../../cli/context.ts'
import type { SyncTarget } from '../../../answers/folder/sync-all.ts'
import { metersOfSurvey } from '../../meters.ts'
import { counted } from '../../../text/counted.ts'

export async function showDryRun(context: Context, targets: readonly SyncTarget[], wanted: Wanted): Promise<void> {
  const base_url = context.settings.address()
  const found: DryRun[] = []
  for (const { quiz, folder } of targets) {
    const { progress, end } = metersOfSurvey(context, quiz)
    try {
      found.push(await dryRun(context.service, { quiz, base_url }, folder, { ...wanted, progress }))
    } finally {
      end()
    }
  }
  if (context.show.form.asData) return context.show.rows([found])
  await context.show.print(`${found.flatMap(linesOf).join('\n')}\n`)
}

const linesOf = ({ quiz, name, folder, added, changed, gone, formats, databases }: DryRun): string[] => [
  `-- Survey ${quiz} "${name}"${folder === null ? '' : `, ${folder}`}: ${added} new, ${changed} changed, ${gone} deleted${formats.length > 0 ? `; would write ${formats.join(', ')}` : ''}`,
  ...databases.flatMap(({ url, schema, statements, inserted, updated, deleted }) => [
    `-- ${url} (schema ${schema}): ${counted(inserted, 'row')} to insert, ${updated} to update, ${deleted} to delete`,
    ...statements.map((statement) => `${statement};`),
  ]),
]

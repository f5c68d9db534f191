/** What an import loses, told: to a person by what is done about it, to a program a row each. */
import type { Context } from '../../../cli/context.ts'
import { severities, type Loss } from '../../../forms/loss.ts'
import type { Column } from '../../../output/columns.ts'
import { counted } from '../../../text/counted.ts'
import { showSigns } from '../../../text/signs.ts'

/** Beside a document they go to standard error. */
export async function reportLosses(
  { show, flags }: Pick<Context, 'show' | 'flags'>,
  losses: readonly Loss[],
  { output, columns }: { output?: string; columns: readonly Column[] },
): Promise<void> {
  if (show.form.asDocument || flags.quiet || losses.length === 0) return
  if (output === '-') {
    for (const loss of losses)
      show.warn(`${loss.severity} ${[loss.at, nameOf(loss)].filter(Boolean).join(' ')}: ${loss.what} (${loss.instead})`)
    return
  }
  if (show.form.forPerson) await show.print(linesOf(losses, show.form.output.columns ?? 80))
  else await show.rows([losses.map((loss) => ({ ...loss, key: loss.key ?? null }))], columns)
  const counts = severities.flatMap((severity) => {
    const count = losses.filter((loss) => loss.severity === severity).length
    return count > 0 ? [`${count} ${severity}`] : []
  })
  show.note(`${counted(losses.length, 'loss', 'losses')}: ${counts.join(', ')}${show.form.forPerson ? '; whole texts: --report FILE' : ''}`)
}

/** Those of one kind stand together, a line each. */
function linesOf(losses: readonly Loss[], width: number): string {
  const groups = Map.groupBy(losses, ({ severity, code, instead }) => `${severity}: ${instead} (${code})`)
  const cut = (line: string): string => (line.length > width ? `${line.slice(0, width - 1)}…` : line)
  return [...groups]
    .map(
      ([head, some]) =>
        `${showSigns(head)}\n${some.map((loss) => `${cut(showSigns(`  ${[loss.at, nameOf(loss), loss.what].filter(Boolean).join('  ')}`))}\n`).join('')}`,
    )
    .join('')
}

/** The question's name, where the rest of the line hasn't it. */
const nameOf = ({ at, key = '', what }: Loss): string => (at.endsWith(key) || what.includes(`"${key}"`) ? '' : key)

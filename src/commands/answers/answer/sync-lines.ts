/** What a sync says of its work. */
import { warningTexts } from '../../../answers/decode/warnings.ts'
import type { Ended } from '../../../answers/folder/destinations.ts'
import type { Synced } from '../../../answers/folder/sync.ts'
import { unlistedLines } from '../../../answers/stats/unlisted.ts'
import type { Context } from '../../../cli/context.ts'

/** `1,200 answers`. */
const count = (many: number, one: string, several = one): string => `${many.toLocaleString('en')} ${many === 1 ? one : several}`

export function lineOf({ quiz, name, folder, answers, added, changed, gone, requests, destinations }: Synced): string {
  const news = [added > 0 && count(added, 'new'), changed > 0 && count(changed, 'changed'), gone > 0 && count(gone, 'deleted')].filter(
    Boolean,
  )
  return `Synced survey ${quiz} "${name}"${folder === undefined ? '' : ` into ${folder}`} · ${count(answers, 'answer', 'answers')} · ${news.join(', ') || 'nothing new'} · ${count(requests, 'request', 'requests')}${destinations.map(databaseLine).join('')}`
}

type Destination = Synced['destinations'][number]

/** What became of a database; files hold what the first line says. */
function databaseLine(one: Destination): string {
  if (one.to !== 'postgres') return ''
  const { inserted = 0, updated = 0, deleted = 0, columns_added: added = [], types_changed: retyped = [], seconds = 0 } = one
  const { columns_dropped: dropped = [] } = one
  const facts = [
    `${count(inserted, 'inserted')}, ${count(updated, 'updated')}, ${count(deleted, 'deleted')}`,
    added.length > 0 && count(added.length, 'column added', 'columns added'),
    retyped.length > 0 && `types changed: ${retyped.join(', ')}`,
    dropped.length > 0 && `columns dropped: ${dropped.join(', ')}`,
    `${seconds.toFixed(1)} s`,
  ]
  return ` · ${one.url} (schema ${one.schema}): ${facts.filter(Boolean).join(' · ')}`
}

const mostNamed = 20

function databaseNotes({ kept = [], restored = 0, ...one }: Destination): string[] {
  const schema = one.to === 'postgres' ? one.schema : ''
  const named = `${kept.slice(0, mostNamed).join(', ')}${kept.length > mostNamed ? ' …' : ''}`
  return [
    ...(restored > 0 ? [`${count(restored, 'row', 'rows')} of schema ${schema} that somebody else had removed or added: put right`] : []),
    ...(kept.length > 0
      ? [
          `${count(kept.length, 'answer that is deleted on the service stays', 'answers that are deleted on the service stay')} in schema ${schema}, as another table refers to ${kept.length === 1 ? 'it' : 'them'}: ${named}. With ON DELETE CASCADE or ON DELETE SET NULL on that reference the next sync deletes them`,
        ]
      : []),
  ]
}

const endOf = (one: Ended): string =>
  one.to === 'postgres' ? `${one.url} (its tables in schema ${one.schema} stay as they are)` : `${one.to} (${one.files} stays as it is)`

/** What somebody who counts on the data must know. */
export function warn(
  context: Context,
  { quiz, full, reread, agrees, decode_warnings, unlisted, renamed, ended, destinations }: Synced,
  asked: boolean,
): void {
  if (ended.length > 0) context.show.note(`Survey ${quiz}: no longer written: ${ended.map(endOf).join(', ')}`)
  if (renamed && destinations.some(({ to }) => to !== 'postgres'))
    context.show.note(`Survey ${quiz}: names, labels or variables changed, so all files were written again`)
  for (const one of destinations)
    if (one.to === 'postgres') for (const line of databaseNotes(one)) context.show.warn(`Survey ${quiz}: ${line}`)
  if (!agrees)
    context.show.warn(`Survey ${quiz}: the service counts more answers than it lists; no answer was marked as deleted. Sync again later`)
  if (full && !asked && !reread && agrees)
    context.show.warn(`Survey ${quiz}: the order of the list had changed, so all of it was read again`)
  const texts = warningTexts(decode_warnings)
  if (texts.length > 0) context.show.warn(`Survey ${quiz}: of the answers that came, ${texts.join('; ')}`)
  for (const line of unlistedLines(unlisted)) context.show.note(`  ${line}`)
}

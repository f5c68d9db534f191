/** What `account restore` says before it begins, and of what is left to do at its end. */
import type { Context } from '../../../cli/context.ts'
import type { RestorePlan } from '../../../account/restore/plan.ts'
import type { Restored } from '../../../account/restore/restore.ts'
import type { Loss } from '../../../account/restore/wanted.ts'
import { counted, firstOf } from '../../../text/counted.ts'
import { toCopy } from '../../../text/to-copy.ts'

const named = ({ id, name }: { id: number; name: string }): string => `${id} "${name}"`

export function showRestorePlan(context: Context, plan: RestorePlan): void {
  const { surveys, trash, there, losses, requests, isSame, mapFile } = plan
  const { show } = context
  const begun = Object.keys(mapFile.map.surveys).length
  show.note(
    `To restore: ${counted(surveys.length, 'survey')}${surveys.length > 0 ? ` (${firstOf(surveys.map(named))})` : ''}; up to ${counted(requests, 'request')}${begun > 0 ? `; ${begun} were made by an earlier run` : ''}`,
  )
  if (there.size > 0) show.note(`Still there, and left alone: ${firstOf([...there].map(([id, name]) => named({ id, name })))}`)
  if (isSame && trash.size === 0 && there.size === 0 && surveys.length > 0)
    show.note(
      'This is the account that the backup is of: copies are made beside what is there. To bring back only what was deleted: --from-trash',
    )
  const certain = certainLosses(plan)
  if (trash.size > 0) {
    show.note('What is in the trash comes back whole, with answers and addresses.')
    const kinds = new Set(losses.filter((loss) => !certain.includes(loss)).map(({ what }) => what.replace(/^\d+ | ".*$/g, '')))
    if (kinds.size > 0) show.note(`Only what the trash no longer has is made anew, without ${[...kinds].join(', ')} (why: --dry-run)`)
  }
  showLosses(context, certain, 'Lost')
}

/** Before the yes. What is in the trash loses nothing, and only the trash tells what it has. */
export const certainLosses = ({ losses, trash }: RestorePlan): Loss[] =>
  losses.filter(({ survey }) => survey === null || !trash.has(survey))

export function showLosses({ show }: Context, losses: readonly Loss[], heading: string): void {
  if (losses.length > 0) show.note(`${heading}:`)
  for (const line of lossLines(losses)) show.note(`  ${line}`)
}

/** One line for each thing that is lost alike, with the surveys. */
function lossLines(losses: readonly Loss[]): string[] {
  const alike = Map.groupBy(losses, ({ count, what, why }) => `${count === undefined ? what : ''}\n${why}`)
  return [...alike.values()].map((own) => {
    const [{ what, why } = { what: '', why: '' }] = own.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0))
    const kind = own.length > 1 ? what.replace(/^\d+ /, '') : what
    const surveys = own.flatMap(({ survey, count }) =>
      survey === null ? [] : [`${survey}${count === undefined || own.length === 1 ? '' : ` (${count})`}`],
    )
    return `${kind}: ${why}${surveys.length > 0 ? ` · ${firstOf(surveys)}` : ''}`
  })
}

/** A line for each reason, with the surveys. */
export const leftLines = (left: Restored['left']): string[] =>
  [...Map.groupBy(left, ({ why }) => why)].map(([why, own]) => `${firstOf(own.map(named))}: ${why}`)

/** The commands that switch on what was on. */
export function switchLines({ surveys }: RestorePlan, restored: Restored, isPublished: boolean): string[] {
  const made = restored.surveys.flatMap(({ id, made: own, from_trash }) => {
    const wanted = from_trash ? undefined : surveys.find((survey) => survey.id === id)
    return wanted ? [{ own, ...wanted }] : []
  })
  const drafts = isPublished ? [] : made.flatMap(({ own, isPublished: was }) => (was ? [own] : []))
  const lines = [
    ...(drafts.length > 0 ? [toCopy`surveyctl quiz publish ${drafts}`] : []),
    ...made.flatMap(({ own, off }) => [
      ...off.letters.map((letter) => toCopy`surveyctl email enable ${own} ${letter}`),
      ...off.counters.map((counter) => toCopy`surveyctl counter activate ${own} ${counter}`),
      ...(off.webhooks.length > 0
        ? [`${toCopy`surveyctl webhook list ${own}`} shows its ${counted(off.webhooks.length, 'webhook')} to enable`]
        : []),
    ]),
  ]
  const edited = made.flatMap(({ own, isEdited }) => (isEdited ? [own] : []))
  return [
    ...(lines.length > 0
      ? ['Nothing of it runs yet. To switch on what did, once you have looked at it:', ...lines.map((line) => `  ${line}`)]
      : []),
    ...(edited.length > 0
      ? [
          'Unpublished, as the draft is newer than what was published. Once it is as it should be:',
          `  ${toCopy`surveyctl quiz publish ${edited}`}`,
        ]
      : []),
  ]
}

/** Whether a survey of a backup is as it was published. Its publication can't be read, and `updated_at` moves with a name, a note and the trash. */
import { isDeepStrictEqual } from 'node:util'
import { viewReport, type ReportQuestion } from '../../contract/answers/report.ts'
import { CommandError } from '../../errors.ts'
import { withoutMarkup } from '../../model/markup.ts'
import { isAnswerable, listsOf } from '../../model/question/index.ts'
import { questionIn, type Question } from '../../model/survey.ts'
import type { Observed } from '../../project/plan/observe.ts'
import { isObject } from '../../text/is-object.ts'
import type { Backup } from '../stored.ts'

/**
 * - `no`: nothing was changed since
 * - `unreported`: something was, and what the report shows of the publication is as in the draft
 * - `yes`: the report shows another question, title or option
 * - `probably`: something was, and no report tells what
 */
export type Edited = 'no' | 'unreported' | 'yes' | 'probably'

/** Milliseconds between a publication and what the service notes of it. */
const tolerance = 5000

export async function editedSince({ service }: Backup, { id, view, content }: Observed): Promise<Edited> {
  if (Date.parse(String(view.updated_at)) <= Date.parse(String(view.published_at)) + tolerance) return 'no'
  const { screens } = content
  const asked = await reported(service, id)
  if (!screens || asked.length === 0) return 'probably'
  const drafted = screens.ids.flatMap((screen) => {
    const question = questionIn(screens, screen)
    return question && isAnswerable(question) ? [{ screen, question }] : []
  })
  // Behind those of the publication stand those that only older answers have.
  const last = asked.findLastIndex(({ widget_id }) => drafted.some(({ screen }) => screen === widget_id))
  if (last + 1 !== drafted.length) return 'yes'
  const lang = isObject(content.settings) && content.settings.lang === 'en' ? 'en' : 'ru'
  return drafted.every(({ screen, question }, index) => isAsked(screen, question, asked[index], lang)) ? 'unreported' : 'yes'
}

async function reported(service: Backup['service'], id: number): Promise<ReportQuestion[]> {
  try {
    return (await service.call(viewReport, { id })).questions ?? []
  } catch (error) {
    // A gap of the backup.
    if (error instanceof CommandError && ['forbidden', 'not_found'].includes(error.kind)) return []
    throw error
  }
}

function isAsked(screen: string, question: Question, asked: ReportQuestion | undefined, lang: 'ru' | 'en'): boolean {
  if (asked?.widget_id !== screen || asked.type !== question.type) return false
  const title = withoutMarkup(question.title).trim()
  // One without a title is shown by its number.
  if (title !== '' && typeof asked.title === 'string' && asked.title.trim() !== title) return false
  const { options, rows, columns } = listsOf(question, lang)
  const [first]: unknown[] = Array.isArray(asked.rows) ? asked.rows : []
  return isShown(options, asked.bars) && isShown(rows, asked.rows) && isShown(columns, isObject(first) ? first.bars : undefined)
}

/** Where the report shows no list there is nothing to compare. */
function isShown(options: readonly { title: string }[] | undefined, list: unknown): boolean {
  if (!options || !Array.isArray(list)) return true
  const labels = list.filter(isObject).flatMap(({ label, removed }) => (removed === true ? [] : [withoutMarkup(String(label)).trim()]))
  return isDeepStrictEqual(labels.sort(), options.map(({ title }) => withoutMarkup(title).trim()).sort())
}

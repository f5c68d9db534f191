/** `quiz view`: the survey and its questions, as somebody who looks after it wants to see them. */
import { openAddress } from '../../../cli/download/open.ts'
import { command } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import type { Result } from '../../../contract/core/operation.ts'
import { viewQuiz } from '../../../contract/surveys/quiz.ts'
import { settings as settingFields } from '../../../contract/surveys/settings.ts'
import { CommandError, usageError } from '../../../errors.ts'
import type { Column } from '../../../output/columns.ts'
import { isObject } from '../../../text/is-object.ts'

type Survey = Result<typeof viewQuiz>

/** Within this time after a publication a survey has not been edited: the publication itself is a change. */
const tolerance = 5000

/** The service doesn't say whether a draft is published: told from the times of the last change and the last publication. */
function draftState({ is_published, published_at, updated_at }: Survey): string | undefined {
  if (!is_published) return 'not published yet'
  if (typeof published_at !== 'string' || typeof updated_at !== 'string') return undefined
  const since = Date.parse(updated_at) - Date.parse(published_at)
  return since > tolerance ? 'probably changed since the last publication' : 'as published'
}

/** Switches that are on, and settings that have a value. */
function ownSettings({ settings }: Survey): string[] | undefined {
  if (!isObject(settings)) return undefined
  return Object.keys(settingFields)
    .filter((name) => shownSettings.has(name) && settings[name] !== undefined && settings[name] !== false && settings[name] !== null)
    .map((name) => (settings[name] === true ? name : `${name}=${String(settings[name])}`))
}

const shownSettings: ReadonlySet<string> = new Set([
  'lang',
  'show_by_one',
  'close_quiz_enabled',
  'limit_time_enabled',
  'limit_time_value',
  'limit_answer_count_enabled',
  'limit_answer_count_value',
  'use_password',
  'ip_list_enabled',
  'show_captcha',
  'multiple_ip',
  'allow_multiple_answer',
  'scoring_switcher',
  'question_required_mode',
  'question_random_order',
  'available_devices',
])

const countQuestions = ({ widgets }: Survey): number | undefined => widgets?.ids.filter((id) => !['welcome', 'submit'].includes(id)).length

export const detail: Column[] = [
  'id',
  'name',
  'type',
  { path: 'is_published', label: 'published', as: 'yesno' },
  { path: 'draft', value: draftState },
  { path: 'url_shared', label: 'address' },
  { path: 'url_preview', label: 'preview' },
  { path: 'folder.name', label: 'folder' },
  { path: 'answer_count', label: 'answers' },
  { path: 'widgets', label: 'questions', value: countQuestions },
  { path: 'settings', as: 'list', value: ownSettings },
  {
    path: 'editing_lock',
    label: 'locked by',
    value: (row) => row.editing_lock?.campaign && `${row.editing_lock.campaign.title} (${row.editing_lock.campaign.status})`,
  },
  { path: 'ai_quiz_job.status', label: 'AI build' },
  'virtual_id',
  { path: 'created_at', label: 'created', as: 'time' },
  { path: 'updated_at', label: 'updated', as: 'time' },
  { path: 'archive_at', label: 'archived', as: 'time' },
]

async function openPage(context: Context, id: number, which: 'draft' | 'published'): Promise<void> {
  const { url_shared, url_preview, is_published, type } = await context.service.call(viewQuiz, { id })
  const address = is_published && which === 'published' ? url_shared : url_preview
  // A card inside of other pages: its addresses are internal.
  if (!address || type === 'micro') throw new CommandError('refused', `Survey ${id} has no page of its own`)
  await openAddress(context.show, address)
}

const page = (verb: string, summary: string, which: 'draft' | 'published') =>
  command(verb, viewQuiz, { summary, examples: [`quiz ${verb} 42`], run: (context, { id }) => openPage(context, id, which) })

export const open = page('open', 'Open the page of a survey in the browser', 'published')
export const preview = page('preview', 'Open the preview of the draft in the browser', 'draft')

export const view = command('view', viewQuiz, {
  columns: detail,
  extra: {
    web: { flag: '--web', about: 'Open its page in the browser' },
    draft: { flag: '--draft', about: 'Open the preview of the draft in the browser' },
  },
  examples: ['quiz view 42', 'quiz view 42 --json --fields id,name,is_published'],
  run: async (context, input, { web, draft }) => {
    if (web && draft) throw usageError('--web cannot be given together with --draft')
    if (web || draft) return openPage(context, input.id, draft ? 'draft' : 'published')
    if (!context.show.form.forPerson) return context.show.view(viewQuiz, input, detail)
    const survey = await context.service.call(viewQuiz, input)
    await context.show.thing(survey, detail)
    await context.show.print('\n')
    const { questionCharts } = await import('../../../model/question-charts.ts')
    await context.show.charts(questionCharts(survey))
  },
})

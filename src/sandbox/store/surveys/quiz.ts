/** Surveys in the database, and as the service shows them. */
import { randomBytes, randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { QuizRow } from '../../../contract/core/records.ts'
import type { Content, Language, Settings } from '../../../model/survey.ts'
import type { QuizRecord } from '../entities.ts'
import { findFolder } from './folder.ts'
import type { Service } from '../service.ts'
import { needRoomForQuizzes, needRoomToday } from '../account/plan.ts'
import { fromJson, missing, type Store, type Stored } from '../store.ts'

type Row = Stored<QuizRecord, 'draft' | 'published' | 'campaign' | 'ai_quiz_job'>

const fromNullable = <T>(text: string | null): T | null => (text === null ? null : fromJson(text))

const read = (row: Row): QuizRecord => ({
  ...row,
  is_template: row.is_template === 1,
  draft: fromJson(row.draft),
  published: fromNullable(row.published),
  campaign: fromNullable(row.campaign),
  ai_quiz_job: fromNullable(row.ai_quiz_job),
})

/** A survey of any account; one in the trash only with `trash`. No survey has the id `null`. */
export function findQuiz(store: Store, id: number | null, { trash = false } = {}): QuizRecord | undefined {
  const row = store.get<Row>('select * from quiz where id = ?', id)
  return row && (trash || row.deleted_at === null) ? read(row) : undefined
}

/** A survey that is known to exist. */
export const getQuiz = (store: Store, id: number, options?: { trash: boolean }): QuizRecord =>
  findQuiz(store, id, options) ?? missing('survey', id)

export function findQuizByAddress(store: Store, virtualId: string): QuizRecord | undefined {
  const row = store.get<Row>('select * from quiz where virtual_id = ? and deleted_at is null', virtualId)
  return row && read(row)
}

/** Account of the service's own templates. */
export const catalogueId = 0

/** Fields of every screen, with their defaults. */
export const screenDefaults = {
  withTitle: true,
  description: '',
  withDescription: true,
  isRequired: false,
  isBlocked: false,
  multimedia: null,
} as const

const firstTitles = {
  ru: { welcome: 'Добро пожаловать', submit: 'Спасибо за участие' },
  en: { welcome: 'Welcome', submit: 'Thank you for taking part' },
} as const

/** The screens of a new survey: a start and a final one. */
const firstScreens = (lang: Language): Content['widgets'] => ({
  ids: ['welcome', 'submit'],
  entities: {
    welcome: { type: 'welcome', title: firstTitles[lang].welcome, ...screenDefaults, welcomeLabel: '' },
    submit: { type: 'submit', title: firstTitles[lang].submit, ...screenDefaults, submitLabel: '' },
  },
})

/** The screens for another language: the two of a new survey are translated, as long as nobody has edited them. */
export const screensIn = ({ widgets, settings }: Content, lang: Language): Content['widgets'] =>
  isDeepStrictEqual(widgets, firstScreens(settings.lang ?? 'ru')) ? firstScreens(lang) : widgets

/** The content of a new survey. */
export const emptyContent = (): Content => ({
  widgets: firstScreens('ru'),
  settings: {
    lang: 'ru',
    info_title: '',
    description: '',
    show_progressbar: true,
    show_navigate: true,
    numeration: false,
    auto_move_by_enter: true,
    show_by_one: true,
    allow_multiple_answer: true,
    show_copyright: true,
    close_quiz_enabled: false,
    limit_time_enabled: false,
    limit_answer_count_enabled: false,
    use_password: false,
    multiple_ip: true,
    show_captcha: false,
    ip_list_enabled: false,
    available_devices: ['desktop', 'mobile', 'tablet'],
    scoring_switcher: false,
    question_required_mode: 'individual',
    question_random_order: false,
    disable_auto_redirect: false,
    block_jump_to_prev_widget: false,
    filling_time_enabled: false,
    filling_time_seconds: 0,
    scripts_in_head_enabled: false,
    scripts_in_body_enabled: false,
    sso_active: false,
  },
  conditions: {},
  texts: {},
  theme: null,
  hidden_options: {},
})

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const virtualId = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')

export interface NewQuiz {
  workspace_id: number
  folder_id: number
  member_id: number
  name?: string
  content?: Content
  type?: 'regular' | 'micro'
  ai_quiz_job?: Record<string, unknown>
  /** Seeds only. */
  id?: number
  virtual_id?: string
}

/** Creates a draft; refuses when the plan doesn't allow another one (403 `blocked_by_tariff`, `quiz_limit_today`). */
export function createQuiz(service: Service, quiz: NewQuiz): QuizRecord {
  needRoomForQuizzes(service, quiz.workspace_id, 1)
  needRoomToday(service, quiz.workspace_id)
  return insertQuiz(service, quiz)
}

/** Creates a draft without asking the plan. */
export function insertQuiz(
  { store, now }: Service,
  { content = emptyContent(), name = 'New survey', type = 'regular', ai_quiz_job, virtual_id = virtualId(), ...quiz }: NewQuiz,
): QuizRecord {
  const time = now().toISOString()
  const id = store.insert('quiz', {
    ...quiz,
    name,
    type,
    virtual_id,
    preview_key: randomBytes(16).toString('base64url'),
    notes: '',
    draft: content,
    is_template: false,
    ai_quiz_job: ai_quiz_job ?? null,
    created_at: time,
    updated_at: time,
  })
  return getQuiz(store, id)
}

/** Changes fields and `updated_at`; returns the survey as it is now. */
export function changeQuiz(
  { store, now }: Pick<Service, 'store' | 'now'>,
  quiz: QuizRecord,
  patch: Partial<Omit<QuizRecord, 'id'>>,
): QuizRecord {
  const change = { ...patch, updated_at: now().toISOString() }
  store.update('quiz', quiz.id, change)
  return { ...quiz, ...change }
}

/** Changes a part of the draft. */
export const changeDraft = (service: Service, quiz: QuizRecord, part: Partial<Content>): QuizRecord =>
  changeQuiz(service, quiz, { draft: { ...quiz.draft, ...part } })

/** Ids of all screens but the start and the final one, in order. */
export const questionIds = ({ widgets }: Content): string[] =>
  widgets.ids.filter((id) => !['welcome', 'submit'].includes(widgets.entities[id]?.type ?? ''))

/** Surveys created before this day don't let respondents start over, unless the setting says so. */
const restartSince = '2026-09-16'

/** A version's settings, with the default that depends on the survey's age. */
export const settingsOf = ({ created_at }: Pick<QuizRecord, 'created_at'>, { settings }: Content): Settings => ({
  allow_restart_progress: created_at >= restartSince,
  ...settings,
})

export const sharedUrl = ({ publicUrl }: Service, { virtual_id }: Pick<QuizRecord, 'virtual_id'>): string => `${publicUrl}/s/${virtual_id}`
/** Ends in the `virtual_id`, so that people can name a survey by this address too; the key before it gives access. */
export const previewUrl = ({ publicUrl }: Service, { virtual_id, preview_key }: Pick<QuizRecord, 'virtual_id' | 'preview_key'>): string =>
  `${publicUrl}/p/${preview_key}/${virtual_id}`

export function folderRefOf(
  { store }: Service,
  { workspace_id, folder_id }: Pick<QuizRecord, 'workspace_id' | 'folder_id'>,
): { id: number; name: string } {
  return { id: folder_id, name: findFolder(store, workspace_id, folder_id)?.name ?? '' }
}

/** The short form, as in lists. */
export const quizRowOf = (service: Service, quiz: QuizRecord): QuizRow => ({
  id: quiz.id,
  name: quiz.name,
  type: quiz.type,
  virtual_id: quiz.virtual_id,
  url_shared: sharedUrl(service, quiz),
  is_published: quiz.published !== null,
  is_template: quiz.is_template,
  created_at: quiz.created_at,
  updated_at: quiz.updated_at,
  folder: folderRefOf(service, quiz),
})

/** Answers that count: complete and not deleted. */
export const countAnswers = (store: Store, quizId: number): number =>
  store.number('select count(*) from answer where quiz_id = ? and is_complete = 1 and is_deleted = 0', quizId)

export const editingLockOf = ({ campaign }: QuizRecord) =>
  campaign && { locked: true, can_edit: false, reason: 'respondent_campaign', campaign }

/** The full form, as in the detail read. */
export const quizDetailOf = (service: Service, quiz: QuizRecord) => ({
  ...quizRowOf(service, quiz),
  workspace_id: quiz.workspace_id,
  folder_id: quiz.folder_id,
  url_preview: previewUrl(service, quiz),
  answer_count: countAnswers(service.store, quiz.id),
  editing_lock: editingLockOf(quiz),
  widgets: quiz.draft.widgets,
  hidden_options: quiz.draft.hidden_options,
  settings: settingsOf(quiz, quiz.draft),
  conditions: quiz.draft.conditions,
  theme: quiz.draft.theme,
  notes: quiz.notes,
  ai_quiz_job: quiz.ai_quiz_job,
  is_archived: quiz.archive_at !== null,
  archive_at: quiz.archive_at,
  published_at: quiz.published_at,
})

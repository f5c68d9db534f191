import { readFileSync } from 'node:fs'
import * as contract from '../../../contract/answers/ai-report.ts'
import { aiSections, type AiSection } from '../../../contract/answers/ai-report.ts'
import { ReportCounts, refusalOf, writeSection } from '../../report/ai-report-text.ts'
import { countAtOnce } from '../../report/counting.ts'
import type { QuizRecord } from '../../store/entities.ts'
import { escapeXml } from '../../../files/text.ts'
import type { Actor } from '../../store/account/actor.ts'
import { leftOf, needOption } from '../../store/account/plan.ts'
import { overPlan, refuse } from '../../store/refusal.ts'
import type { Hooks, HandlersOf, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import { findQuiz } from '../../store/surveys/quiz.ts'

interface Section {
  status: 'queued' | 'running' | 'ready'
  since: string
  text: string | null
}
/** At most one for each survey; each counts against the plan's limit. */
interface AiReport {
  locale: string
  sections: Partial<Record<AiSection, Section>>
  updated_at: string
  file_id: string | null
}

/** Milliseconds after which a queued section starts, and is ready. */
const startsAfter = 500
const readyAfter = 1500

export const handlers: HandlersOf<typeof contract> = {
  startAiReport: ({ input: { section = 'all', locale }, quiz, actor, service }) => {
    const before = reportOf(service, quiz)
    if (!before) needRoomForReport(service, quiz, actor)
    const wanted = section === 'all' ? aiSections : [section]
    const running = wanted.filter((name) => isUnfinished(before?.sections[name]))
    const counted = countAtOnce(service.store, quiz, {})
    const refused = Object.fromEntries(
      wanted.flatMap((name) => {
        const reason = running.includes(name) ? undefined : refusalOf(name, counted)
        return reason ? [[name, reason]] : []
      }),
    )
    const queued = wanted.filter((name) => !running.includes(name) && !Object.hasOwn(refused, name))
    if (queued.length === 0 && running.length === 0) refuse(400, 'ai_report_refused', { refused })
    const time = service.now().toISOString()
    const added = Object.fromEntries(
      queued.map((name): [AiSection, Section] => [name, { status: 'queued', since: time, text: before?.sections[name]?.text ?? null }]),
    )
    reportsOf(service).put(
      { workspace_id: quiz.workspace_id, quiz_id: quiz.id },
      {
        locale: locale ?? before?.locale ?? quiz.draft.settings.lang ?? 'ru',
        sections: { ...before?.sections, ...added },
        updated_at: time,
        file_id: before?.file_id ?? null,
      },
    )
    return { status: true, quiz_id: quiz.id, queued, already_running: running, refused }
  },

  viewAiReport: ({ quiz, service }) => {
    const report = reportOf(service, quiz)
    return {
      status: true,
      quiz_id: quiz.id,
      ai_status: stateOf(report),
      locale: report?.locale ?? null,
      sections: report?.sections ?? {},
      share_url: shareUrl(service, report),
      updated_at: report?.updated_at ?? null,
    }
  },

  shareAiReport: ({ quiz, service }) => {
    needOption(service, quiz.workspace_id, 'ai_report')
    const report = reportOf(service, quiz)
    const ready = aiSections.flatMap((name) => report?.sections[name] ?? []).filter(({ status }) => status === 'ready')
    if (!report || ready.length === 0) refuse(400, 'report_not_ready')
    const texts = ready.map(({ text }) => text ?? '')
    const page = Buffer.from(pageOf(quiz.name, report.locale, texts))
    const shared = report.file_id ? service.files.get(report.file_id) : undefined
    // Asked twice, the link that was handed out stays.
    if (shared && page.equals(readFileSync(service.files.path(shared))))
      return { status: true, quiz_id: quiz.id, url: service.files.url(shared) }
    if (shared) service.files.remove(shared.id)
    const file = service.files.put(page, {
      workspace_id: quiz.workspace_id,
      quiz_id: quiz.id,
      name: 'ai-report.html',
      type: 'text/html; charset=utf-8',
      purpose: 'ai_report',
    })
    reportsOf(service).update(report.id, { file_id: file.id })
    return { status: true, quiz_id: quiz.id, url: service.files.url(file) }
  },
}

const reportsOf = ({ store }: Service) => store.records<AiReport>('ai_report')
const reportOf = (service: Service, quiz: QuizRecord) => reportsOf(service).find({ workspace_id: quiz.workspace_id, quiz_id: quiz.id })

/** `queued` or `running`; both are `already_running` to whoever asks for the section again. */
const isUnfinished = (section: Section | undefined): boolean => section !== undefined && section.status !== 'ready'

function stateOf(report: AiReport | undefined): 'not_built' | 'building' | 'ready' {
  if (!report) return 'not_built'
  return Object.values(report.sections).some(isUnfinished) ? 'building' : 'ready'
}

function shareUrl({ files }: Service, report: AiReport | undefined): string | null {
  const file = report?.file_id ? files.get(report.file_id) : undefined
  return file ? files.url(file) : null
}

/** Refuses when the plan's limit of surveys with an AI report is reached. */
function needRoomForReport(service: Service, { workspace_id }: QuizRecord, { limited }: Actor): void {
  const used = reportsOf(service).count({ workspace_id })
  const limit = service.plan(workspace_id).limits.ai_reports
  // After the limit was lowered more may be used; the exact number is only for those who see all surveys.
  if (leftOf(service, workspace_id, 'ai_reports', used) <= 0) overPlan('ai_report_limit_reached', { used: limited ? limit : used, limit })
}

const pageOf = (title: string, locale: string, texts: readonly string[]): string =>
  `<!doctype html><html lang="${escapeXml(locale)}"><meta charset="utf-8"><title>${escapeXml(title)}</title><h1>${escapeXml(title)}</h1>${texts
    .flatMap((text) => text.split('\n'))
    .map((line) => `<p>${escapeXml(line)}</p>`)
    .join('')}</html>`

/** The section as it is at the time `now`. */
function sectionNow(counts: ReportCounts, { locale }: AiReport, name: AiSection, section: Section, now: Date): Section {
  const age = now.getTime() - Date.parse(section.since)
  if (section.status === 'queued' && age >= startsAfter && age < readyAfter) return { ...section, status: 'running' }
  if (section.status === 'ready' || age < readyAfter) return section
  return { status: 'ready', since: now.toISOString(), text: writeSection(name, counts, locale) }
}

export const hooks: Hooks = {
  tick: (service, now) => {
    for (const report of reportsOf(service).list()) {
      const unfinished = aiSections.filter((name) => isUnfinished(report.sections[name]))
      const quiz = unfinished.length > 0 ? findQuiz(service.store, report.quiz_id) : undefined
      if (!quiz) continue
      const counts = new ReportCounts(service.store, quiz)
      const sections = { ...report.sections }
      for (const name of unfinished) {
        const section = report.sections[name]
        if (section) sections[name] = sectionNow(counts, report, name, section, now)
      }
      if (unfinished.every((name) => sections[name] === report.sections[name])) continue
      reportsOf(service).update(report.id, { sections, updated_at: now.toISOString() })
    }
  },
}

/** Cached, as the demo's answers are always the same and counting them takes a third of the time that seeding takes. */
let demoTexts: readonly string[] | undefined

/** The demo's published survey has a finished report. */
export const seed: Seed = (service, { workspace }) => {
  const quiz = findQuiz(service.store, 42)
  if (!quiz) return
  const time = service.now().toISOString()
  const counts = new ReportCounts(service.store, quiz)
  const texts = (demoTexts ??= aiSections.map((name) => writeSection(name, counts, 'en')))
  const sections = Object.fromEntries(
    aiSections.map((name, index): [AiSection, Section] => [name, { status: 'ready', since: time, text: texts[index]! }]),
  )
  reportsOf(service).put({ workspace_id: workspace.id, quiz_id: quiz.id }, { locale: 'en', sections, updated_at: time, file_id: null })
}

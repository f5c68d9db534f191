/** Rules of an audit about surveys, each of which is looked at for itself. */
import { isObject } from '../../text/is-object.ts'
import { counted, firstOf } from '../../text/counted.ts'
import { commandLine } from '../../text/to-copy.ts'
import type { AccountView } from './facts.ts'
import { day, time, type AuditFinding, type Run } from './rule.ts'
import { scriptHosts, targetsOf } from './targets.ts'

const year = 365 * day
const of = ({ id, name }: Pick<AccountView, 'id' | 'name'>): Pick<AuditFinding, 'survey' | 'name'> => ({ survey: id, name: name ?? '' })
const settingsOf = ({ settings }: AccountView): Readonly<Record<string, unknown>> => (isObject(settings) ? settings : {})
/** Why respondents find a closed page, and the setting that opens it. */
function closedBy(view: AccountView, now: number): { why: string; opens: string } | undefined {
  const settings = settingsOf(view)
  const most = settings.limit_answer_count_value
  if (settings.close_quiz_enabled === true) return { why: 'it was closed', opens: 'close_quiz_enabled=false' }
  if (settings.limit_time_enabled === true && time(settings.limit_time_value) < now)
    return { why: 'its time is over', opens: 'limit_time_enabled=false' }
  return settings.limit_answer_count_enabled === true && typeof most === 'number' && (view.answer_count ?? 0) >= most
    ? { why: `it has its ${counted(most, 'answer')}`, opens: 'limit_answer_count_enabled=false' }
    : undefined
}
const isClosed = (view: AccountView, now: number): boolean => closedBy(view, now) !== undefined
const archive = (id: number): string => commandLine`quiz archive ${id}`

export const surveyRules = {
  async *'silent-survey'(facts) {
    yield* await facts.each(async (view) => {
      if (view.is_published !== true || isClosed(view, facts.now) || !view.answer_count) return []
      const [{ settings }, hooks, integrations] = [
        await facts.emails(view.id),
        await facts.webhooks(view.id),
        await facts.integrations(view.id),
      ]
      const isTold =
        settings?.owner_enabled === true ||
        hooks.some(({ is_active }) => is_active) ||
        Object.values(integrations).some(({ enabled, blocked }) => enabled && !blocked)
      const message = `It has ${counted(view.answer_count, 'answer')}, and nobody is told of new ones`
      return isTold ? [] : [{ ...of(view), message, fix: commandLine`email enable ${view.id} owner` }]
    })
  },
  async *'published-but-closed'(facts) {
    for (const view of await facts.surveys()) {
      const closed = view.is_published === true && closedBy(view, facts.now)
      if (closed)
        yield {
          ...of(view),
          message: `It is published, and its link leads to a closed page: ${closed.why}`,
          fix: `${commandLine`quiz set ${view.id}`} ${closed.opens}`,
        }
    }
  },
  async *'duplicate-name'(facts) {
    for (const own of Map.groupBy(await facts.surveys(), ({ name }) => name ?? '').values())
      for (const view of own.slice(1))
        yield {
          ...of(view),
          message: `${firstOf(own.map(({ id }) => id))} are all called "${view.name}"`,
          fix: commandLine`quiz rename ${view.id} NAME`,
        }
  },
  async *'target-foreign'(facts) {
    const { domains } = facts
    if (!domains) return
    const isOwn = (host: string): boolean => domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
    for (const { view, what, host, fix } of await targetsOf(facts))
      if (!isOwn(host)) yield { ...of(view), path: what, message: `${what} goes to ${host}`, fix }
  },
  async *'target-insecure'(facts) {
    for (const { view, what, url, fix } of await targetsOf(facts))
      if (url?.startsWith('http:')) yield { ...of(view), path: what, message: `${what} is called over http`, fix }
  },
  async *'scripts-inventory'(facts) {
    for (const view of await facts.surveys())
      for (const host of scriptHosts(settingsOf(view)))
        yield {
          ...of(view),
          path: host,
          message: `Its pages run scripts of ${host}`,
          fix: commandLine`quiz set ${view.id} scripts_in_head_enabled=false`,
        }
  },
  async *'ghost-survey'(facts) {
    yield* await facts.each(async (view) => {
      const from = facts.now - facts.since
      if (view.is_published !== true || isClosed(view, facts.now) || time(view.created_at) > from) return []
      const last = await facts.lastAnswer(view.id)
      if ((last ?? 0) > from) return []
      const when = last === undefined ? 'never answered' : `answered last on ${new Date(last).toISOString().slice(0, 10)}`
      return [{ ...of(view), message: `It is published and open, and was ${when}`, fix: archive(view.id) }]
    })
  },
  async *'forgotten-draft'(facts) {
    for (const view of await facts.surveys())
      if (view.is_published !== true && time(view.updated_at) < facts.now - year)
        yield { ...of(view), message: 'It was never published, and not changed for a year', fix: archive(view.id) }
  },
  async *'archive-candidate'(facts) {
    yield* await facts.each(async (view) => {
      if (view.is_published !== true || !(time(view.updated_at) < facts.now - year)) return []
      const last = await facts.lastAnswer(view.id)
      return (last ?? 0) < facts.now - year
        ? [{ ...of(view), message: 'Neither changed nor answered for a year', fix: archive(view.id) }]
        : []
    })
  },
  async *'default-folder-pile'(facts) {
    const pile = (await facts.rows()).filter(({ folder }) => folder?.is_default === true)
    if (pile.length > 20) yield { message: `${pile.length} surveys lie in the default folder`, fix: 'quiz move SURVEY --folder FOLDER' }
  },
  async *'restart-old'(facts) {
    for (const view of await facts.surveys())
      if (time(view.created_at) < Date.parse('2026-09-16') && settingsOf(view).allow_restart_progress === false)
        yield {
          ...of(view),
          message: 'Respondents who come back can only go on, and not start over',
          fix: commandLine`quiz set ${view.id} allow_restart_progress=true`,
        }
  },
} satisfies Record<string, Run>

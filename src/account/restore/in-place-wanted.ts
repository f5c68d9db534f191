/** A survey that is there, as it is to become again: what nothing can bring back stays as it is now, and is told. */
import { listWebhooks } from '../../contract/integrations/webhook.ts'
import { settings as writable } from '../../contract/surveys/settings.ts'
import { managedBy } from '../../model/document/codec.ts'
import { sectionNames, type SectionName } from '../../model/document/sections.ts'
import type { Content } from '../../model/document/shape.ts'
import { canonical } from '../../model/document/tree.ts'
import { changedSections } from '../../project/plan/compare.ts'
import type { Observed } from '../../project/plan/observe.ts'
import { sectionOf } from '../../project/sections/index.ts'
import { mapped } from '../../project/sections/section.ts'
import type { Service } from '../../service.ts'
import { isObject } from '../../text/is-object.ts'
import type { RestoreFlags } from './wanted.ts'

export interface InPlaceWanted {
  /** As the service has it, of the sections that are brought back. */
  theirs: Content
  next: Content
  /** What does not come back, and why. */
  stays: { what: string; why: string }[]
}

/** The backup and the account, both of which answer reads. */
interface Both {
  was: Observed
  now: Observed
  stored: Service
  service: Service
}

type Stays = (what: string, why: string) => void
type Flags = Pick<RestoreFlags, 'activate' | 'recipients'>

const staysOff = 'it is off now, and stays so: --activate'
/** How each section comes back; `cabinet`: shown and compared, while only the cabinet writes it, or takes back that it is a template. */
const ways: Readonly<Record<SectionName, 'as it was' | 'cabinet' | 'what differs' | 'switched'>> = {
  name: 'as it was',
  archived: 'as it was',
  folder: 'as it was',
  type: 'cabinet',
  template: 'cabinet',
  note: 'as it was',
  theme: 'as it was',
  settings: 'what differs',
  hidden: 'cabinet',
  screens: 'as it was',
  conditions: 'as it was',
  texts: 'as it was',
  letters: 'switched',
  recipients: 'switched',
  webhooks: 'switched',
  messengers: 'switched',
  sheets: 'switched',
  automation: 'switched',
  crm: 'switched',
  counters: 'switched',
  promo: 'as it was',
  payment: 'as it was',
  qr: 'as it was',
}
const comingBack = (way: (typeof ways)[SectionName]): string[] => sectionNames.filter((name) => ways[name] === way)

export async function wantedInPlace({ was, now, stored, service }: Both, flags: Flags): Promise<InPlaceWanted> {
  const stays: InPlaceWanted['stays'] = []
  const stay: Stays = (what, why) => void stays.push({ what, why })
  for (const [section, why] of Object.entries({ ...was.unreadable, ...now.unreadable })) stay(section, why)
  const shown = Object.keys(was.content).filter((name) => now.content[name] !== undefined && was.unreadable[name] === undefined)
  const [before, current]: [Content, Content] = [{}, {}]
  for (const name of shown) [before[name], current[name]] = [was.content[name], now.content[name]]
  if (shown.includes('webhooks')) {
    before.webhooks = await withAddresses(stored, was)
    current.webhooks = await withAddresses(service, now)
  }
  const next: Content = { ...before }
  for (const name of comingBack('cabinet')) {
    if (next[name] !== undefined && canonical(next[name]) !== canonical(current[name])) stay(name, 'it can be changed in the cabinet only')
    delete next[name]
  }
  next.settings = settingsOf(before.settings, current.settings, stay)
  for (const name of comingBack('switched'))
    if (next[name] !== undefined) next[name] = switched(name, [before[name], current[name]], flags, stay)
  for (const name of changedSections(managedBy(next, current), next)) {
    const refused = sectionOf(name)?.refuses?.({ now: current[name], next: next[name], ids: now.ids[name] ?? {} }) ?? []
    // What a project is told names its file.
    for (const why of refused) stay(name, name === 'promo' ? `there is no list ${JSON.stringify(next[name])} any more` : why)
    if (refused.length > 0) delete next[name]
  }
  const managed: Content = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined))
  return { theirs: managedBy(managed, current), next: managed, stays }
}

/** A project hides addresses that look like secrets; here both sides show them. */
async function withAddresses(from: Service, { id, content, ids }: Observed): Promise<unknown> {
  if (!isObject(content.webhooks)) return content.webhooks
  const { items } = await from.call(listWebhooks, { id })
  const urls = new Map(items.map((row) => [row.id, row.url]))
  return mapped(content.webhooks, (webhook, key) =>
    isObject(webhook) ? { ...webhook, url: urls.get(ids.webhooks?.[key] ?? 0) ?? '' } : webhook,
  )
}

function settingsOf(was: unknown, now: unknown, stay: Stays): Content[string] {
  if (!isObject(was) || !isObject(now)) return undefined
  return Object.fromEntries(
    Object.entries(was).filter(([key, value]) => {
      if (canonical(value) === canonical(now[key])) return false
      if (value !== null && Object.hasOwn(writable, key)) return true
      stay(`settings.${key}`, value === null ? 'the service has no way to unset it' : 'it can be changed in the cabinet only')
      return false
    }),
  )
}

/** Nothing begins to deliver because of a restore: what is off now stays off until told. What is on is on or off as it was. */
function switched(name: string, [was, now]: [unknown, unknown], flags: Flags, stay: Stays): unknown {
  if (!isObject(was) || !isObject(now)) return was === null || now === null ? connectionAsNow(name, [was, now], stay) : was
  if (name === 'sheets' || name === 'automation') return keptOff(was, now, name, { ...flags, field: 'is_active' }, stay)
  if (name === 'recipients') return recipientsOf(was, now, flags, stay)
  const field = name === 'letters' ? 'enabled' : 'is_active'
  return Object.fromEntries(
    Object.entries(was).flatMap(([key, value]): [string, unknown][] => {
      const [path, current] = [`${name}.${key}`, now[key]]
      if (name === 'webhooks' && isObject(value)) return [[key, webhookOf(value, current, path, flags, stay)]]
      const isConnection = name === 'messengers' || name === 'crm'
      if (isConnection && (value === null || !isObject(current))) return [[key, connectionAsNow(path, [value, current], stay)]]
      return [[key, isObject(value) ? keptOff(value, current, path, { ...flags, field }, stay) : value]]
    }),
  )
}

/** A connection is a person's: what was made since stays, what is gone waits for somebody to connect it. */
function connectionAsNow(path: string, [was, now]: [unknown, unknown], stay: Stays): unknown {
  if (isObject(was) && !isObject(now)) stay(path, 'a person connects it, once, in the cabinet')
  if (isObject(now) && !isObject(was)) stay(path, 'it was connected after the backup, and stays connected')
  return now
}

/** As it was; switched off where it is off now and nobody asked to switch it on. */
function keptOff(
  was: Record<string, unknown>,
  now: unknown,
  path: string,
  { activate, field }: { activate: boolean; field: 'is_active' | 'enabled' },
  stay: Stays,
): Record<string, unknown> {
  if (was[field] !== true || activate || (isObject(now) && now[field] === true)) return was
  stay(path, staysOff)
  return { ...was, [field]: false }
}

/** Values of headers are never shown: those of a webhook that is still there stay, one that is made anew has none. */
function webhookOf(was: Record<string, unknown>, now: unknown, path: string, { activate }: Flags, stay: Stays): unknown {
  const names = (webhook: unknown): string[] => (isObject(webhook) && isObject(webhook.headers) ? Object.keys(webhook.headers).sort() : [])
  const isSame = canonical(names(was)) === canonical(names(now))
  if (!isSame) stay(`${path}.headers`, `values of headers are never shown (${names(was).join(', ')}): surveyctl webhook edit gives them`)
  const headers = isObject(now) ? now.headers : {}
  return keptOff({ ...was, headers }, now, path, { activate: activate && (isSame || isObject(now)), field: 'is_active' }, stay)
}

function recipientsOf(was: Record<string, unknown>, now: Record<string, unknown>, flags: Flags, stay: Stays): unknown {
  return Object.fromEntries(
    Object.entries(was).flatMap(([email, facts]): [string, unknown][] => {
      if (now[email] === undefined && !flags.recipients) {
        stay(`recipients.${email}`, 'it would get a letter: --recipients')
        return []
      }
      if (now[email] === undefined) return [[email, facts]]
      return [[email, isObject(facts) ? keptOff(facts, now[email], `recipients.${email}`, { ...flags, field: 'enabled' }, stay) : facts]]
    }),
  )
}

/** A survey of a backup as it is to come back: switched off, and without what nothing can bring back, which is told. */
import { listWebhooks } from '../../contract/integrations/webhook.ts'
import { settings as writable } from '../../contract/surveys/settings.ts'
import { listPasswords } from '../../contract/surveys/password.ts'
import { localAddress, mediaIn, screensWith } from '../../model/document/media.ts'
import type { Content } from '../../model/document/shape.ts'
import type { Observed } from '../../project/plan/observe.ts'
import { mapped } from '../../project/sections/section.ts'
import { editedSince, type Edited } from './edited.ts'
import { isObject } from '../../text/is-object.ts'
import { counted } from '../../text/counted.ts'
import type { Backup } from '../stored.ts'

export interface RestoreFlags {
  activate: boolean
  publish: boolean
  recipients: boolean
}

export interface Loss {
  survey: number | null
  name: string
  /** Of several things of a kind: how many. */
  count?: number
  what: string
  why: string
}

export interface RestoreWanted {
  id: number
  name: string
  content: Content
  losses: Loss[]
  /** Whether it was published as it stands. */
  isPublished: boolean
  /** Published, and then changed, or probably so: somebody looks at the draft first. */
  isEdited: boolean
  /** What was on, and comes back off. */
  off: Record<'letters' | 'counters' | 'webhooks', string[]>
}

type Lose = (what: string, why: string, count?: number) => void

const staysOff = 'comes back switched off: --activate'

export async function wantedOf(backup: Backup, observed: Observed, flags: RestoreFlags): Promise<RestoreWanted> {
  const { id, name, content: was, view } = observed
  const content: Content = { ...was }
  const losses: Loss[] = []
  const lose: Lose = (what, why, count) => void losses.push({ survey: id, name, ...(count !== undefined && { count }), what, why })
  const drop = (section: string, isThere: boolean, why: string, what = section): void => {
    if (isThere) lose(what, why)
    delete content[section]
  }
  for (const [section, why] of Object.entries(observed.unreadable)) lose(section, why)
  drop('hidden', isObject(was.hidden) && Object.keys(was.hidden).length > 0, 'they can be written in the cabinet only', 'hidden variables')
  drop('type', false, '')
  drop('payment', was.payment !== null && was.payment !== undefined, 'a seller belongs to an account: surveyctl payment set')
  for (const section of ['messengers', 'sheets', 'automation', 'crm'])
    drop(section, hasConnection(was[section]), 'a person connects it, once, in the cabinet')
  if (was.qr !== null && was.qr !== undefined && !flags.publish)
    drop('qr', true, 'it leads to the publication: surveyctl qr build, once published', 'QR code')
  content.settings = Object.fromEntries(
    Object.entries(isObject(was.settings) ? was.settings : {}).filter(
      ([key, value]) => value !== null && key !== 'name' && Object.hasOwn(writable, key),
    ),
  )
  content.letters = offOf(was.letters, 'enabled', flags, () => lose('letters', staysOff))
  if (!flags.recipients) drop('recipients', Object.keys(was.recipients ?? {}).length > 0, 'each would get a letter: --recipients')
  content.webhooks = await webhooksOf(backup, observed, flags, lose)
  content.counters = offOf(was.counters, 'is_active', flags, () => lose('counters', staysOff))
  const screens = screensOf(backup, was, lose)
  if (screens) content.screens = screens
  const edited = await editedSince(backup, observed)
  await loseAlways(backup, observed, lose)
  losePublication(view, edited, flags, lose)
  const isPublished = view.is_published === true && (edited === 'no' || edited === 'unreported')
  const off = (section: string, field: string): string[] => switchedOff(was[section], content[section], field)
  return {
    id,
    name,
    content,
    losses,
    isPublished,
    isEdited: view.is_published === true && !isPublished,
    off: { letters: off('letters', 'enabled'), counters: off('counters', 'is_active'), webhooks: off('webhooks', 'is_active') },
  }
}

function switchedOff(was: unknown, next: unknown, field: string): string[] {
  const isOn = (value: unknown, key: string): boolean => isObject(value) && isObject(value[key]) && value[key][field] === true
  return Object.keys(isObject(was) ? was : {}).filter((key) => isOn(was, key) && !isOn(next, key))
}

const hasConnection = (value: unknown): boolean => isObject(value) && Object.values(value).some((each) => each !== null)

/** Letters and counters, each switched off; a counter that isn't connected has no switch. */
function offOf(section: unknown, field: 'enabled' | 'is_active', { activate }: RestoreFlags, lose: () => void): unknown {
  if (!isObject(section) || activate) return section
  if (Object.values(section).some((each) => isObject(each) && each[field] === true)) lose()
  return mapped(section, (each) => (isObject(each) && each.connected !== false ? { ...each, [field]: false } : each))
}

/** With their addresses as they are; values of headers were never shown, and one without them would be refused by its receiver. */
async function webhooksOf({ service }: Backup, { id, content, ids }: Observed, { activate }: RestoreFlags, lose: Lose): Promise<unknown> {
  if (!isObject(content.webhooks)) return content.webhooks
  const { items } = await service.call(listWebhooks, { id })
  return Object.fromEntries(
    Object.entries(content.webhooks).map(([key, webhook]) => {
      if (!isObject(webhook)) return [key, webhook]
      const row = items.find((each) => each.id === ids.webhooks?.[key])
      const names = Object.keys(isObject(webhook.headers) ? webhook.headers : {})
      if (names.length > 0)
        lose(
          `webhook "${row?.title ?? key}"`,
          `values of headers are never shown (${names.join(', ')}): off until surveyctl webhook edit gives them`,
        )
      else if (webhook.is_active === true && !activate) lose(`webhook "${row?.title ?? key}"`, staysOff)
      return [
        key,
        { ...webhook, url: row?.url ?? '', headers: {}, is_active: activate && names.length === 0 && webhook.is_active === true },
      ]
    }),
  )
}

/** Media of the backup are uploaded anew; others keep their address, which belongs to the former account. */
function screensOf({ manifest }: Backup, { screens }: Content, lose: Lose): Content['screens'] {
  if (!screens) return screens
  const missing = new Set<string>()
  for (const { address } of mediaIn(Object.values(screens.entities)))
    if (/^https?:/i.test(address) && manifest.addresses[address] === undefined) missing.add(address)
  if (missing.size > 0)
    lose(
      counted(missing.size, 'medium', 'media'),
      `${manifest.options.media ? 'the backup does not hold it whole' : 'the backup was made without --media'}: the addresses stay those of the former survey`,
      missing.size,
    )
  return screensWith(screens, (address) => {
    const path = manifest.addresses[address]
    const sum = path === undefined ? undefined : manifest.files[path]
    return path === undefined || !sum ? address : localAddress({ path, ...sum })
  })
}

async function loseAlways({ service, manifest }: Backup, { id, view, content }: Observed, lose: Lose): Promise<void> {
  const { answer_count = 0, url_shared } = view
  const answers = `surveys/${id}/answers.ndjson`
  const lost = manifest.gaps.find(({ what }) => what === answers)
  const kept = manifest.files[answers] ? 'they stay in the backup' : (lost?.why ?? 'the backup was made without --answers')
  if (answer_count > 0) lose(counted(answer_count, 'answer'), `the service has no operation that writes answers; ${kept}`, answer_count)
  if (url_shared) lose('its address', 'printed QR codes and links lead to the former survey')
  if (!isObject(content.settings) || content.settings.use_password !== true) return
  const { passwords } = await service.call(listPasswords, { id }).catch(() => ({ passwords: [] }))
  lose(counted(passwords.length, 'password'), 'they are never shown: surveyctl password add', passwords.length)
}

const edits = {
  yes: 'its questions were edited since: once the draft is as it should be, surveyctl quiz publish',
  probably: 'it was probably edited since: once the draft is as it should be, surveyctl quiz publish',
}

function losePublication({ is_published }: Observed['view'], edited: Edited, { publish }: RestoreFlags, lose: Lose): void {
  if (is_published !== true) return
  if (edited === 'yes' || edited === 'probably') lose('its publication', edits[edited])
  else if (!publish) lose('its publication', 'comes back unpublished: --publish')
  else if (edited === 'unreported')
    lose('its publication', 'the draft is published: its questions are as they were, what no report shows (logic, looks) may be newer')
}

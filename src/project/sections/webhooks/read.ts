/** Reads the webhooks of a survey, by the keys of its file. What the service never shows counts as it was sent last. */
import { listWebhooks } from '../../../contract/integrations/webhook.ts'
import type { Result } from '../../../contract/core/operation.ts'
import { isKey } from '../../../model/document/ids.ts'
import { volatileFields } from '../../../model/document/sections.ts'
import { fingerprint, isSecret, isSecretAddress, variableFor } from '../../files/secrets.ts'
import type { Reading, SectionRead } from '../section.ts'
import { uniquelyNamed, type SecretHeader, type Webhook, type Webhooks } from './form.ts'

type WebhookRow = Result<typeof listWebhooks>['items'][number]

export async function readWebhooks(reading: Reading<Webhooks>): Promise<SectionRead<Webhooks>> {
  const { items: rows } = await reading.service.call(listWebhooks, { id: reading.id })
  const keys = keysOf(rows, reading)
  const keyed = rows.map((row) => ({ row, key: keys.get(row.id) ?? String(row.id) }))
  return {
    value: Object.fromEntries(keyed.map(({ key, row }) => [key, webhookOf(row, key, reading)])),
    ids: Object.fromEntries(keyed.map(({ key, row }) => [key, row.id])),
  }
}

/** By the remembered id, else by address and method, else made from the title. */
function keysOf(rows: readonly WebhookRow[], { ours, base, ids }: Reading<Webhooks>): Map<number, string> {
  const keys = new Map<number, string>()
  const taken = new Set<string>()
  const take = (row: WebhookRow, key: string | undefined): void => {
    if (key === undefined || keys.has(row.id) || taken.has(key)) return
    keys.set(row.id, key)
    taken.add(key)
  }
  for (const row of rows) take(row, Object.entries(ids).find(([, id]) => id === row.id)?.[0])
  for (const side of [base, ours])
    for (const row of rows) take(row, Object.entries(side ?? {}).find(([key, webhook]) => !taken.has(key) && isSame(row, webhook))?.[0])
  // Without ids, which are others in a copy of the account.
  const inOrder = rows.toSorted((one, other) => one.id - other.id)
  for (const row of inOrder) take(row, titleKey(row))
  // What a file calls so is another one.
  for (const name of [base, ours].flatMap((side) => Object.keys(side ?? {}))) taken.add(name)
  for (const row of inOrder) {
    const stem = titleKey(row)?.slice(0, 36) ?? 'webhook'
    for (let count = 1; !keys.has(row.id); count++) take(row, count === 1 ? stem : `${stem}-${count}`)
  }
  return keys
}

const isSame = ({ url = '', method }: WebhookRow, its: Webhook): boolean =>
  method === its.method && (isSecret(its.url) ? its.url.sha256 === fingerprint(url) : its.url === url)

function titleKey({ title }: WebhookRow): string | undefined {
  const words = (title ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const key = words.slice(0, 40).replaceAll(/^[-\d]+|-+$/g, '')
  return isKey(key) && !volatileFields.has(key) ? key : undefined
}

function webhookOf(row: WebhookRow, key: string, reading: Reading<Webhooks>): Webhook {
  const [mine, before] = [reading.ours?.[key], reading.base?.[key]]
  // Added by an apply that was cut off before it could switch it on.
  const wasCutOff = mine !== undefined && before === undefined && reading.base !== undefined
  const shown = (name: 'body' | 'body_naming'): unknown => row[name] ?? before?.[name] ?? mine?.[name] ?? []
  const { title, url = '', method = '', is_active = false, incomplete, hours, headers = [] } = row
  return {
    title: title ?? '',
    url: addressOf(url, mine?.url ?? before?.url, variableFor(reading.key, key, 'url')),
    method,
    ...(!(wasCutOff && mine.is_active && !is_active) && { is_active }),
    incomplete: incomplete ?? false,
    hours: hours ?? 0,
    body: shown('body'),
    body_naming: shown('body_naming'),
    headers: Object.fromEntries(
      uniquelyNamed(headers, ({ name }) => name).map(([name]) => [
        name,
        headerOf({ env: variableFor(reading.key, key, name), rev: 0 }, mine?.headers[name], before?.headers[name], {
          wasCutOff,
          isKnown: reading.base !== undefined,
        }),
      ]),
    ),
  }
}

/** The name of the variable is always the file's. */
function headerOf(
  found: Required<SecretHeader>,
  mine: SecretHeader | undefined,
  before: SecretHeader | undefined,
  { wasCutOff, isKnown }: { wasCutOff: boolean; isKnown: boolean },
): SecretHeader {
  const env = mine?.env ?? before?.env ?? found.env
  if (wasCutOff && mine) return { env }
  return { env, rev: before?.rev ?? (isKnown ? found.rev : (mine?.rev ?? found.rev)) }
}

function addressOf(address: string, mine: Webhook['url'] | undefined, variable: string): Webhook['url'] {
  if (mine === undefined ? !isSecretAddress(address) : !isSecret(mine) && (mine === address || !isSecretAddress(address))) return address
  const sha256 = fingerprint(address)
  const env = isSecret(mine) ? mine.env : variable
  // The variable isn't set, so the address can't be compared: it counts as unchanged.
  return isSecret(mine) && mine.sha256 === undefined ? { env } : { env, sha256 }
}

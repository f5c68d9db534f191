import type { AnyOperation } from '../../contract/core/operation.ts'
import { addWebhook, editWebhook, listWebhookLogs, listWebhooks, removeWebhook, toggleWebhook } from '../../contract/webhook.ts'
import { isObject } from '../../model/document/shape.ts'
import { canonical } from '../../model/document/tree.ts'
import { isSecret, secretOf } from '../secrets.ts'
import { readWebhooks } from './webhook-read.ts'
import { fromFile, headerName, problemsOf, toFile, type Webhook, type Webhooks } from './webhook-form.ts'
import { isMap, type Known, type Section, type Step } from './section.ts'

type Unnamed = Omit<Step, 'section'>

/** By keys of the file; complete once it is there. */
export const webhooks: Section = {
  uses: [listWebhooks, listWebhookLogs, addWebhook, editWebhook, toggleWebhook, removeWebhook],
  read: readWebhooks,
  needsSight: true,
  problems: (value) => (isObject(value) ? Object.entries(value).flatMap(([key, webhook]) => problemsOf(key, webhook)) : isMap(value)),
  resolve: (value, _, base) => ({
    value: mapped(value as Record<string, Record<string, unknown>>, (webhook, key) =>
      fromFile(webhook, (base as Webhooks | undefined)?.[key]),
    ),
  }),
  spell: (value) => mapped(value as Webhooks, toFile),
  isUsual: (value) => Object.keys(value as Webhooks).length === 0,
  losses: async (context, id, { now, next, ids }) => {
    const lost: string[] = []
    for (const key of keysWithout(now, next)) {
      const webhookId = ids[key]
      if (webhookId === undefined) continue
      for await (const logs of context.rows(listWebhookLogs, { id, webhookId }, { limit: 1 }))
        if (logs.length > 0) lost.push(`webhooks.${key} has a log of deliveries, which goes with it`)
    }
    return lost
  },
  steps: ({ now, next }) => [
    ...keysWithout(now, next).map((key): Unnamed => ({ stage: 'off', ...of(key, removeWebhook, () => ({})) })),
    ...Object.entries(next as Webhooks).flatMap(([key, webhook]) => stepsOf(key, (now as Webhooks | undefined)?.[key], webhook)),
  ],
}

const mapped = <T, R>(map: Readonly<Record<string, T>>, change: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]))

const keysWithout = (now: unknown, next: unknown): string[] =>
  Object.keys((now as Webhooks | undefined) ?? {}).filter((key) => !Object.hasOwn(next as Webhooks, key))

function of(key: string, operation: AnyOperation, fields: () => Readonly<Record<string, unknown>>): Pick<Unnamed, 'operation' | 'input'> {
  return { operation, input: ({ id, idOf }: Known) => ({ id, webhookId: idOf(key), ...fields() }) }
}

function stepsOf(key: string, now: Webhook | undefined, next: Webhook): Unnamed[] {
  const { is_active = false, ...fields } = next
  const switched = (stage: 'off' | 'on'): Unnamed => ({ stage, ...of(key, toggleWebhook, () => ({ is_active })) })
  if (!now) {
    const add: Unnamed = {
      stage: 'webhooks',
      operation: addWebhook,
      input: ({ id }) => ({ id, ...sent(fields), is_active: false }),
      makes: { key, id: (answer) => (isObject(answer) && typeof answer.webhook_id === 'number' ? answer.webhook_id : undefined) },
      needs: neededBy(fields),
    }
    return [add, ...(is_active ? [switched('on')] : [])]
  }
  const changed = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => canonical(value) !== canonical(now[name as keyof Webhook])),
  ) as Partial<Webhook>
  const edit: Unnamed[] =
    Object.keys(changed).length === 0 ? [] : [{ stage: 'webhooks', ...of(key, editWebhook, () => sent(changed)), needs: neededBy(changed) }]
  return [...edit, ...(now.is_active === is_active ? [] : [switched(is_active ? 'on' : 'off')])]
}

/** Headers go as a whole: all of a webhook, if any. */
const neededBy = ({ url, headers = {} }: Partial<Webhook>): string[] => [
  ...new Set([...(isSecret(url) ? [url.env] : []), ...Object.values(headers).map(({ env }) => env)]),
]

/** The only place where secrets are put in. */
function sent({ url, headers, ...fields }: Partial<Webhook>): Record<string, unknown> {
  return {
    ...(url !== undefined && { url: isSecret(url) ? secretOf(url.env) : url }),
    ...(headers && {
      headers: Object.entries(headers).map(([key, { env }]) => ({ name: headerName(key), value: secretOf(env) })),
    }),
    ...fields,
  }
}

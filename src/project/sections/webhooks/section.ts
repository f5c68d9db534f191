import type { AnyOperation } from '../../../contract/core/operation.ts'
import {
  addWebhook,
  editWebhook,
  listWebhookLogs,
  listWebhooks,
  removeWebhook,
  toggleWebhook,
} from '../../../contract/integrations/webhook.ts'
import { isObject } from '../../../model/document/shape.ts'
import { isSecret, secretOf } from '../../files/secrets.ts'
import { readWebhooks } from './read.ts'
import { fromFile, headerName, toFile, webhookProblems, type FileWebhook, type Webhook, type Webhooks } from './form.ts'
import { changedFields, mapped, problemsOfEach, removed, type Section, type SectionStep, type SentSecret } from '../section.ts'

/** Webhooks by the keys of the file. Once a file has the section, it lists all of them. */
export const webhooks: Section<Webhooks, Readonly<Record<string, FileWebhook>>> = {
  uses: [listWebhooks, listWebhookLogs, addWebhook, editWebhook, toggleWebhook, removeWebhook],
  read: readWebhooks,
  mustBeRead: true,
  problems: problemsOfEach(webhookProblems),
  resolve: (value, _, base) => ({ value: mapped(value, (webhook, key) => fromFile(webhook, base?.[key])) }),
  toFile: (value) => mapped(value, toFile),
  isDefault: (value) => Object.keys(value).length === 0,
  losses: async (service, id, { now, next, ids }) => {
    const lost: string[] = []
    for (const key of removed(now, next)) {
      const webhookId = ids[key]
      if (webhookId === undefined) continue
      for await (const logs of service.rows(listWebhookLogs, { id, webhookId }, { limit: 1 }))
        if (logs.length > 0) lost.push(`webhooks.${key} has a log of deliveries, which is removed with it`)
    }
    return lost
  },
  steps: ({ now, next }) => [
    ...removed(now, next).map((key): SectionStep => ({ stage: 'off', ...toWebhook(key, removeWebhook, () => ({})) })),
    ...Object.entries(next).flatMap(([key, webhook]) => stepsOf(key, now?.[key], webhook)),
  ],
}

/** `fields`: made when the step is sent, so that only then values of secrets are read. */
function toWebhook(
  key: string,
  operation: AnyOperation,
  fields: () => Readonly<Record<string, unknown>>,
): Pick<SectionStep, 'operation' | 'input'> {
  return { operation, input: ({ id, idOf }) => ({ id, webhookId: idOf(key), ...fields() }) }
}

function stepsOf(key: string, now: Webhook | undefined, next: Webhook): SectionStep[] {
  const { is_active = false, ...fields } = next
  const switched = (stage: 'off' | 'on'): SectionStep => ({ stage, ...toWebhook(key, toggleWebhook, () => ({ is_active })) })
  if (!now) {
    const add: SectionStep = {
      stage: 'webhooks',
      operation: addWebhook,
      input: ({ id }) => ({ id, ...sent(fields), is_active: false }),
      makes: { key, id: (answer) => (isObject(answer) && typeof answer.webhook_id === 'number' ? answer.webhook_id : undefined) },
      secrets: neededBy(fields),
    }
    return [add, ...(is_active ? [switched('on')] : [])]
  }
  const changed = changedFields(now, fields)
  const edit: SectionStep[] =
    Object.keys(changed).length === 0
      ? []
      : [{ stage: 'webhooks', ...toWebhook(key, editWebhook, () => sent(changed)), secrets: neededBy(changed) }]
  return [...edit, ...(now.is_active === is_active ? [] : [switched(is_active ? 'on' : 'off')])]
}

/** The variables whose values are sent. Headers are sent all together. */
const neededBy = ({ url, headers = {} }: Partial<Webhook>): SentSecret[] => [
  ...(isSecret(url) ? [{ env: url.env, of: 'address' } as const] : []),
  ...Object.values(headers).map(({ env }): SentSecret => ({ env, of: 'header' })),
]

/** The only place where the values of secrets are inserted. */
function sent({ url, headers, ...fields }: Partial<Webhook>): Record<string, unknown> {
  return {
    ...(url !== undefined && { url: isSecret(url) ? secretOf(url.env) : url }),
    ...(headers && {
      headers: Object.entries(headers).map(([key, { env }]) => ({ name: headerName(key), value: secretOf(env) })),
    }),
    ...fields,
  }
}

/** Reads what the rules look at: the survey, and each further part as far as key and plan allow. */
import type { Context } from '../../../cli/context.ts'
import type { Facts, Part, Snapshot } from '../../../check/snapshot.ts'
import type { Unread } from '../../../check/run.ts'
import { checkCrm, crms, viewCrmFields } from '../../../contract/integrations/crm.ts'
import { viewEmails } from '../../../contract/integrations/email.ts'
import { listIntegrations, type IntegrationState } from '../../../contract/integrations/integration.ts'
import { viewMessenger } from '../../../contract/integrations/messenger.ts'
import { listPasswords } from '../../../contract/surveys/password.ts'
import { viewPayment } from '../../../contract/account/payment.ts'
import { listAttachedCodes } from '../../../contract/surveys/promo.ts'
import { viewQr } from '../../../contract/surveys/qr.ts'
import { viewQuiz } from '../../../contract/surveys/quiz.ts'
import { viewSheets } from '../../../contract/integrations/sheets.ts'
import { viewTariff } from '../../../contract/account/tariff.ts'
import { listTexts } from '../../../contract/surveys/text.ts'
import { listVersions } from '../../../contract/surveys/version.ts'
import { listWebhookLogs, listWebhooks } from '../../../contract/integrations/webhook.ts'
import { CommandError } from '../../../errors.ts'
import { settingsIn } from '../../../model/settings.ts'
import { brokenMedia } from './media.ts'
import { plainly } from '../../../text/exact.ts'

type Parts = Snapshot['parts']

/** Reads the parts that are wanted. The plan is the account's: it is read once. */
export class Reader {
  readonly #context: Context
  readonly #wanted: ReadonlySet<Part>
  #tariff: Promise<Facts> | undefined

  constructor(context: Context, wanted: ReadonlySet<Part>) {
    this.#context = context
    this.#wanted = wanted
  }

  /** `merged`: what is judged in place of what the service has. */
  async read(id: number, now: Date, merged = (survey: Snapshot): Snapshot => survey): Promise<{ snapshot: Snapshot; unread: Unread }> {
    const context = this.#context
    const { name, widgets, settings, conditions, ...detail } = plainly(await context.service.call(viewQuiz, { id }))
    if (!widgets) throw new CommandError('refused', `The service does not show the questions of survey ${id}`)
    const snapshot = merged({
      survey: String(id),
      name: name ?? '',
      screens: widgets,
      settings: settingsIn(settings),
      conditions,
      detail,
      parts: {},
      now,
      options: {},
    })
    const unread: Unread = {}
    const readers = this.#readers(id, snapshot)
    await Promise.all(
      Array.from(this.#wanted, async (part) => {
        try {
          Object.assign(snapshot.parts, { [part]: await readers[part]() })
        } catch (error) {
          unread[part] = whyUnread(error)
        }
      }),
    )
    return { snapshot, unread }
  }

  #readers(id: number, survey: Snapshot): { readonly [P in Part]: () => Promise<Parts[P] | undefined> } {
    const context = this.#context
    let listed: Promise<Readonly<Record<string, IntegrationState>>> | undefined
    const overview = () => (listed ??= this.#overview(id))
    return {
      texts: async () => {
        const [ru, en] = await Promise.all([
          context.service.call(listTexts, { id, lang: 'ru' }),
          context.service.call(listTexts, { id, lang: 'en' }),
        ])
        return { ru, en }
      },
      emails: () => context.service.call(viewEmails, { id }),
      webhooks: () => this.#webhooks(id),
      integrations: async () => this.#integrations(id, await overview()),
      crm: async () => this.#crm(id, await overview()),
      promo: () => context.service.call(listAttachedCodes, { id }),
      tariff: () =>
        (this.#tariff ??= context.settings.workspace().then((workspace_id) => context.service.call(viewTariff, { workspace_id }))),
      passwords: async () => (await context.service.call(listPasswords, { id })).passwords.length,
      versions: async () => {
        const { items } = await context.service.call(listVersions, { id, per_page: 1 })
        return { newest: items[0]?.created_at ?? undefined }
      },
      payment: () => context.service.call(viewPayment, { id }),
      qr: () => context.service.call(viewQr, { id }),
      media: () => brokenMedia(context, survey),
    }
  }

  async #webhooks(id: number): Promise<Parts['webhooks']> {
    const { items } = await this.#context.service.call(listWebhooks, { id })
    return Promise.all(
      items.map(async (hook) => {
        if (!hook.is_active) return { hook, deliveries: 0, failures: 0 }
        const { logs } = await this.#context.service.call(listWebhookLogs, { id, webhookId: hook.id, per_page: 20 })
        const ended = logs.filter(({ status }) => status === 'sent' || status === 'failed')
        return { hook, deliveries: ended.length, failures: ended.filter(({ status }) => status === 'failed').length }
      }),
    )
  }

  async #overview(id: number): Promise<Readonly<Record<string, IntegrationState>>> {
    return (await this.#context.service.call(listIntegrations, { id })).integrations
  }

  /** The overview, with what the views of connected ones add to it. */
  async #integrations(id: number, integrations: Readonly<Record<string, IntegrationState>>): Promise<Parts['integrations']> {
    const all = await Promise.all(
      Object.entries(integrations).map(async ([name, state]): Promise<[string, Facts]> => {
        if (!state.connected || state.allowed_by_tariff === false) return [name, state]
        if (name === 'messenger_a' || name === 'messenger_b')
          return [name, { ...(await this.#context.service.call(viewMessenger, { id, messenger: name })), ...state }]
        if (name === 'sheets') return [name, { ...(await this.#context.service.call(viewSheets, { id })), ...state }]
        return [name, state]
      }),
    )
    return Object.fromEntries(all)
  }

  /** Those that are on. A mapping can only be read over a live connection. */
  async #crm(id: number, integrations: Readonly<Record<string, IntegrationState>>): Promise<Parts['crm']> {
    const on = crms.filter((crm) => {
      const state = integrations[crm]
      return state?.connected && state.enabled && state.allowed_by_tariff !== false
    })
    const all = on.map(async (crm): Promise<[string, Facts]> => {
      const state = await this.#context.service.call(checkCrm, { id, crm })
      if (!state.connection_ok) return [crm, state]
      return [crm, { ...state, ...(await this.#context.service.call(viewCrmFields, { id, crm, sections: ['users'] })) }]
    })
    return Object.fromEntries(await Promise.all(all))
  }
}

/** Why a part can't be read: without its right or plan option the rules that need it are skipped, not passed. */
function whyUnread(error: unknown): string {
  if (error instanceof CommandError && ['forbidden', 'refused', 'usage', 'not_found'].includes(error.kind)) return error.message
  throw error
}

/** Reads what the rules look at: the survey, and each further part as far as key and plan allow. */
import type { Service } from '../service.ts'
import type { Result } from '../contract/core/operation.ts'
import { checkCrm, crms, viewCrmFields } from '../contract/integrations/crm.ts'
import { viewEmails } from '../contract/integrations/email.ts'
import { listIntegrations, type IntegrationState } from '../contract/integrations/integration.ts'
import { viewMessenger } from '../contract/integrations/messenger.ts'
import { listPasswords } from '../contract/surveys/password.ts'
import { viewPayment } from '../contract/account/payment.ts'
import { listAttachedCodes } from '../contract/surveys/promo.ts'
import { viewQr } from '../contract/surveys/qr.ts'
import { viewQuiz } from '../contract/surveys/quiz.ts'
import { viewSheets } from '../contract/integrations/sheets.ts'
import { viewTariff } from '../contract/account/tariff.ts'
import { listTexts } from '../contract/surveys/text.ts'
import { listVersions } from '../contract/surveys/version.ts'
import { listWebhookLogs, listWebhooks } from '../contract/integrations/webhook.ts'
import { CommandError } from '../errors.ts'
import { settingsIn } from '../model/settings.ts'
import { brokenMedia } from './media.ts'
import { readSmtp } from './operations.ts'
import type { Config } from './config.ts'
import { checkSurvey, neededParts, type Checked, type Unread } from './run.ts'
import type { Crm, Integration, Part, Snapshot } from './snapshot.ts'
import { plainly } from '../text/exact.ts'

type Parts = Snapshot['parts']

/** Reads the parts that the rules need. Plan and mail service are the account's: they are read once. */
export class Reader {
  readonly #service: Service
  readonly #workspace: () => Promise<number>
  readonly #config: Config
  #tariff: Promise<Result<typeof viewTariff>> | undefined
  #smtp: Promise<Result<typeof readSmtp>> | undefined

  constructor(service: Service, workspace: () => Promise<number>, config: Config) {
    this.#service = service
    this.#workspace = workspace
    this.#config = config
  }

  /** What the rules say of a survey as it is now. */
  async check(id: number): Promise<{ name: string; checked: Checked }> {
    const { snapshot, unread } = await this.read(id)
    return { name: snapshot.name, checked: checkSurvey(snapshot, unread, this.#config) }
  }

  /** `merged`: what is judged in place of what the service has. */
  async read(id: number, merged = (survey: Snapshot): Snapshot => survey): Promise<{ snapshot: Snapshot; unread: Unread }> {
    return this.readParts(id, merged(snapshotOf(id, await this.#service.call(viewQuiz, { id }))))
  }

  async readParts(id: number, survey: Snapshot, parts = neededParts(this.#config)): Promise<{ snapshot: Snapshot; unread: Unread }> {
    const snapshot = { ...survey, parts: {} }
    const unread: Unread = {}
    const readers = this.#readers(id, snapshot)
    await Promise.all(
      Array.from(parts, async (part) => {
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
    const { call } = this.#service
    let listed: Promise<Readonly<Record<string, IntegrationState>>> | undefined
    const overview = () => (listed ??= call(listIntegrations, { id }).then(({ integrations }) => integrations))
    let letters: Promise<Result<typeof viewEmails>> | undefined
    const emails = () => (letters ??= call(viewEmails, { id }))
    return {
      texts: async () => {
        const [ru, en] = await Promise.all([call(listTexts, { id, lang: 'ru' }), call(listTexts, { id, lang: 'en' })])
        return { ru, en }
      },
      emails,
      webhooks: () => this.#webhooks(id),
      integrations: async () => this.#integrations(id, await overview()),
      crm: async () => this.#crm(id, await overview()),
      promo: () => call(listAttachedCodes, { id }),
      tariff: () => (this.#tariff ??= this.#workspace().then((workspace_id) => call(viewTariff, { workspace_id }))),
      passwords: async () => (await call(listPasswords, { id })).passwords.length,
      versions: async () => {
        const { items } = await call(listVersions, { id, per_page: 1 })
        return { newest: items[0]?.created_at ?? undefined }
      },
      payment: () => call(viewPayment, { id }),
      qr: () => call(viewQr, { id }),
      smtp: async () => {
        const { owner_raw_enabled, client_raw_enabled } = (await emails()).settings ?? {}
        if (!owner_raw_enabled && !client_raw_enabled) return undefined
        return (this.#smtp ??= this.#workspace().then((workspace_id) => call(readSmtp, { workspace_id, action: 'show' })))
      },
      media: () => brokenMedia(this.#service, survey),
    }
  }

  async #webhooks(id: number): Promise<Parts['webhooks']> {
    const { items } = await this.#service.call(listWebhooks, { id })
    return Promise.all(
      items.map(async (hook) => {
        if (!hook.is_active) return { hook, deliveries: 0, failures: 0 }
        const { logs } = await this.#service.call(listWebhookLogs, { id, webhookId: hook.id, per_page: 20 })
        const ended = logs.filter(({ status }) => status === 'sent' || status === 'failed')
        return { hook, deliveries: ended.length, failures: ended.filter(({ status }) => status === 'failed').length }
      }),
    )
  }

  /** The overview, with what the views of connected ones add to it. */
  async #integrations(id: number, integrations: Readonly<Record<string, IntegrationState>>): Promise<Parts['integrations']> {
    const all = await Promise.all(
      Object.entries(integrations).map(async ([name, state]): Promise<[string, Integration]> => {
        if (!state.connected || state.allowed_by_tariff === false) return [name, state]
        if (name === 'messenger_a' || name === 'messenger_b')
          return [name, { ...(await this.#service.call(viewMessenger, { id, messenger: name })), ...state }]
        if (name === 'sheets') return [name, { ...(await this.#service.call(viewSheets, { id })), ...state }]
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
    const all = on.map(async (crm): Promise<[string, Crm]> => {
      const state = await this.#service.call(checkCrm, { id, crm })
      if (!state.connection_ok) return [crm, state]
      return [crm, { ...state, ...(await this.#service.call(viewCrmFields, { id, crm, sections: ['users'] })) }]
    })
    return Object.fromEntries(await Promise.all(all))
  }
}

/** As `quiz view` shows it. */
export function snapshotOf(id: number, shown: Result<typeof viewQuiz>): Snapshot {
  const { name, widgets, settings, conditions, ...detail } = plainly(shown)
  if (!widgets) throw new CommandError('refused', `The service does not show the questions of survey ${id}`)
  return {
    survey: String(id),
    name: name ?? '',
    screens: widgets,
    settings: settingsIn(settings),
    conditions,
    detail,
    parts: {},
    now: new Date(),
    options: {},
  }
}

/** Why a part can't be read: without its right or plan option the rules that need it are skipped, not passed. */
function whyUnread(error: unknown): string {
  if (error instanceof CommandError && ['forbidden', 'refused', 'usage', 'not_found'].includes(error.kind)) return error.message
  throw error
}

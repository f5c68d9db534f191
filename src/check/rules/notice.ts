/** Whether anybody learns of answers, and whether what is to deliver them does. */
import { isObject } from '../../model/document/shape.ts'
import { danglingIds } from '../../model/document/index.ts'
import { isMore, questionsOf, type Found, type Integration, type Rule, type Snapshot } from '../snapshot.ts'
import { commandLine } from '../../text/to-copy.ts'

const recipientsOf = ({ parts }: Snapshot) => parts.emails?.recipients ?? []
const lettersOf = ({ parts }: Snapshot) => parts.emails?.settings ?? {}
const letterIsOn = (survey: Snapshot, whose: 'owner' | 'client'): boolean => lettersOf(survey)[`${whose}_enabled`] === true

const asksForEmail = (survey: Snapshot): boolean => questionsOf(survey).some(({ question }) => question.type === 'email')

function* integrations(survey: Snapshot, problem: (name: string, state: Integration) => Found | undefined): Iterable<Found> {
  for (const [name, state] of Object.entries(survey.parts.integrations ?? {})) {
    const found = problem(name, state)
    if (found) yield found
  }
}

/** Ids in the survey's own sections that are no question of it. */
function* dangling(survey: Snapshot): Iterable<Found> {
  const known = new Set(survey.screens.ids)
  const gone = (ids: unknown): string[] =>
    Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string' && !known.has(id)) : []
  const found = ([id]: readonly string[], path: string, names: string, fix: string): Found[] =>
    id ? [{ path, message: `${names} ${id}, which is not a question of this survey`, fix }] : []
  const id = survey.survey
  for (const whose of ['owner', 'client'] as const) {
    const left = gone(survey.parts.emails?.[`${whose}_excluded_questions`])
    yield* found(left, `letters.${whose}`, `The ${whose} letter leaves out`, commandLine`email questions ${id}`)
  }
  for (const [name, { hidden_widget_ids }] of Object.entries(survey.parts.integrations ?? {})) {
    const fix = name.startsWith('messenger') ? commandLine`messenger widgets ${id} ${name}` : commandLine`${name} widgets ${id}`
    yield* found(gone(hidden_widget_ids), name, `${name} leaves out`, fix)
  }
  for (const [name, { current_mapping }] of Object.entries(survey.parts.crm ?? {})) {
    const left = danglingIds(current_mapping, survey.screens.ids)
    yield* found(left, name, `The mapping to ${name} names`, commandLine`crm map ${id} ${name}`)
  }
  for (const { hook } of survey.parts.webhooks ?? []) {
    const names = Array.isArray(hook.body_naming) ? hook.body_naming.map((field: unknown) => isObject(field) && field.name) : []
    const fix = commandLine`webhook edit ${id} ${hook.id} --body-naming FIELD=NAME`
    yield* found(danglingIds(names, survey.screens.ids), `webhooks.${hook.id}`, `Webhook ${hook.id} renames`, fix)
  }
  const contact = gone([survey.parts.payment?.contact_widget_id])
  yield* found(contact, 'payment.contact_widget_id', 'Receipts go to the answer of', commandLine`payment set ${id}`)
}

export const noticeRules: readonly Rule[] = [
  {
    id: 'nobody-notified',
    severity: 'warning',
    why: 'Answers arrive unseen',
    needs: ['emails', 'webhooks', 'integrations'],
    *run(survey) {
      const { webhooks = [], integrations: connected = {} } = survey.parts
      const isNotified =
        letterIsOn(survey, 'owner') ||
        recipientsOf(survey).some(({ enabled, confirmed }) => enabled !== false && confirmed) ||
        webhooks.some(({ hook }) => hook.is_active === true) ||
        Object.values(connected).some(({ connected: is, enabled, blocked }) => is && enabled && !blocked)
      if (!isNotified)
        yield {
          message: 'No e-mail is sent when somebody answers, and no webhook or integration is on',
          fix: commandLine`email enable ${survey.survey} owner`,
        }
    },
  },
  {
    id: 'recipient-unconfirmed',
    severity: 'warning',
    why: 'Nothing is sent to an address until it is confirmed',
    needs: ['emails'],
    *run(survey) {
      for (const { id, email, confirmed } of recipientsOf(survey))
        if (confirmed === false)
          yield {
            path: `recipients.${email ?? id}`,
            message: `${email ?? id} is not confirmed`,
            fix: commandLine`email recipient-resend ${survey.survey} ${id}`,
          }
    },
  },
  {
    id: 'client-letter-nowhere',
    severity: 'error',
    why: 'The letter to respondents has no address to go to',
    needs: ['emails'],
    isTouched: (before, after) => asksForEmail(before) && !asksForEmail(after),
    *run(survey) {
      if (!letterIsOn(survey, 'client') || lettersOf(survey).client_source || asksForEmail(survey)) return
      yield {
        path: 'letters.client',
        message: 'The letter to respondents is on, but no question asks for an e-mail address',
        fix: commandLine`question add ${survey.survey} --type email --title TITLE`,
      }
    },
  },
  {
    id: 'letter-without-promo',
    severity: 'error',
    why: 'The letter promises a code, but there is none',
    needs: ['emails', 'promo'],
    *run(survey) {
      for (const whose of ['owner', 'client'] as const)
        if (letterIsOn(survey, whose) && lettersOf(survey)[`${whose}_send_promo_code`] && !survey.parts.promo?.list)
          yield {
            path: `letters.${whose}`,
            message: `The ${whose} letter sends a promo code, but no list is attached`,
            fix: commandLine`promo attach ${survey.survey} --list LIST_ID`,
          }
    },
  },
  {
    id: 'raw-letter-no-smtp',
    severity: 'warning',
    why: "HTML letters are sent by the account's own mail service only: without it the standard letter goes out",
    needs: ['emails', 'smtp'],
    *run(survey) {
      const { connected, is_active } = survey.parts.smtp ?? {}
      if (connected !== false && is_active !== false) return
      for (const whose of ['owner', 'client'] as const)
        if (letterIsOn(survey, whose) && lettersOf(survey)[`${whose}_raw_enabled`])
          yield {
            path: `letters.${whose}`,
            message: `The ${whose} letter is HTML, but the account's own mail service is ${connected === false ? 'not connected' : 'off'}`,
            fix: connected === false ? commandLine`email template ${survey.survey} ${whose} --no-raw-enabled` : 'smtp enable',
          }
    },
  },
  {
    id: 'webhook-failing',
    severity: 'error',
    why: 'The receiver gets nothing',
    needs: ['webhooks'],
    *run(survey) {
      for (const { hook, deliveries, failures } of survey.parts.webhooks ?? [])
        if (hook.is_active === true && deliveries > 0 && failures === deliveries)
          yield {
            path: `webhooks.${hook.id}`,
            message: `The last ${deliveries} deliveries of webhook ${hook.id} failed`,
            fix: commandLine`webhook resend ${survey.survey} ${hook.id}`,
          }
    },
  },
  {
    id: 'webhook-insecure',
    severity: 'warning',
    why: 'Answers travel unencrypted',
    needs: ['webhooks'],
    *run(survey) {
      for (const { hook } of survey.parts.webhooks ?? [])
        if (hook.url?.startsWith('http:'))
          yield {
            path: `webhooks.${hook.id}`,
            message: `Webhook ${hook.id} sends answers over http`,
            fix: commandLine`webhook edit ${survey.survey} ${hook.id} --url https://…`,
          }
    },
  },
  {
    id: 'integration-blocked',
    severity: 'warning',
    why: 'It is on, and nothing is sent',
    needs: ['integrations'],
    run: (survey) =>
      integrations(survey, (name, { enabled, blocked }) =>
        enabled && blocked && blocked !== 'disabled'
          ? { path: name, message: `${name} is on, but blocked: ${blocked}`, fix: commandLine`integration list ${survey.survey}` }
          : undefined,
      ),
  },
  {
    id: 'sheets-reconnect',
    severity: 'error',
    why: 'Answers are no longer written to the table',
    needs: ['integrations'],
    run: (survey) =>
      integrations(survey, (name, { requires_reconnect }) =>
        requires_reconnect === true
          ? {
              path: name,
              message: 'The access to the spreadsheet was revoked; a person connects it again, in the cabinet',
              fix: commandLine`sheets view ${survey.survey}`,
            }
          : undefined,
      ),
  },
  {
    id: 'messenger-no-chat',
    severity: 'error',
    why: 'Messages have nowhere to go',
    needs: ['integrations'],
    run: (survey) =>
      integrations(survey, (name, { enabled, recipients }) =>
        enabled && recipients?.length === 0
          ? { path: name, message: `${name} is on, but its bot is in no chat`, fix: commandLine`messenger view ${survey.survey} ${name}` }
          : undefined,
      ),
  },
  {
    id: 'reference-dangling',
    severity: 'error',
    why: 'A setting that names a deleted question has no effect, or the wrong one',
    needs: ['emails', 'webhooks', 'integrations', 'crm', 'payment'],
    isTouched: (before, after) => isMore(before.screens.ids, after.screens.ids),
    run: dangling,
  },
]

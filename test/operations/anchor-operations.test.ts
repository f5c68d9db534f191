/**
 * The operations of the service, written down from the specification's tables and not from the contract: where the two
 * differ, this list is to be compared with the specification first.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AnyOperation } from '../../src/contract/core/operation.ts'
import type { Right } from '../../src/contract/core/rights.ts'
import { guarded } from '../support/guarded.ts'

const specified: Readonly<Record<string, readonly string[]>> = {
  Surveys: [
    'POST /quiz',
    'GET /quiz',
    'GET /quiz/{id}',
    'GET /quiz/archived',
    'POST /quiz/{id}/save',
    'POST /quiz/{id}/settings/info',
    'POST /quiz/{id}/applyTheme/{theme_id}',
    'POST /quiz/{id}/publish',
    'POST /quiz/{id}/conditions',
    'POST /quiz/{id}/note',
    'POST /quiz/{id}/duplicate',
    'POST /quiz/{id}/rename',
    'POST /quiz/{id}/template',
    'POST /quiz/{id}/archive',
    'POST /quiz/{id}/move',
    'DELETE /quiz/{id}',
    'GET /quiz/{id}/default-texts',
    'POST /quiz/{id}/default-texts',
  ],
  'Survey history, trash, passwords, QR, print': [
    'GET /quiz/{id}/versions',
    'POST /quiz/{id}/versions/{versionId}/restore',
    'POST /workspace/{workspace_id}/quiz/restore',
    'GET /quiz/{id}/passwords',
    'POST /quiz/{id}/passwords',
    'POST /quiz/{id}/passwords/{passwordId}',
    'DELETE /quiz/{id}/passwords/{passwordId}',
    'GET /quiz/{id}/qr-code',
    'POST /quiz/{id}/qr-code',
    'POST /quiz/{id}/print',
  ],
  'Folders, favorite questions, templates, AI build, media': [
    'POST /workspace/{workspace_id}/folders',
    'POST /workspace/{workspace_id}/folders/{folderId}/rename',
    'DELETE /workspace/{workspace_id}/folders/{folderId}',
    'POST /workspace/{workspace_id}/folders/reorder',
    'GET /workspace/{workspace_id}/favorite-questions',
    'POST /workspace/{workspace_id}/favorite-questions',
    'DELETE /workspace/{workspace_id}/favorite-questions/{questionId}',
    'GET /workspace/{workspace_id}/templates',
    'POST /quiz/from-template',
    'POST /quiz/ai',
    'POST /quiz/{id}/media',
    'POST /quiz/{id}/media/widget-image',
  ],
  'Promo codes': [
    'GET /quiz/{id}/promo/list',
    'POST /quiz/{id}/promo/list',
    'POST /quiz/{id}/promo/list/{list_id}',
    'DELETE /quiz/{id}/promo/list/{list_id}',
    'GET /quiz/{id}/promo/codes',
    'GET /quiz/{id}/promo/codes/quiz',
    'POST /quiz/{id}/promo/codes',
    'DELETE /quiz/{id}/promo/codes/{code_id}',
    'POST /quiz/{id}/promo/import-file',
    'POST /quiz/{id}/promo/attach/{list_id}',
    'POST /quiz/{id}/promo/detach',
    'POST /quiz/{id}/promo/sync',
    'GET /quiz/{id}/promo/pinned',
  ],
  'Export and reports': [
    'GET /quiz/{id}/answers',
    'GET /quiz/{id}/answers/csv',
    'GET /quiz/{id}/answers/xlsx',
    'GET /quiz/{id}/answers/word',
    'GET /quiz/{id}/answers/sav',
    'GET /quiz/{id}/summary/pdf',
    'POST /quiz/{id}/summary/pdf',
    'POST /quiz/{id}/report/pdf',
    'GET /quiz/{id}/report/word',
    'POST /quiz/{id}/report',
    'GET /quiz/{id}/report/{report_uuid}/files',
    'GET /quiz/{id}/report/{report_uuid}/inputs',
  ],
  'AI report, saved filters, report appearance': [
    'POST /quiz/{id}/ai-report',
    'GET /quiz/{id}/ai-report',
    'POST /quiz/{id}/ai-report/share',
    'POST /quiz/{id}/filters',
    'GET /workspace/{workspace_id}/report-appearance',
    'POST /workspace/{workspace_id}/report-appearance',
    'POST /workspace/{workspace_id}/report-appearance/presets',
    'DELETE /workspace/{workspace_id}/report-appearance/presets/{presetId}',
  ],
  'Account settings': [
    'GET /workspace/{workspace_id}/storage',
    'GET /workspace/{workspace_id}/storage/usage',
    'GET /workspace/{workspace_id}/storage/hidden-files',
    'POST /workspace/{workspace_id}/storage/verify',
    'POST /workspace/{workspace_id}/branding',
    'POST /workspace/{workspace_id}/branding/logo',
    'DELETE /workspace/{workspace_id}/branding/logo',
    'GET /workspace/{workspace_id}/domain',
    'POST /workspace/{workspace_id}/domain/subdomain',
    'POST /workspace/{workspace_id}/domain/type',
    'GET /workspace/{workspace_id}/tariff',
    'GET /workspace/{workspace_id}/tariff/list',
    'GET /quiz/{id}/payment',
    'POST /quiz/{id}/payment',
    'GET /partner',
    'POST /partner/sources',
  ],
  'Schedulers, bookings, time blocks': [
    'GET /workspace/{workspace_id}/schedulers',
    'POST /workspace/{workspace_id}/schedulers',
    'POST /workspace/{workspace_id}/schedulers/{schedulerId}',
    'POST /workspace/{workspace_id}/schedulers/{schedulerId}/duplicate',
    'DELETE /workspace/{workspace_id}/schedulers/{schedulerId}',
    'GET /workspace/{workspace_id}/bookings',
    'POST /workspace/{workspace_id}/bookings/{bookingId}',
    'POST /workspace/{workspace_id}/booking-blocks',
    'DELETE /workspace/{workspace_id}/booking-blocks/{blockId}',
  ],
  Integrations: [
    'GET /quiz/{id}/integrations',
    'GET /quiz/{id}/integrations/logs',
    'POST /quiz/{id}/integrations/logs/resend',
    'GET /quiz/{id}/integrations/crm/{crm}',
    'POST /quiz/{id}/integrations/crm/{crm}/toggle',
    'GET /quiz/{id}/integrations/crm/{crm}/check',
    'GET /quiz/{id}/integrations/crm/{crm}/fields',
    'POST /quiz/{id}/integrations/crm_b/mapping/{entity}',
    'POST /quiz/{id}/integrations/crm_a/mapping/{block}',
    'GET /crm_a/account',
    'GET /crm_a/lists',
    'GET /crm_a/quiz',
    'GET /crm_a/quiz/{id}/settings',
    'POST /crm_a/quiz/{id}/settings',
  ],
  Webhooks: [
    'GET /quiz/{id}/webhooks',
    'POST /quiz/{id}/webhooks',
    'POST /quiz/{id}/webhooks/{webhookId}',
    'DELETE /quiz/{id}/webhooks/{webhookId}',
    'POST /quiz/{id}/webhooks/{webhookId}/toggle',
    'GET /quiz/{id}/webhooks/{webhookId}/logs',
    'POST /quiz/{id}/webhooks/{webhookId}/logs/resend',
  ],
  'Messenger, spreadsheet, automation, counters: each read and written': [
    'GET /quiz/{id}/integrations/messenger/{messenger}',
    'POST /quiz/{id}/integrations/messenger/{messenger}',
    'GET /quiz/{id}/integrations/sheets',
    'POST /quiz/{id}/integrations/sheets',
    'GET /quiz/{id}/integrations/automation',
    'POST /quiz/{id}/integrations/automation',
    'GET /quiz/{id}/integrations/counters/{service}',
    'POST /quiz/{id}/integrations/counters/{service}',
  ],
  'Survey e-mails': [
    'GET /quiz/{id}/emails',
    'POST /quiz/{id}/emails/template',
    'POST /quiz/{id}/emails/questions',
    'POST /quiz/{id}/emails/toggle',
    'POST /quiz/{id}/emails/recipients',
    'DELETE /quiz/{id}/emails/recipients/{emailId}',
    'POST /quiz/{id}/emails/recipients/{emailId}/toggle',
    'POST /quiz/{id}/emails/recipients/{emailId}/confirm',
    'POST /workspace/{workspace_id}/smtp',
    'GET /workspace/{workspace_id}/mailings',
  ],
  'Roles and access, named under Authentication and Versioning': [
    'GET /workspace/{workspace_id}/roles',
    'POST /workspace/{workspace_id}/roles',
    'GET /workspace/{workspace_id}/members/{memberId}/access',
  ],
}

/** Variables by their place: what a module calls them is its own affair. */
const unnamed = (address: string): string => address.replaceAll(/\{\w+\}/g, '{}')

const folder = join(import.meta.dirname, '..', '..', 'src', 'contract')
const modules: Record<string, unknown>[] = await Promise.all(
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => import(join(folder, name))),
)
const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'params' in value
const operations = modules.flatMap((module) => Object.values(module)).filter(isOperation)

/** The four that a paid campaign for respondents freezes. */
const locked = [
  'POST /quiz/{id}/save',
  'POST /quiz/{id}/publish',
  'POST /quiz/{id}/conditions',
  'POST /quiz/{id}/versions/{versionId}/restore',
]

describe('the operations of the specification', () => {
  it('are each there once', () => {
    const all = Object.values(specified).flat().map(unnamed)
    expect(all.filter((address, index) => all.indexOf(address) !== index)).toEqual([])
  })
  it('are those that the contract has', () => {
    const contract = operations.map(({ method, path }) => unnamed(`${method} ${path}`))
    expect(contract.toSorted()).toEqual(Object.values(specified).flat().map(unnamed).toSorted())
  })
  it('are counted in the first lines of the README', () => {
    const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8')
    expect(readme).toContain(`all ${operations.length} operations`)
  })
  it.each(Object.entries(guarded))('need the right %s where it is named, and nowhere else', (right, addresses) => {
    const needing = operations.filter((operation) => [operation.right].flat().includes(right as Right))
    expect(needing.map(({ method, path }) => unnamed(`${method} ${path}`)).toSorted()).toEqual(addresses.map(unnamed).toSorted())
  })
  it('answer 423 where a campaign freezes them, and nowhere else', () => {
    expect(
      operations
        .filter(({ locks }) => locks)
        .map(({ method, path }) => unnamed(`${method} ${path}`))
        .toSorted(),
    ).toEqual(locked.map(unnamed).toSorted())
  })
})

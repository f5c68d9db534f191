/**
 * The operations of the service and the rights that each needs, written down from the specification's tables and not from the
 * contract: where the two differ, this list is to be compared with the specification first.
 */
import { rights, type Right } from '../../src/contract/core/rights.ts'

type Specified = string | readonly [request: string, ...needed: Right[]]

// `create_quiz` also guards a duplicate, `delete_quiz` also the trash: without a survey to make or to delete the rest of
// these two rights would be worth nothing, as the sandbox decides.
const tables: Readonly<Record<string, readonly Specified[]>> = {
  Surveys: [
    ['POST /quiz', 'create_quiz'],
    'GET /quiz',
    'GET /quiz/{id}',
    'GET /quiz/archived',
    ['POST /quiz/{id}/save', 'edit_quiz'],
    'POST /quiz/{id}/settings/info',
    ['POST /quiz/{id}/applyTheme/{theme_id}', 'edit_quiz'],
    ['POST /quiz/{id}/publish', 'edit_quiz'],
    ['POST /quiz/{id}/conditions', 'edit_quiz'],
    'POST /quiz/{id}/note',
    ['POST /quiz/{id}/duplicate', 'create_quiz'],
    'POST /quiz/{id}/rename',
    'POST /quiz/{id}/template',
    'POST /quiz/{id}/archive',
    'POST /quiz/{id}/move',
    ['DELETE /quiz/{id}', 'delete_quiz'],
    'GET /quiz/{id}/default-texts',
    ['POST /quiz/{id}/default-texts', 'edit_quiz'],
  ],
  'Survey history, trash, passwords, QR, print': [
    ['GET /quiz/{id}/versions', 'settings'],
    ['POST /quiz/{id}/versions/{versionId}/restore', 'settings', 'edit_quiz'],
    ['POST /workspace/{workspace_id}/quiz/restore', 'delete_quiz'],
    ['GET /quiz/{id}/passwords', 'settings'],
    ['POST /quiz/{id}/passwords', 'settings'],
    ['POST /quiz/{id}/passwords/{passwordId}', 'settings'],
    ['DELETE /quiz/{id}/passwords/{passwordId}', 'settings'],
    ['GET /quiz/{id}/qr-code', 'settings'],
    ['POST /quiz/{id}/qr-code', 'settings'],
    ['POST /quiz/{id}/print', 'settings'],
  ],
  'Folders, favorite questions, templates, AI build, media': [
    ['POST /workspace/{workspace_id}/folders', 'create_folder'],
    ['POST /workspace/{workspace_id}/folders/{folderId}/rename', 'rename_folder'],
    ['DELETE /workspace/{workspace_id}/folders/{folderId}', 'delete_folder'],
    'POST /workspace/{workspace_id}/folders/reorder',
    'GET /workspace/{workspace_id}/favorite-questions',
    'POST /workspace/{workspace_id}/favorite-questions',
    'DELETE /workspace/{workspace_id}/favorite-questions/{questionId}',
    'GET /workspace/{workspace_id}/templates',
    ['POST /quiz/from-template', 'create_quiz'],
    ['POST /quiz/ai', 'create_quiz'],
    ['POST /quiz/{id}/media', 'files_upload', 'edit_quiz'],
    ['POST /quiz/{id}/media/widget-image', 'files_upload', 'edit_quiz'],
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
    ['POST /quiz/{id}/ai-report', 'view_results'],
    ['GET /quiz/{id}/ai-report', 'view_results'],
    ['POST /quiz/{id}/ai-report/share', 'view_results'],
    ['POST /quiz/{id}/filters', 'view_results'],
    'GET /workspace/{workspace_id}/report-appearance',
    ['POST /workspace/{workspace_id}/report-appearance', 'account_quiz_settings'],
    ['POST /workspace/{workspace_id}/report-appearance/presets', 'account_quiz_settings'],
    ['DELETE /workspace/{workspace_id}/report-appearance/presets/{presetId}', 'account_quiz_settings'],
  ],
  'Account settings': [
    'GET /workspace/{workspace_id}/storage',
    'GET /workspace/{workspace_id}/storage/usage',
    ['GET /workspace/{workspace_id}/storage/hidden-files', 'payment'],
    'POST /workspace/{workspace_id}/storage/verify',
    ['POST /workspace/{workspace_id}/branding', 'account_quiz_settings'],
    ['POST /workspace/{workspace_id}/branding/logo', 'account_quiz_settings'],
    ['DELETE /workspace/{workspace_id}/branding/logo', 'account_quiz_settings'],
    ['GET /workspace/{workspace_id}/domain', 'domain'],
    ['POST /workspace/{workspace_id}/domain/subdomain', 'domain'],
    ['POST /workspace/{workspace_id}/domain/type', 'domain'],
    'GET /workspace/{workspace_id}/tariff',
    'GET /workspace/{workspace_id}/tariff/list',
    'GET /quiz/{id}/payment',
    ['POST /quiz/{id}/payment', 'settings'],
    'GET /partner',
    'POST /partner/sources',
  ],
  'Schedulers, bookings, time blocks': [
    ['GET /workspace/{workspace_id}/schedulers', 'settings'],
    ['POST /workspace/{workspace_id}/schedulers', 'settings'],
    ['POST /workspace/{workspace_id}/schedulers/{schedulerId}', 'settings'],
    ['POST /workspace/{workspace_id}/schedulers/{schedulerId}/duplicate', 'settings'],
    ['DELETE /workspace/{workspace_id}/schedulers/{schedulerId}', 'settings'],
    ['GET /workspace/{workspace_id}/bookings', 'settings'],
    ['POST /workspace/{workspace_id}/bookings/{bookingId}', 'settings'],
    ['POST /workspace/{workspace_id}/booking-blocks', 'settings'],
    ['DELETE /workspace/{workspace_id}/booking-blocks/{blockId}', 'settings'],
  ],
  Integrations: [
    ['GET /quiz/{id}/integrations', 'integrations'],
    ['GET /quiz/{id}/integrations/logs', 'integrations'],
    ['POST /quiz/{id}/integrations/logs/resend', 'integrations'],
    ['GET /quiz/{id}/integrations/crm/{crm}', 'integrations'],
    ['POST /quiz/{id}/integrations/crm/{crm}/toggle', 'integrations'],
    ['GET /quiz/{id}/integrations/crm/{crm}/check', 'integrations'],
    ['GET /quiz/{id}/integrations/crm/{crm}/fields', 'integrations'],
    ['POST /quiz/{id}/integrations/crm_b/mapping/{entity}', 'integrations'],
    ['POST /quiz/{id}/integrations/crm_a/mapping/{block}', 'integrations'],
    ['GET /crm_a/account', 'integrations'],
    ['GET /crm_a/lists', 'integrations'],
    ['GET /crm_a/quiz', 'integrations'],
    ['GET /crm_a/quiz/{id}/settings', 'integrations'],
    ['POST /crm_a/quiz/{id}/settings', 'integrations'],
  ],
  Webhooks: [
    ['GET /quiz/{id}/webhooks', 'integrations'],
    ['POST /quiz/{id}/webhooks', 'integrations'],
    ['POST /quiz/{id}/webhooks/{webhookId}', 'integrations'],
    ['DELETE /quiz/{id}/webhooks/{webhookId}', 'integrations'],
    ['POST /quiz/{id}/webhooks/{webhookId}/toggle', 'integrations'],
    ['GET /quiz/{id}/webhooks/{webhookId}/logs', 'integrations'],
    ['POST /quiz/{id}/webhooks/{webhookId}/logs/resend', 'integrations'],
  ],
  'Messenger, spreadsheet, automation, counters: each read and written': [
    ['GET /quiz/{id}/integrations/messenger/{messenger}', 'integrations'],
    ['POST /quiz/{id}/integrations/messenger/{messenger}', 'integrations'],
    ['GET /quiz/{id}/integrations/sheets', 'integrations'],
    ['POST /quiz/{id}/integrations/sheets', 'integrations'],
    ['GET /quiz/{id}/integrations/automation', 'integrations'],
    ['POST /quiz/{id}/integrations/automation', 'integrations'],
    ['GET /quiz/{id}/integrations/counters/{service}', 'integrations'],
    ['POST /quiz/{id}/integrations/counters/{service}', 'integrations'],
  ],
  'Survey e-mails': [
    ['GET /quiz/{id}/emails', 'integrations'],
    ['POST /quiz/{id}/emails/template', 'integrations'],
    ['POST /quiz/{id}/emails/questions', 'integrations'],
    ['POST /quiz/{id}/emails/toggle', 'integrations'],
    ['POST /quiz/{id}/emails/recipients', 'integrations'],
    ['DELETE /quiz/{id}/emails/recipients/{emailId}', 'integrations'],
    ['POST /quiz/{id}/emails/recipients/{emailId}/toggle', 'integrations'],
    ['POST /quiz/{id}/emails/recipients/{emailId}/confirm', 'integrations'],
    ['POST /workspace/{workspace_id}/smtp', 'account_smtp'],
    ['GET /workspace/{workspace_id}/mailings', 'integrations'],
  ],
  'Roles and access, named under Authentication and Versioning': [
    'GET /workspace/{workspace_id}/roles',
    'POST /workspace/{workspace_id}/roles',
    'GET /workspace/{workspace_id}/members/{memberId}/access',
  ],
}

/** Each request, with the rights that it needs. */
export const specified: ReadonlyMap<string, readonly Right[]> = new Map(
  Object.values(tables)
    .flat()
    .map((one) => (typeof one === 'string' ? [one, []] : [one[0], one.slice(1) as Right[]])),
)

/** What a right guards. */
export const guardedBy = (right: Right): string[] =>
  [...specified].filter(([, needed]) => needed.includes(right)).map(([request]) => request)

/** The rights over a survey; the others are of the account. */
export const rightsOnSurveys = rights.filter((right) => guardedBy(right).some((request) => request.includes('/quiz/{id}')))

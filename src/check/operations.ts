/** What a check of surveys reads. */
import type { AnyOperation } from '../contract/core/operation.ts'
import { checkCrm, viewCrmFields } from '../contract/integrations/crm.ts'
import { viewEmails } from '../contract/integrations/email.ts'
import { listIntegrations } from '../contract/integrations/integration.ts'
import { viewMessenger } from '../contract/integrations/messenger.ts'
import { viewSheets } from '../contract/integrations/sheets.ts'
import { useSmtp } from '../contract/integrations/smtp.ts'
import { listWebhookLogs, listWebhooks } from '../contract/integrations/webhook.ts'
import { listPasswords } from '../contract/surveys/password.ts'
import { listAttachedCodes } from '../contract/surveys/promo.ts'
import { viewPayment } from '../contract/account/payment.ts'
import { viewQr } from '../contract/surveys/qr.ts'
import { viewTariff } from '../contract/account/tariff.ts'
import { listTexts } from '../contract/surveys/text.ts'
import { listVersions } from '../contract/surveys/version.ts'
import { viewQuiz } from '../contract/surveys/quiz.ts'

/** Of the account's own mail service only its state: that changes nothing. */
export const readSmtp: typeof useSmtp = { ...useSmtp, safe: true }

export const reads: readonly AnyOperation[] = [
  viewQuiz,
  listTexts,
  viewEmails,
  listWebhooks,
  listWebhookLogs,
  listIntegrations,
  viewMessenger,
  viewSheets,
  checkCrm,
  viewCrmFields,
  listAttachedCodes,
  viewTariff,
  listPasswords,
  listVersions,
  viewPayment,
  viewQr,
  readSmtp,
]

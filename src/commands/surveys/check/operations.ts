/** What a check of surveys reads. */
import { viewEmails } from '../../../contract/integrations/email.ts'
import { listIntegrations } from '../../../contract/integrations/integration.ts'
import { listPasswords } from '../../../contract/surveys/password.ts'
import { viewPayment } from '../../../contract/account/payment.ts'
import { viewQr } from '../../../contract/surveys/qr.ts'
import { viewTariff } from '../../../contract/account/tariff.ts'
import { listTexts } from '../../../contract/surveys/text.ts'
import { listVersions } from '../../../contract/surveys/version.ts'
import { listWebhooks } from '../../../contract/integrations/webhook.ts'
import { viewQuiz } from '../../../contract/surveys/quiz.ts'

export const reads = [
  viewQuiz,
  listTexts,
  viewEmails,
  listWebhooks,
  listIntegrations,
  viewTariff,
  listPasswords,
  listVersions,
  viewPayment,
  viewQr,
]

/** What a check of surveys reads. */
import { viewEmails } from '../../contract/email.ts'
import { listIntegrations } from '../../contract/integration.ts'
import { listPasswords } from '../../contract/password.ts'
import { viewPayment } from '../../contract/payment.ts'
import { viewQr } from '../../contract/qr.ts'
import { viewTariff } from '../../contract/tariff.ts'
import { listTexts } from '../../contract/text.ts'
import { listVersions } from '../../contract/version.ts'
import { listWebhooks } from '../../contract/webhook.ts'
import { viewQuiz } from '../../contract/quiz.ts'

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

/** The operations that bringing files and service together takes, by what they are for. */
import { listAnswers } from '../../contract/answer.ts'
import { changeCounter, viewCounter } from '../../contract/counter.ts'
import * as email from '../../contract/email.ts'
import { createFolder } from '../../contract/folder.ts'
import { setPayment, viewPayment } from '../../contract/payment.ts'
import { buildQr, viewQr } from '../../contract/qr.ts'
import * as quiz from '../../contract/quiz.ts'
import { viewReport } from '../../contract/report.ts'
import { listTexts, setTexts } from '../../contract/text.ts'
import * as webhook from '../../contract/webhook.ts'

export const reads = [quiz.viewQuiz, listTexts, webhook.listWebhooks, email.viewEmails, viewCounter, viewPayment, viewQr]
export const countReads = [viewReport, listAnswers, webhook.listWebhookLogs]
export const writes = [
  quiz.createQuiz,
  createFolder,
  quiz.renameQuiz,
  quiz.noteQuiz,
  quiz.moveQuiz,
  quiz.archiveQuiz,
  quiz.saveQuiz,
  quiz.conditionsQuiz,
  quiz.themeQuiz,
  quiz.setQuiz,
  setTexts,
  email.setEmailTemplate,
  email.setEmailQuestions,
  email.toggleEmail,
  email.addEmailRecipient,
  email.toggleEmailRecipient,
  email.removeEmailRecipient,
  changeCounter,
  setPayment,
  buildQr,
  webhook.addWebhook,
  webhook.editWebhook,
  webhook.toggleWebhook,
  webhook.removeWebhook,
  quiz.makeTemplate,
  quiz.publishQuiz,
]

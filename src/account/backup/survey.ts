/** Everything that is kept of one survey, read again where somebody changed it meanwhile. */
import { viewPayment } from '../../contract/account/payment.ts'
import { viewAiReport } from '../../contract/answers/ai-report.ts'
import { viewReport } from '../../contract/answers/report.ts'
import { printQuiz } from '../../contract/surveys/print.ts'
import { exportSav } from '../../contract/answers/export.ts'
import { viewAutomation } from '../../contract/integrations/automation.ts'
import { counterServices, viewCounter } from '../../contract/integrations/counter.ts'
import { crms, viewCrm, viewCrmFields, viewCrmSettings } from '../../contract/integrations/crm.ts'
import { viewEmails } from '../../contract/integrations/email.ts'
import { listIntegrations, messengers } from '../../contract/integrations/integration.ts'
import { viewMessenger } from '../../contract/integrations/messenger.ts'
import { viewSheets } from '../../contract/integrations/sheets.ts'
import { listWebhooks } from '../../contract/integrations/webhook.ts'
import { masked } from '../../contract/core/secret.ts'
import { listPasswords } from '../../contract/surveys/password.ts'
import { viewQr } from '../../contract/surveys/qr.ts'
import { viewQuiz } from '../../contract/surveys/quiz.ts'
import { languages, listTexts } from '../../contract/surveys/text.ts'
import { listVersions } from '../../contract/surveys/version.ts'
import { CommandError } from '../../errors.ts'
import { storeAnswers, type BackupWanted } from './answers.ts'
import { addressesOf, storeFiles } from './media.ts'
import type { Writer } from './writer.ts'

const mostReadings = 3

/** `false`: it was deleted meanwhile. */
export async function storeSurvey(writer: Writer, id: number, wanted: BackupWanted): Promise<boolean> {
  if (writer.surveys.has(id)) return true
  const folder = `surveys/${id}/`
  for (let reading = 1; ; reading++) {
    try {
      const { updated_at: before, areAll } = await readOnce(writer, id, wanted)
      const { updated_at } = await writer.service.call(viewQuiz, { id })
      const torn = updated_at !== before || !areAll
      if (!torn || reading === mostReadings) {
        writer.finishSurvey(id, torn)
        return true
      }
    } catch (error) {
      if (!(error instanceof CommandError && error.kind === 'not_found' && error.facts.code === 'quiz_not_found')) throw error
      writer.forget(folder)
      return false
    }
    writer.forget(folder)
  }
}

interface Reading {
  updated_at: string | null | undefined
  /** Every answer that was listed was read. */
  areAll: boolean
}

async function readOnce(writer: Writer, id: number, wanted: BackupWanted): Promise<Reading> {
  const view = await writer.storeAnswer(viewQuiz, { id })
  for (const lang of languages) await writer.storeAnswer(listTexts, { id, lang })
  await writer.storeAnswer(viewEmails, { id })
  await writer.storeAnswer(listWebhooks, { id }, withoutValues)
  await storeConnections(writer, id)
  for (const service of counterServices) await writer.storeAnswer(viewCounter, { id, service })
  await writer.storeAnswer(viewQr, { id })
  await writer.storeAnswer(viewPayment, { id })
  await writer.storeAnswer(listPasswords, { id })
  await writer.storeRows(listVersions, { id })
  await writer.storeAnswer(viewReport, { id })
  await writer.storeAnswer(viewAiReport, { id })
  await writer.storeFile(printQuiz, { id, format: 'html' })
  if (wanted.media) await wanted.inTurn(() => storeFiles(writer, id, 'media', addressesOf(view), wanted.progress))
  const areAll = !wanted.answers || (await wanted.inTurn(() => storeAnswers(writer, id, wanted)))
  if (wanted.answers) await writer.storeFile(exportSav, { id, is_screenout: true, is_deleted: true })
  return { updated_at: view?.updated_at, areAll }
}

/** Values of headers are secrets: should a service show them, they stay out. */
function withoutValues(answer: { items: { headers?: { name: string; value?: string | null | undefined }[] | undefined }[] }): unknown {
  const shows = answer.items.some(({ headers = [] }) => headers.some(({ value }) => typeof value === 'string' && value !== masked))
  if (!shows) return undefined
  return {
    ...answer,
    items: answer.items.map((hook) => ({ ...hook, headers: hook.headers?.map((header) => ({ ...header, value: null })) })),
  }
}

/** Only what is connected has anything to show. */
async function storeConnections(writer: Writer, id: number): Promise<void> {
  const { integrations = {} } = (await writer.storeAnswer(listIntegrations, { id })) ?? {}
  const isConnected = (name: string): boolean => integrations[name]?.connected === true
  for (const messenger of messengers) if (isConnected(messenger)) await writer.storeAnswer(viewMessenger, { id, messenger })
  if (isConnected('sheets')) await writer.storeAnswer(viewSheets, { id })
  if (isConnected('automation')) await writer.storeAnswer(viewAutomation, { id })
  for (const crm of crms.filter(isConnected)) {
    await writer.storeAnswer(viewCrm, { id, crm })
    await writer.storeAnswer(viewCrmFields, { id, crm, sections: ['users'] })
  }
  if (isConnected('crm_a')) await writer.storeAnswer(viewCrmSettings, { id })
}

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
import { keepAnswers, type Wanted } from './answers.ts'
import { addressesOf, keepFiles } from './media.ts'
import type { Writer } from './writer.ts'

const mostReadings = 3

/** `false`: it was deleted meanwhile. */
export async function keepSurvey(writer: Writer, id: number, wanted: Wanted): Promise<boolean> {
  if (writer.surveys.has(id)) return true
  const folder = `surveys/${id}/`
  for (let reading = 1; ; reading++) {
    try {
      const { updated_at: before, areAll } = await readOnce(writer, id, wanted)
      const { updated_at } = await writer.service.call(viewQuiz, { id })
      const torn = updated_at !== before || !areAll
      if (!torn || reading === mostReadings) {
        writer.done(id, torn)
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

async function readOnce(writer: Writer, id: number, wanted: Wanted): Promise<Reading> {
  const view = await writer.answer(viewQuiz, { id })
  for (const lang of languages) await writer.answer(listTexts, { id, lang })
  await writer.answer(viewEmails, { id })
  await writer.answer(listWebhooks, { id }, withoutValues)
  await keepConnections(writer, id)
  for (const service of counterServices) await writer.answer(viewCounter, { id, service })
  await writer.answer(viewQr, { id })
  await writer.answer(viewPayment, { id })
  await writer.answer(listPasswords, { id })
  await writer.rows(listVersions, { id })
  await writer.answer(viewReport, { id })
  await writer.answer(viewAiReport, { id })
  await writer.file(printQuiz, { id, format: 'html' })
  if (wanted.media) await wanted.inTurn(() => keepFiles(writer, id, 'media', addressesOf(view), wanted.progress))
  const areAll = !wanted.answers || (await wanted.inTurn(() => keepAnswers(writer, id, wanted)))
  if (wanted.answers) await writer.file(exportSav, { id, is_screenout: true, is_deleted: true })
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
async function keepConnections(writer: Writer, id: number): Promise<void> {
  const { integrations = {} } = (await writer.answer(listIntegrations, { id })) ?? {}
  const isConnected = (name: string): boolean => integrations[name]?.connected === true
  for (const messenger of messengers) if (isConnected(messenger)) await writer.answer(viewMessenger, { id, messenger })
  if (isConnected('sheets')) await writer.answer(viewSheets, { id })
  if (isConnected('automation')) await writer.answer(viewAutomation, { id })
  for (const crm of crms.filter(isConnected)) {
    await writer.answer(viewCrm, { id, crm })
    await writer.answer(viewCrmFields, { id, crm, sections: ['users'] })
  }
  if (isConnected('crm_a')) await writer.answer(viewCrmSettings, { id })
}

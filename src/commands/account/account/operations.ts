/** The operations of a backup, and of what brings one back. */
import { isWrite, type AnyOperation } from '../../../contract/core/operation.ts'

export const keptReads = async (): Promise<readonly AnyOperation[]> => {
  const [{ operationsByGroup }, { isStored }] = await Promise.all([
    import('../../../contract/operations.ts'),
    import('../../../account/backup/reads.ts'),
  ])
  return operationsByGroup().flatMap(({ operations }) => operations.filter((operation) => !isWrite(operation) && isStored(operation)))
}

export const restoreWrites = async (): Promise<readonly AnyOperation[]> => {
  const [{ sectionEntries }, quiz, promo, folder, scheduler, favorite, appearance, role] = await Promise.all([
    import('../../../project/sections/index.ts'),
    import('../../../contract/surveys/quiz.ts'),
    import('../../../contract/surveys/promo.ts'),
    import('../../../contract/surveys/folder.ts'),
    import('../../../contract/account/scheduler.ts'),
    import('../../../contract/surveys/favorite.ts'),
    import('../../../contract/answers/appearance.ts'),
    import('../../../contract/account/role.ts'),
  ])
  const own = [quiz.restoreQuizzes, quiz.moveQuiz, quiz.publishQuiz, promo.createPromo, promo.addCodes, folder.createFolder]
  const things = [scheduler.createScheduler, favorite.saveFavorite, appearance.addAppearancePreset, role.setRole]
  return [...own, ...things, ...sectionEntries().flatMap(([, { uses = [] }]) => uses.filter(isWrite))]
}

export const auditReads = async (): Promise<readonly AnyOperation[]> => {
  const [crm, integration, webhook, smtp, storage] = await Promise.all([
    import('../../../contract/integrations/crm.ts'),
    import('../../../contract/integrations/integration.ts'),
    import('../../../contract/integrations/webhook.ts'),
    import('../../../contract/integrations/smtp.ts'),
    import('../../../contract/account/storage.ts'),
  ])
  return [crm.checkCrm, integration.listIntegrationLogs, webhook.listWebhookLogs, smtp.useSmtp, storage.verifyStorage]
}

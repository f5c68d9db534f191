/**
 * Every group, in the order of the root help: the most used first. A group is loaded only when argv
 * names it; what root help and completions say of all of them is in reference/manifest.ts.
 */
import type { Group } from '../cli/command.ts'

export type GroupLoader = () => Promise<Group>

export const sections: Readonly<Record<string, Readonly<Record<string, GroupLoader>>>> = {
  Surveys: {
    quiz: async () => (await import('./quiz/quiz.ts')).quizGroup,
    question: async () => (await import('./question/question.ts')).questionGroup,
    option: async () => (await import('./option/option.ts')).optionGroup,
    condition: async () => (await import('./condition/condition.ts')).conditionGroup,
    project: async () => (await import('./project/project.ts')).projectGroup,
    text: async () => (await import('./text.ts')).textGroup,
    version: async () => (await import('./version.ts')).versionGroup,
    folder: async () => (await import('./folder.ts')).folderGroup,
    password: async () => (await import('./password.ts')).passwordGroup,
    qr: async () => (await import('./qr.ts')).qrGroup,
    media: async () => (await import('./media.ts')).mediaGroup,
    favorite: async () => (await import('./favorite.ts')).favoriteGroup,
    template: async () => (await import('./template.ts')).templateGroup,
    promo: async () => (await import('./promo/promo.ts')).promoGroup,
  },
  'Answers and reports': {
    answer: async () => (await import('./answer/answer.ts')).answerGroup,
    export: async () => (await import('./export/export.ts')).exportGroup,
    report: async () => (await import('./report/report.ts')).reportGroup,
    'ai-report': async () => (await import('./ai-report.ts')).aiReportGroup,
    filter: async () => (await import('./filter.ts')).filterGroup,
    appearance: async () => (await import('./appearance.ts')).appearanceGroup,
  },
  Integrations: {
    integration: async () => (await import('./integration.ts')).integrationGroup,
    webhook: async () => (await import('./webhook/webhook.ts')).webhookGroup,
    messenger: async () => (await import('./messenger.ts')).messengerGroup,
    sheets: async () => (await import('./sheets.ts')).sheetsGroup,
    crm: async () => (await import('./crm/crm.ts')).crmGroup,
    automation: async () => (await import('./automation.ts')).automationGroup,
    counter: async () => (await import('./counter.ts')).counterGroup,
    email: async () => (await import('./email.ts')).emailGroup,
    mailing: async () => (await import('./mailing.ts')).mailingGroup,
    smtp: async () => (await import('./smtp.ts')).smtpGroup,
  },
  Account: {
    tariff: async () => (await import('./tariff.ts')).tariffGroup,
    branding: async () => (await import('./branding.ts')).brandingGroup,
    domain: async () => (await import('./domain.ts')).domainGroup,
    storage: async () => (await import('./storage.ts')).storageGroup,
    payment: async () => (await import('./payment.ts')).paymentGroup,
    partner: async () => (await import('./partner.ts')).partnerGroup,
    role: async () => (await import('./role.ts')).roleGroup,
    member: async () => (await import('./member.ts')).memberGroup,
    scheduler: async () => (await import('./scheduler.ts')).schedulerGroup,
    booking: async () => (await import('./booking.ts')).bookingGroup,
    block: async () => (await import('./block.ts')).blockGroup,
  },
  'This tool': {
    auth: async () => (await import('./auth/auth.ts')).authGroup,
    config: async () => (await import('./config.ts')).configGroup,
    sandbox: async () => (await import('./sandbox/sandbox.ts')).sandboxGroup,
    api: async () => (await import('./api.ts')).apiGroup,
    operation: async () => (await import('./operation.ts')).operationGroup,
    completion: async () => (await import('./completion.ts')).completionGroup,
    doctor: async () => (await import('./doctor.ts')).doctorGroup,
  },
}

export const loaders = (): Map<string, GroupLoader> => new Map(Object.values(sections).flatMap((groups) => Object.entries(groups)))

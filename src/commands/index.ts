/**
 * Every group, in the order of the root help: the most used first. A group is loaded only when argv
 * names it; what root help and completions say of all of them is in reference/manifest.ts.
 */
import { withShared, type Group } from '../cli/command.ts'
import { everyGroup } from './every-group.ts'

export type GroupLoader = () => Promise<Group>

export const sections = {
  Surveys: {
    quiz: async () => (await import('./surveys/quiz/quiz.ts')).quizGroup,
    question: async () => (await import('./surveys/question/question.ts')).questionGroup,
    option: async () => (await import('./surveys/option/option.ts')).optionGroup,
    condition: async () => (await import('./surveys/condition/condition.ts')).conditionGroup,
    project: async () => (await import('./surveys/project/project.ts')).projectGroup,
    text: async () => (await import('./surveys/text.ts')).textGroup,
    version: async () => (await import('./surveys/version.ts')).versionGroup,
    folder: async () => (await import('./surveys/folder.ts')).folderGroup,
    password: async () => (await import('./surveys/password.ts')).passwordGroup,
    qr: async () => (await import('./surveys/qr.ts')).qrGroup,
    media: async () => (await import('./surveys/media.ts')).mediaGroup,
    favorite: async () => (await import('./surveys/favorite.ts')).favoriteGroup,
    template: async () => (await import('./surveys/template.ts')).templateGroup,
    promo: async () => (await import('./surveys/promo/promo.ts')).promoGroup,
  },
  'Answers and reports': {
    answer: async () => (await import('./answers/answer/answer.ts')).answerGroup,
    export: async () => (await import('./answers/export/export.ts')).exportGroup,
    report: async () => (await import('./answers/report/report.ts')).reportGroup,
    'ai-report': async () => (await import('./answers/ai-report.ts')).aiReportGroup,
    filter: async () => (await import('./answers/filter.ts')).filterGroup,
    appearance: async () => (await import('./answers/appearance.ts')).appearanceGroup,
  },
  Integrations: {
    integration: async () => (await import('./integrations/integration.ts')).integrationGroup,
    webhook: async () => (await import('./integrations/webhook/webhook.ts')).webhookGroup,
    messenger: async () => (await import('./integrations/messenger.ts')).messengerGroup,
    sheets: async () => (await import('./integrations/sheets.ts')).sheetsGroup,
    crm: async () => (await import('./integrations/crm/crm.ts')).crmGroup,
    automation: async () => (await import('./integrations/automation.ts')).automationGroup,
    counter: async () => (await import('./integrations/counter.ts')).counterGroup,
    email: async () => (await import('./integrations/email.ts')).emailGroup,
    mailing: async () => (await import('./integrations/mailing.ts')).mailingGroup,
    smtp: async () => (await import('./integrations/smtp.ts')).smtpGroup,
  },
  Account: {
    account: async () => (await import('./account/account/account.ts')).accountGroup,
    tariff: async () => (await import('./account/tariff.ts')).tariffGroup,
    branding: async () => (await import('./account/branding.ts')).brandingGroup,
    domain: async () => (await import('./account/domain.ts')).domainGroup,
    storage: async () => (await import('./account/storage.ts')).storageGroup,
    payment: async () => (await import('./account/payment.ts')).paymentGroup,
    partner: async () => (await import('./account/partner.ts')).partnerGroup,
    role: async () => (await import('./account/role.ts')).roleGroup,
    member: async () => (await import('./account/member.ts')).memberGroup,
    scheduler: async () => (await import('./account/scheduler.ts')).schedulerGroup,
    booking: async () => (await import('./account/booking.ts')).bookingGroup,
    block: async () => (await import('./account/block.ts')).blockGroup,
  },
  'This tool': {
    auth: async () => (await import('./tool/auth/auth.ts')).authGroup,
    config: async () => (await import('./tool/config.ts')).configGroup,
    sandbox: async () => (await import('./tool/sandbox/sandbox.ts')).sandboxGroup,
    mcp: async () => (await import('./tool/mcp/mcp.ts')).mcpGroup,
    api: async () => (await import('./tool/api.ts')).apiGroup,
    operation: async () => (await import('./tool/operation.ts')).operationGroup(allGroups),
    completion: async () => (await import('./tool/completion.ts')).completionGroup,
    doctor: async () => (await import('./tool/doctor/doctor.ts')).doctorGroup,
  },
} satisfies Record<string, Record<string, GroupLoader>>

const shared = ([noun, load]: [string, GroupLoader]): [string, GroupLoader] => [noun, async () => withShared(await load(), everyGroup)]

export const loaders = (): Map<string, GroupLoader> =>
  new Map(Object.values(sections).flatMap((groups) => Object.entries<GroupLoader>(groups).map(shared)))

/** All of them, loaded. */
export const allGroups = (): Promise<Group[]> => Promise.all([...loaders().values()].map((load) => load()))

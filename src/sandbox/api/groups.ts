/** Every group of the service: its contract with its handlers. */
import * as aiReportContract from '../../contract/ai-report.ts'
import * as answerContract from '../../contract/answer.ts'
import * as appearanceContract from '../../contract/appearance.ts'
import * as exportContract from '../../contract/export.ts'
import * as filterContract from '../../contract/filter.ts'
import * as reportContract from '../../contract/report.ts'
import * as folderContract from '../../contract/folder.ts'
import * as passwordContract from '../../contract/password.ts'
import * as qrContract from '../../contract/qr.ts'
import * as printContract from '../../contract/print.ts'
import * as quizContract from '../../contract/quiz.ts'
import * as textContract from '../../contract/text.ts'
import * as versionContract from '../../contract/version.ts'
import * as integrationContract from '../../contract/integration.ts'
import * as webhookContract from '../../contract/webhook.ts'
import * as messengerContract from '../../contract/messenger.ts'
import * as sheetsContract from '../../contract/sheets.ts'
import * as crmContract from '../../contract/crm.ts'
import * as crmMappingContract from '../../contract/crm-mapping.ts'
import * as automationContract from '../../contract/automation.ts'
import * as counterContract from '../../contract/counter.ts'
import * as emailContract from '../../contract/email.ts'
import * as smtpContract from '../../contract/smtp.ts'
import * as mailingContract from '../../contract/mailing.ts'
import * as favoriteContract from '../../contract/favorite.ts'
import * as templateContract from '../../contract/template.ts'
import * as mediaContract from '../../contract/media.ts'
import * as promoContract from '../../contract/promo.ts'
import * as storageContract from '../../contract/storage.ts'
import * as brandingContract from '../../contract/branding.ts'
import * as domainContract from '../../contract/domain.ts'
import * as tariffContract from '../../contract/tariff.ts'
import * as paymentContract from '../../contract/payment.ts'
import * as partnerContract from '../../contract/partner.ts'
import * as roleContract from '../../contract/role.ts'
import * as memberContract from '../../contract/member.ts'
import * as schedulerContract from '../../contract/scheduler.ts'
import * as bookingContract from '../../contract/booking.ts'
import * as blockContract from '../../contract/block.ts'
import type { AnyOperation } from '../../contract/core/operation.ts'
import type { Handler, HandlersOf, Hooks, Seed } from '../engine/handler.ts'
import * as aiReport from './ai-report.ts'
import * as answer from './answer.ts'
import * as appearance from './appearance.ts'
import * as exports from './export.ts'
import * as filter from './filter.ts'
import * as report from './report.ts'
import * as folder from './folder.ts'
import * as password from './password.ts'
import * as qr from './qr.ts'
import * as print from './print.ts'
import * as quiz from './quiz.ts'
import * as text from './text.ts'
import * as version from './version.ts'
import * as integration from './integration.ts'
import * as webhook from './webhook.ts'
import * as messenger from './messenger.ts'
import * as sheets from './sheets.ts'
import * as crm from './crm.ts'
import * as crmMapping from './crm-mapping.ts'
import * as automation from './automation.ts'
import * as counter from './counter.ts'
import * as email from './email.ts'
import * as smtp from './smtp.ts'
import * as mailing from './mailing.ts'
import * as favorite from './favorite.ts'
import * as template from './template.ts'
import * as media from './media.ts'
import * as promo from './promo.ts'
import * as storage from './storage.ts'
import * as branding from './branding.ts'
import * as domain from './domain.ts'
import * as tariff from './tariff.ts'
import * as payment from './payment.ts'
import * as partner from './partner.ts'
import * as role from './role.ts'
import * as member from './member.ts'
import * as scheduler from './scheduler.ts'
import * as booking from './booking.ts'
import * as block from './block.ts'

export interface Group {
  routes: readonly Route[]
  seed?: Seed
  hooks?: Hooks
}

export interface Route {
  operation: AnyOperation
  handler: Handler<any>
}

interface GroupModule<Contract> {
  handlers: HandlersOf<Contract>
  seed?: Seed
  hooks?: Hooks
}

function group<Contract extends object>(contract: Contract, { handlers, ...rest }: GroupModule<Contract>): Group {
  const routes = Object.entries(handlers as Record<string, Handler<any>>).map(([name, handler]) => ({
    operation: (contract as Record<string, unknown>)[name] as AnyOperation,
    handler,
  }))
  return { routes, ...rest }
}

export const groups = (): readonly Group[] => [
  group(quizContract, quiz),
  group(folderContract, folder),
  group(textContract, text),
  group(versionContract, version),
  group(passwordContract, password),
  group(qrContract, qr),
  group(printContract, print),
  group(answerContract, answer),
  group(exportContract, exports),
  group(reportContract, report),
  group(aiReportContract, aiReport),
  group(filterContract, filter),
  group(appearanceContract, appearance),
  group(integrationContract, integration),
  group(webhookContract, webhook),
  group(messengerContract, messenger),
  group(sheetsContract, sheets),
  group(crmContract, crm),
  group(crmMappingContract, crmMapping),
  group(automationContract, automation),
  group(counterContract, counter),
  group(emailContract, email),
  group(smtpContract, smtp),
  group(mailingContract, mailing),
  group(favoriteContract, favorite),
  group(templateContract, template),
  group(mediaContract, media),
  group(promoContract, promo),
  group(storageContract, storage),
  group(brandingContract, branding),
  group(domainContract, domain),
  group(tariffContract, tariff),
  group(paymentContract, payment),
  group(partnerContract, partner),
  group(roleContract, role),
  group(memberContract, member),
  group(schedulerContract, scheduler),
  group(bookingContract, booking),
  group(blockContract, block),
]

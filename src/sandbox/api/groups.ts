/** Every group of the service: its operations with their handlers. */
import * as contract from '../../contract/index.ts'
import type { AnyOperation } from '../../contract/core/operation.ts'
import type { AnyHandler, Group, HandlersOf, Hooks, Seed } from '../engine/handler.ts'
import * as aiReport from './answers/ai-report.ts'
import * as answer from './answers/answer.ts'
import * as appearance from './answers/appearance.ts'
import * as exports from './answers/export.ts'
import * as filter from './answers/filter.ts'
import * as report from './answers/report.ts'
import * as folder from './surveys/folder.ts'
import * as password from './surveys/password.ts'
import * as qr from './surveys/qr.ts'
import * as print from './surveys/print.ts'
import * as quiz from './surveys/quiz.ts'
import * as text from './surveys/text.ts'
import * as version from './surveys/version.ts'
import * as integration from './integrations/integration.ts'
import * as webhook from './integrations/webhook.ts'
import * as messenger from './integrations/messenger.ts'
import * as sheets from './integrations/sheets.ts'
import * as crm from './integrations/crm.ts'
import * as crmMapping from './integrations/crm-mapping.ts'
import * as automation from './integrations/automation.ts'
import * as counter from './integrations/counter.ts'
import * as email from './integrations/email.ts'
import * as smtp from './integrations/smtp.ts'
import * as mailing from './integrations/mailing.ts'
import * as favorite from './surveys/favorite.ts'
import * as template from './surveys/template.ts'
import * as media from './surveys/media.ts'
import * as promo from './surveys/promo.ts'
import * as storage from './account/storage.ts'
import * as branding from './account/branding.ts'
import * as domain from './account/domain.ts'
import * as tariff from './account/tariff.ts'
import * as payment from './account/payment.ts'
import * as partner from './account/partner.ts'
import * as role from './account/role.ts'
import * as member from './account/member.ts'
import * as scheduler from './account/scheduler.ts'
import * as booking from './account/booking.ts'
import * as block from './account/block.ts'

interface GroupModule<Contract> {
  handlers: HandlersOf<Contract>
  seed?: Seed
  hooks?: Hooks
}

function group<Contract extends object>(contract: Contract, { handlers, ...rest }: GroupModule<Contract>): Group {
  // `HandlersOf` has exactly the names of the contract's operations; `Object.entries` can't know that.
  const operations = contract as Record<string, AnyOperation>
  const routes = Object.entries<AnyHandler>(handlers).flatMap(([name, handler]) => {
    const operation = operations[name]
    return operation ? [{ operation, handler }] : []
  })
  return { routes, ...rest }
}

export const groups = (): readonly Group[] => [
  group(contract.quiz, quiz),
  group(contract.folder, folder),
  group(contract.text, text),
  group(contract.version, version),
  group(contract.password, password),
  group(contract.qr, qr),
  group(contract.print, print),
  group(contract.answer, answer),
  group(contract.export, exports),
  group(contract.report, report),
  group(contract.aiReport, aiReport),
  group(contract.filter, filter),
  group(contract.appearance, appearance),
  group(contract.integration, integration),
  group(contract.webhook, webhook),
  group(contract.messenger, messenger),
  group(contract.sheets, sheets),
  group(contract.crm, crm),
  group(contract.crmMapping, crmMapping),
  group(contract.automation, automation),
  group(contract.counter, counter),
  group(contract.email, email),
  group(contract.smtp, smtp),
  group(contract.mailing, mailing),
  group(contract.favorite, favorite),
  group(contract.template, template),
  group(contract.media, media),
  group(contract.promo, promo),
  group(contract.storage, storage),
  group(contract.branding, branding),
  group(contract.domain, domain),
  group(contract.tariff, tariff),
  group(contract.payment, payment),
  group(contract.partner, partner),
  group(contract.role, role),
  group(contract.member, member),
  group(contract.scheduler, scheduler),
  group(contract.booking, booking),
  group(contract.block, block),
]

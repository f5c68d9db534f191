/** Every group of the service: its operations with their handlers. */
import * as contract from '../../contract/index.ts'
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

/** The types of inputs and results hold within each group's file; requests are checked at run time by the operation. */
// oxlint-disable-next-line typescript/no-explicit-any
type AnyHandler = Handler<any>

export interface Route {
  operation: AnyOperation
  handler: AnyHandler
}

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

/** Every group of the service: its contract with its handlers. */
import * as aiReportContract from '../contract/ai-report.ts'
import * as answerContract from '../contract/answer.ts'
import * as appearanceContract from '../contract/appearance.ts'
import * as exportContract from '../contract/export.ts'
import * as filterContract from '../contract/filter.ts'
import * as reportContract from '../contract/report.ts'
import * as folderContract from '../contract/folder.ts'
import * as passwordContract from '../contract/password.ts'
import * as qrContract from '../contract/qr.ts'
import * as quizContract from '../contract/quiz.ts'
import * as textContract from '../contract/text.ts'
import * as versionContract from '../contract/version.ts'
import type { AnyOperation } from '../contract/operation.ts'
import type { Handler, HandlersOf, Hooks, Seed } from './handler.ts'
import * as aiReport from './ai-report.ts'
import * as answer from './answer.ts'
import * as appearance from './appearance.ts'
import * as exports from './export.ts'
import * as filter from './filter.ts'
import * as report from './report.ts'
import * as folder from './folder.ts'
import * as password from './password.ts'
import * as qr from './qr.ts'
import * as quiz from './quiz.ts'
import * as text from './text.ts'
import * as version from './version.ts'

export interface Group {
  routes: readonly Route[]
  seed?: Seed
  hooks?: Hooks
}

export interface Route {
  operation: AnyOperation
  handler: Handler<any>
}

interface GroupModule<Contract> { handlers: HandlersOf<Contract>; seed?: Seed; hooks?: Hooks }

function group<Contract extends object>(contract: Contract, { handlers, ...rest }: GroupModule<Contract>): Group {
  const routes = Object.entries(handlers as Record<string, Handler<any>>).map(([name, handler]) => ({
    operation: (contract as Record<string, unknown>)[name] as AnyOperation, handler,
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
  group(answerContract, answer),
  group(exportContract, exports),
  group(reportContract, report),
  group(aiReportContract, aiReport),
  group(filterContract, filter),
  group(appearanceContract, appearance),
]

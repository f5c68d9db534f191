/** A group of operations, as the engine serves it. All of them: api/groups.ts. */
import type { AnyOperation } from '../../contract/core/operation.ts'
import type { Handler, Hooks, Seed } from './handler.ts'

export interface Group {
  routes: readonly Route[]
  seed?: Seed
  hooks?: Hooks
}

/** The types of inputs and results hold within each group's file; requests are checked at run time by the operation. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyHandler = Handler<any>

export interface Route {
  operation: AnyOperation
  handler: AnyHandler
}

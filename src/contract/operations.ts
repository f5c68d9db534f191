/** Operations of the service, group by group. */
import * as groups from './index.ts'
import type { AnyOperation } from './core/operation.ts'

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'result' in value

export const operationsByGroup = (): { group: string; operations: AnyOperation[] }[] =>
  Object.entries<object>(groups).map(([group, exported]) => ({ group, operations: Object.values(exported).filter(isOperation) }))

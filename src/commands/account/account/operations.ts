/** The operations of a backup, and of what brings one back. */
import { isWrite, type AnyOperation } from '../../../contract/core/operation.ts'

export const keptReads = async (): Promise<readonly AnyOperation[]> => {
  const [{ operationsByGroup }, { isKept }] = await Promise.all([
    import('../../../contract/operations.ts'),
    import('../../../account/backup/reads.ts'),
  ])
  return operationsByGroup().flatMap(({ operations }) => operations.filter((operation) => !isWrite(operation) && isKept(operation)))
}

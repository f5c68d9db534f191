import { boolean } from '../../contract/core/fields.ts'
import { isWrite } from '../../contract/core/operation.ts'
import { operationsByGroup } from '../../contract/operations.ts'
import { maxCharacters } from '../budget.ts'
import { type Kind, type Tool } from '../definition.ts'
import { fieldsOf, readOperation } from './operation-read.ts'
import { jobs, writeOperation } from './operation-write.ts'

/** Operations of a group as tools of their own. */
export const toolsOf = (group: string): Tool[] =>
  operationsByGroup()
    .filter((one) => one.group === group)
    .flatMap(({ operations }) => operations)
    .filter((one) => !one.file && !jobs.has(one.id) && Object.values(one.body).every(({ kind }) => kind !== 'file'))
    .map((one): Tool => {
      const { workspace_id: _, ...fields } = fieldsOf(one)
      const reads = !isWrite(one)
      const kind: Kind = reads ? 'read' : one.effect === 'draft' ? 'draft' : 'ask'
      const more = reads ? { max_characters: maxCharacters } : { dry_run: boolean('Only show the requests') }
      return {
        name: one.id.replaceAll(/[.-]/g, '_'),
        about: `${one.summary}.`,
        kind,
        ...(one.repeatable && { repeatable: true }),
        fields: { ...fields, ...more },
        run: (call, { max_characters, dry_run: __, ...input }) =>
          reads ? readOperation(call, one, { input, max_characters }) : writeOperation(call, one, { input }),
      }
    })

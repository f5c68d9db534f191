/** Operations of a group as tools of their own. */
import { kebab } from '../../cli/flags/of-field.ts'
import { effectOf } from '../../contract/core/effect.ts'
import { boolean } from '../../contract/core/fields.ts'
import { isWrite } from '../../contract/core/operation.ts'
import { operationsByGroup } from '../../contract/operations.ts'
import { cursor, maxCharacters } from '../budget.ts'
import { type Kind, type Tool } from '../definition.ts'
import { inputFields } from '../input-fields.ts'
import { readOperation } from './operation-read.ts'
import { toolInstead, writeOperation } from './operation-write.ts'

export const toolsOf = (group: string): Tool[] =>
  operationsByGroup()
    .filter((each) => kebab(each.group) === group)
    .flatMap(({ operations }) => operations)
    .filter(({ id, file, body }) => !file && !toolInstead.has(id) && Object.values(body).every(({ kind }) => kind !== 'file'))
    .map((operation): Tool => {
      const reads = !isWrite(operation)
      const kind: Kind = reads ? 'read' : operation.effect === 'draft' ? 'draft' : 'ask'
      const more = reads ? { cursor, max_characters: maxCharacters } : { dry_run: boolean('Only show the requests') }
      return {
        name: operation.id.replaceAll(/[.-]/g, '_'),
        about: `${operation.summary}.`,
        kind,
        operation: () => operation.id,
        ...(operation.repeatable && { repeatable: true }),
        fields: { ...inputFields(operation), ...more },
        run: (call, { cursor: place, max_characters, dry_run: _, ...input }) =>
          // One of several actions may be a look.
          reads || effectOf(operation, input) === 'read'
            ? readOperation(call, operation, { input, cursor: place, max_characters })
            : writeOperation(call, operation, { input }),
      }
    })

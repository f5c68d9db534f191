/** Operations of a group as tools of their own. */
import { kebab } from '../../cli/flags/of-field.ts'
import { effectOf } from '../../contract/core/effect.ts'
import { boolean } from '../../contract/core/fields.ts'
import { isWrite } from '../../contract/core/operation.ts'
import { operationsByGroup } from '../../contract/operations.ts'
import { cursor, maxCharacters } from '../budget.ts'
import { type Kind, type Tool } from '../definition.ts'
import { toBeGiven } from '../given.ts'
import { readOperation } from './operation-read.ts'
import { jobs, writeOperation } from './operation-write.ts'

export const toolsOf = (group: string): Tool[] =>
  operationsByGroup()
    .filter((one) => kebab(one.group) === group)
    .flatMap(({ operations }) => operations)
    .filter((one) => !one.file && !jobs.has(one.id) && Object.values(one.body).every(({ kind }) => kind !== 'file'))
    .map((one): Tool => {
      const reads = !isWrite(one)
      const kind: Kind = reads ? 'read' : one.effect === 'draft' ? 'draft' : 'ask'
      const more = reads ? { cursor, max_characters: maxCharacters } : { dry_run: boolean('Only show the requests') }
      return {
        name: one.id.replaceAll(/[.-]/g, '_'),
        about: `${one.summary}.`,
        kind,
        operation: () => one.id,
        ...(one.repeatable && { repeatable: true }),
        fields: { ...toBeGiven(one), ...more },
        run: (call, { cursor: place, max_characters, dry_run: _, ...input }) =>
          // One of several actions may be a look.
          reads || effectOf(one, input) === 'read'
            ? readOperation(call, one, { input, cursor: place, max_characters })
            : writeOperation(call, one, { input }),
      }
    })

/** Any operation of the service: found by words, and described. */
import { list, required, text } from '../../contract/core/fields.ts'
import { effectOf } from '../../contract/core/effect.ts'
import { objectSchema } from '../../contract/core/json-schema.ts'
import { rightsOf, type AnyOperation } from '../../contract/core/operation.ts'
import { writeYaml } from '../../text/yaml/write.ts'
import { budgetOf, fitting, maxCharacters } from '../budget.ts'
import { type Tool } from '../definition.ts'

import { inputFields } from '../input-fields.ts'
import { allOperations, operationNamed } from './operation-read.ts'
import { counted } from '../../text/counted.ts'

/** Rates operations by how many of the words they have. */
export const operationFind: Tool = {
  name: 'operation_find',
  about: 'Operations of the service by words, for what no other tool does.',
  kind: 'read',
  fields: { words: required(text('What it is about, e.g. "webhook log"')), max_characters: maxCharacters },
  run: async (_, input) => {
    const words = String(input.words)
      .toLowerCase()
      .split(/\W+/)
      .filter(Boolean)
      .map((word) => word.replace(/s$/, ''))
    const rated = (await allOperations()).map((operation) => {
      const text = `${operation.id} ${operation.summary} ${operation.path}`.toLowerCase()
      return {
        operation,
        score: words.filter((word) => text.includes(word)).length + words.filter((word) => operation.id.startsWith(word)).length / 2,
      }
    })
    const found = rated
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, 20)
    const lines = fitting(
      found.map(({ operation }) => `${operation.id}\t${effectIn(operation)}\t${operation.summary}`),
      budgetOf(input),
    )
    const facts = { shown: lines.length }
    if (lines.length > 0) return { head: counted(lines.length, 'operation'), text: lines.join('\n'), facts }
    const groups = new Set((await allOperations()).map(({ id }) => id.replace(/\..*/, '')))
    return { head: 'No operation has these words. Each group is one', text: [...groups].join(', '), facts }
  },
}

const effectIn = (operation: AnyOperation): string => (typeof operation.effect === 'function' ? 'by its action' : effectOf(operation, {}))

export const operationDescribe: Tool = {
  name: 'operation_describe',
  about: 'The input of operations, as JSON Schema.',
  kind: 'read',
  fields: { ids: required(list(text('Id'), 'Ids of operation_find', { min: 1, max: 5 })), max_characters: maxCharacters },
  run: async (_, input) => {
    const operations = await Promise.all((input.ids as string[]).map(operationNamed))
    return { text: operations.map(described).join('---\n') }
  },
}

function described(operation: AnyOperation): string {
  const { id, summary, request, locks } = operation
  const facts = {
    id,
    summary,
    request,
    effect: effectIn(operation),
    right: rightsOf(operation).join(', ') || undefined,
    locked_by_campaigns: locks,
  }
  return writeYaml(JSON.parse(JSON.stringify({ ...facts, input: objectSchema(inputFields(operation)) })))
}

import { integer, text } from '../../contract/core/fields.ts'
import { usageError } from '../../errors.ts'
import { budgetOf, maxCharacters, partsOf } from '../budget.ts'
import { referenceTopics, topicNamed } from '../reference.ts'
import { type Tool } from '../definition.ts'
import { numberIn, textIn } from '../values.ts'

export const referenceRead: Tool = {
  name: 'reference_read',
  about: 'Guides, fields of question types, the schema of a survey. Without a topic: the topics.',
  kind: 'read',
  fields: {
    topic: text('e.g. question/matrix, schema/conditions'),
    part: integer('Part of a long one (default 1)', { min: 1 }),
    max_characters: maxCharacters,
  },
  run: async (_, input) => {
    const name = textIn(input, 'topic')
    if (name === undefined)
      return { text: [...referenceTopics().map((one) => `${one.name}\t${one.about}`), 'operation/ID\tInput of an operation'].join('\n') }
    const parts = partsOf(await (await topicNamed(name)).read(), budgetOf(input))
    const part = numberIn(input, 'part') ?? 1
    const shown = parts[part - 1]
    if (shown === undefined) throw usageError(`part: ${name} has ${parts.length}`)
    return { ...(parts.length > 1 && { head: `Part ${part} of ${parts.length}` }), text: shown, facts: { part, parts: parts.length } }
  },
}

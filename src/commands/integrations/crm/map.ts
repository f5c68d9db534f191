/** `crm map`: one command for the mappings of both systems, as the CRM in its place says. */
import { command, type TextForm } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { crmBlocks, crmEntities, crms } from '../../../contract/integrations/crm.ts'
import { mapCrmA, mapCrmB, type FieldSource } from '../../../contract/integrations/crm-mapping.ts'
import { choice, required } from '../../../contract/core/fields.ts'
import type { Input } from '../../../contract/core/operation.ts'
import { usageError } from '../../../errors.ts'
import { isOneOf } from '../../../text/is-one-of.ts'

/** What a person can give for either; the operation that is sent judges it. */
const either = {
  ...mapCrmB,
  summary: 'Map answers to what a CRM creates; what is not given stays',
  params: {
    ...mapCrmB.params,
    crm: required(choice(crms, 'CRM system')),
    entity: required(choice([...new Set([...crmEntities, ...crmBlocks])], 'What an answer creates')),
  },
  body: { ...mapCrmB.body, ...mapCrmA.body },
  rules: [],
}

function needOneOf<T extends string>(choices: readonly T[], name: string, given: string): T {
  if (isOneOf(choices, given)) return given
  throw usageError(`${name} must be one of ${choices.join(', ')}`)
}

const split = (text: string, flag: string, form: string): [name: string, value: string] => {
  const at = text.indexOf('=')
  if (at < 1) throw usageError(`"${text}" is not ${flag} ${form}`)
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

function readSource(text: string): [string, FieldSource] {
  const [name, source] = split(text, '--field', 'NAME=widget:UUID or NAME=text:VALUE')
  const [, kind, value = ''] = /^(widget|text):(.*)$/s.exec(source) ?? []
  if (kind === undefined) throw usageError(`"${text}" is not --field NAME=widget:UUID or NAME=text:VALUE`)
  return [name, kind === 'widget' ? { widget_id: value } : { static_value: value }]
}

/** Values by name; one empty text is the empty object. */
const entries = <T>(flag: string, placeholder: string, about: string, read: (text: string) => [string, T]): TextForm => ({
  flag,
  placeholder,
  about,
  read: (given) => (given.length === 1 && given[0] === '' ? {} : Object.fromEntries(given.map(read))),
})

const flags = {
  fields: entries(
    '--field',
    'NAME=SOURCE',
    'crm_b: field and what fills it, widget:UUID or text:VALUE (repeatable; replaces all)',
    readSource,
  ),
  bind: entries('--bind', 'FIELD=UUID', 'crm_a: field and the question that fills it (repeatable)', (text) =>
    split(text, '--bind', 'FIELD=UUID'),
  ),
} as const

async function map(context: Context, { crm, entity, id, ...values }: Input<typeof either>): Promise<void> {
  const operation = crm === 'crm_a' ? mapCrmA : mapCrmB
  const foreign = Object.keys(values).filter((name) => !Object.hasOwn(operation.body, name))
  if (foreign.length > 0) throw usageError(foreign.map((name) => `${name} is not for ${crm}`))
  if (Object.keys(values).length === 0) throw usageError('Nothing to map is given', 'See: surveyctl crm map --help')
  const result =
    crm === 'crm_a'
      ? await context.service.call(mapCrmA, { id, block: needOneOf(crmBlocks, 'block', entity), ...values })
      : await context.service.call(mapCrmB, { id, entity: needOneOf(crmEntities, 'entity', entity), ...values })
  const dropped = result.stage_dropped
  await context.show.done(
    result,
    [
      `Mapped answers of survey ${id} to ${entity} of ${crm}`,
      ...(dropped
        ? [`The stage ${typeof dropped === 'string' ? `"${dropped}" ` : ''}was dropped: it is not of the pipeline that is set now`]
        : []),
    ],
    id,
  )
}

export const mapCommand = command('map', either, {
  positionals: ['id', 'crm', 'entity'],
  flags,
  examples: [
    'crm map 42 crm_b lead --enabled --title-type Static --title-value "New answer" --field COMMENTS=text:Survey',
    'crm map 42 crm_a deal --active 101',
    'crm map 42 crm_b contact --file mapping.yaml',
  ],
  also: [mapCrmA],
  run: map,
})

import { group, ownCommand, sentBy, type Group } from '../../cli/command.ts'
import type { GroupOperations } from '../../cli/context.ts'
import { rightsOf, type AnyOperation } from '../../contract/core/operation.ts'
import type { Column } from '../../output/columns.ts'

/** What the tool knows of one operation of the service. */
const row = (operation: AnyOperation, commandName: string) => ({
  id: operation.id,
  method: operation.method,
  path: operation.path,
  command: commandName,
  summary: operation.summary,
  right: rightsOf(operation).join('+') || null,
  plan: operation.plan?.option ?? null,
  locked: operation.locks === true,
})

/** Every operation once, with the first command that reaches it; its own command before one that reaches it too. */
async function operationRows(groups: readonly GroupOperations[]): Promise<object[]> {
  const named = groups.flatMap(({ noun, commands }) =>
    commands.map((command) => ({ ...command, name: [noun, command.verb].filter(Boolean).join(' ') })),
  )
  const rows = new Map<string, object>()
  for (const { operation, name } of named) if (operation && !rows.has(operation.id)) rows.set(operation.id, row(operation, name))
  for (const { name, ...command } of named) for (const one of await sentBy(command)) if (!rows.has(one.id)) rows.set(one.id, row(one, name))
  return [...rows.values()]
}

const columns: Column[] = [
  { path: 'method', whole: true },
  'path',
  { path: 'command', whole: true },
  'right',
  'plan',
  { path: 'locked', as: 'yesno' },
]

export const operationGroup = (everyGroup: () => Promise<readonly GroupOperations[]>): Group =>
  group('operation', {
    summary: 'The operations of the service and their commands',
    aliases: ['operations'],
    commands: [
      ownCommand('list', {
        summary: 'List every operation with its command, right and plan option',
        aliases: ['ls'],
        columns,
        examples: ['operation list', 'operation list --jq \'.[] | select(.right == "settings") | .command\''],
        run: async (context) => context.show.rows([await operationRows(await everyGroup())], columns),
      }),
      ownCommand('openapi', {
        summary: 'Print all operations as an OpenAPI 3.1 document, for generators of clients and other tools',
        examples: ['operation openapi > openapi.json', "operation openapi --jq '.paths | keys[]'"],
        run: async (context) => {
          const { openApi } = await import('../../contract/openapi/document.ts')
          const document = openApi(context.settings.current.value('base_url') ?? '/api/v3')
          await (context.show.form.asDocument ? context.show.thing(document) : context.show.print(JSON.stringify(document, null, 2)))
        },
      }),
    ],
  })

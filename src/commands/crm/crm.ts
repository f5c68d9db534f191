import { command, group } from '../../cli/command.ts'
import * as crm from '../../contract/crm.ts'
import type { Input } from '../../contract/core/operation.ts'
import { CommandError } from '../../errors.ts'
import { directoryRows } from './directories.ts'
import { mapCommand } from './map.ts'

const folderFlag = { folder_id: '--folder' } as const
const directoryColumns = ['section', 'id', 'name', 'type', 'belongs_to']

const check = command('check', crm.checkCrm, {
  summary: 'Try the connection to a CRM; exits 1 when it fails',
  examples: ['crm check 42 crm_b'],
  run: async (context, input) => {
    const result = await context.call(crm.checkCrm, input)
    if (!result.connection_ok) {
      throw new CommandError(
        'refused',
        `${input.crm} of survey ${input.id} can't be reached${typeof result.message === 'string' ? `: ${result.message}` : ''}`,
        {
          details: result,
          retryable: true,
          hint: 'A CRM is connected in the cabinet',
        },
      )
    }
    await context.done(result, `${input.crm} of survey ${input.id} answers`)
  },
})

const fields = command('fields', crm.viewCrmFields, {
  columns: directoryColumns,
  examples: ['crm fields 42 crm_b', 'crm fields 42 crm_b --sections deal,pipelines --deal-category-id 1', 'crm fields 42 crm_a --json'],
  run: async (context, input) => {
    if (context.flags.json || context.flags.ndjson || context.flags.raw) return context.view(crm.viewCrmFields, input)
    const { directories } = await context.call(crm.viewCrmFields, input)
    await context.showRows([directoryRows(directories ?? {})], directoryColumns)
  },
})

const account = command('account', crm.viewCrmAccount, {
  columns: directoryColumns,
  examples: ['crm account', "crm account --jq '.pipelines[].name'"],
  run: async (context, input) => {
    if (context.flags.json || context.flags.ndjson || context.flags.raw) return context.view(crm.viewCrmAccount, input)
    const { status: _, ...directories } = await context.call(crm.viewCrmAccount, input)
    await context.showRows([directoryRows(directories)], directoryColumns)
  },
})

const settingsSet = command('settings-set', crm.setCrmSettings, {
  flags: { is_active: '--active' },
  examples: ['crm settings-set 42 --file crm-settings.yaml --active'],
  run: async (context, input) => {
    const result = await context.call(crm.setCrmSettings, input)
    await context.done(
      result,
      [`Replaced the crm_a settings of survey ${input.id}`, 'They were not checked. Checked against the CRM: surveyctl crm map'],
      input.id,
    )
  },
})

const toggled = (is_active: boolean) => ({
  fixed: { is_active },
  done: (_: unknown, { id, crm: system }: Input<typeof crm.toggleCrm>) =>
    `Answers of survey ${id} are ${is_active ? '' : 'no longer '}sent to ${system}`,
})

export const crmGroup = group('crm', 'CRM systems: connection, directories, field mapping', [
  command('view', crm.viewCrm, {
    columns: ['crm', { path: 'connected', as: 'yesno' }, { path: 'is_active', label: 'active', as: 'yesno' }],
    examples: ['crm view 42 crm_a'],
  }),
  command('enable', crm.toggleCrm, { summary: 'Send answers to a CRM', ...toggled(true), examples: ['crm enable 42 crm_a'] }),
  command('disable', crm.toggleCrm, { summary: 'Stop sending answers to a CRM', ...toggled(false), examples: ['crm disable 42 crm_a'] }),
  check,
  fields,
  mapCommand,
  account,
  command('lists', { ...crm.listCrmLists, rows: 'response.items' } as typeof crm.listCrmLists, {
    columns: ['id', 'name'],
    examples: ['crm lists'],
  }),
  command('quizzes', crm.listCrmQuizzes, {
    flags: folderFlag,
    columns: ['id', 'name', { path: 'crm_a_is_active', label: 'sent to crm_a', as: 'yesno' }, { path: 'folder.name', label: 'folder' }],
    examples: ['crm quizzes', 'crm quizzes --sort name --order asc'],
  }),
  command('settings', crm.viewCrmSettings, {
    columns: [
      { path: 'is_active', label: 'active', as: 'yesno' },
      { path: 'settings', as: 'json' },
    ],
    examples: ['crm settings 42'],
  }),
  settingsSet,
])

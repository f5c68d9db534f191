import { command, group } from '../../../cli/command.ts'
import * as crm from '../../../contract/integrations/crm.ts'
import type { Input } from '../../../contract/core/operation.ts'
import { CommandError } from '../../../errors.ts'
import { directoryRows } from './directories.ts'
import { mapCommand } from './map.ts'

const folderFlag = { folder_id: '--folder' } as const
const directoryColumns = ['section', 'id', 'name', 'type', 'belongs_to']

const check = command('check', crm.checkCrm, {
  summary: 'Test the connection to a CRM; exits 1 when it fails',
  examples: ['crm check 42 crm_b'],
  run: async (context, input) => {
    const result = await context.service.call(crm.checkCrm, input)
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
    await context.show.done(result, `${input.crm} of survey ${input.id} answers`)
  },
})

const fields = command('fields', crm.viewCrmFields, {
  columns: directoryColumns,
  examples: ['crm fields 42 crm_b', 'crm fields 42 crm_b --sections deal,pipelines --deal-category-id 1', 'crm fields 42 crm_a --json'],
  run: async (context, input) => {
    if (context.show.form.asData) return context.show.view(crm.viewCrmFields, input)
    const { directories } = await context.service.call(crm.viewCrmFields, input)
    await context.show.rows([directoryRows(directories ?? {})], directoryColumns)
  },
})

const account = command('account', crm.viewCrmAccount, {
  columns: directoryColumns,
  examples: ['crm account', "crm account --jq '.pipelines[].name'"],
  run: async (context, input) => {
    if (context.show.form.asData) return context.show.view(crm.viewCrmAccount, input)
    const { status: _, ...directories } = await context.service.call(crm.viewCrmAccount, input)
    await context.show.rows([directoryRows(directories)], directoryColumns)
  },
})

const settingsSet = command('settings-set', crm.setCrmSettings, {
  shows: 'crm settings {id}',
  flags: { is_active: '--active' },
  examples: ['crm settings-set 42 --file crm-settings.yaml --active'],
  done: (_, { id }) => [`Replaced the crm_a settings of survey ${id}`, 'They were not checked. Checked against the CRM: surveyctl crm map'],
})

/** Its types stay the operation's own: where the rows are is only for the engine. */
const catalogues: typeof crm.listCrmLists = { ...crm.listCrmLists, rows: 'response.items' }

const toggled = (is_active: boolean) => ({
  fixed: { is_active },
  done: (_: unknown, { id, crm: system }: Input<typeof crm.toggleCrm>) =>
    `Answers of survey ${id} are ${is_active ? '' : 'no longer '}sent to ${system}`,
})

const directories = 'To see what the CRM has: surveyctl crm fields {id} {crm}'

export const crmGroup = group('crm', {
  summary: 'CRM systems: connection, directories, field mapping',
  shows: 'crm view {id} {crm}',
  refusals: {
    connection_lost: {
      says: '{it}: the connection to the CRM is lost: its access was revoked',
      hint: 'It is connected again in the account cabinet',
    },
    toggle_failed: { says: '{it} could not be switched', hint: 'To see the state: surveyctl crm view {id} {crm}' },
    directories_failed: {
      says: '{it}: the CRM did not return its directories',
      hint: 'Try again; to test the connection: surveyctl crm check {id} {crm}',
    },
    directories_unavailable: {
      says: '{it}: the directories of the CRM cannot be read now; nothing was written',
      hint: 'Try again; to test the connection: surveyctl crm check {id} {crm}',
    },
    pipeline_unknown: { says: '{it}: the CRM has no such pipeline', hint: directories },
    status_mismatch: { says: '{it}: a status does not belong to its pipeline', hint: directories },
    field_unknown: { says: '{it}: the CRM has no such field', hint: directories },
    bind_not_widget: {
      says: '{it}: a field is bound to something that is no question of the survey',
      hint: 'The questions: surveyctl quiz view {id} --json',
    },
    subtype_without_bind: {
      says: '{it}: a subtype is given for a field that is not bound',
      hint: 'Bind the field too: --bind FIELD=UUID',
    },
    user_unknown: { says: '{it}: the CRM has no such user', hint: directories },
    title_empty: { says: '{it}: a title is empty' },
    unknown_crm: { says: 'There is no such CRM', hint: 'There are crm_a and crm_b' },
    unknown_entity: { says: 'There is no such entity', hint: 'There are lead, contact, company and deal' },
    unknown_block: { says: 'There is no such block', hint: 'There are deal, list and task' },
    field_ambiguous: { says: '{it}: a field has both a question and a text', hint: 'Give one of them: widget:UUID or text:VALUE' },
    field_empty: { says: '{it}: a field has neither a question nor a text', hint: 'Give one of them: widget:UUID or text:VALUE' },
    stage_mismatch: {
      says: '{it}: the stage does not belong to the pipeline',
      hint: 'In the default pipeline a stage does not begin with C, in pipeline N it begins with CN:',
    },
    stage_deal_only: { says: '{it}: only a deal has a stage' },
  },
  commands: [
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
    command('lists', catalogues, {
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
  ],
})

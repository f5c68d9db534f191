import { command, group } from '../../cli/command.ts'
import { changeSource, viewPartner } from '../../contract/account/partner.ts'
import { toCopy } from '../../text/to-copy.ts'
import { newFlag, refuseSecond } from '../second-of-a-name.ts'

export const partnerGroup = group('partner', {
  summary: 'The partner program',
  shows: 'partner view',
  commands: [
    command('view', viewPartner, {
      flags: { date_from: '--from', date_to: '--to', source_id: '--source' },
      columns: [
        { path: 'registrations.total', label: 'registered' },
        { path: 'registrations.returned', label: 'shown here' },
        { path: 'balance.available', label: 'balance' },
        'balance.unconfirmed',
        { path: 'accruals', value: ({ accruals }) => (Array.isArray(accruals) ? accruals.length : undefined) },
        {
          path: 'sources',
          label: 'labels',
          value: ({ sources }) => sources?.map(({ id, name }: { id?: number; name?: string }) => `${id} ${name ?? ''}`).join(', '),
        },
      ],
      examples: ['partner view', 'partner view --from 2026-01-01 --to 2026-06-30 --source 1 --json'],
    }),
    command('source-create', changeSource, {
      summary: 'Create a label; without a name it gets the first free number',
      positionals: ['[name]'],
      fixed: { action: 'create' },
      extra: { new: newFlag },
      also: [viewPartner],
      run: async (context, input, { new: isNew }) => {
        const { name } = input
        const instead = (id: string): string => toCopy`To rename it: surveyctl partner source-rename ${id}`
        if (name !== undefined)
          await refuseSecond(context, { what: 'label', name, isNew, instead }, async (call) => (await call(viewPartner, {})).sources ?? [])
        const result = await context.service.call(changeSource, input)
        await context.show.done(result, `Created label ${result.source_id ?? ''} "${result.name ?? name ?? ''}"`, result.source_id)
      },
      examples: ['partner source-create "Autumn letter"', 'partner source-create'],
    }),
    command('source-rename', changeSource, {
      summary: 'Rename a label',
      positionals: ['source_id', 'name'],
      fixed: { action: 'rename' },
      done: (_, { source_id, name }) => `Renamed label ${source_id} to "${name}"`,
      examples: ['partner source-rename 1 "Spring letter"'],
    }),
    command('source-delete', changeSource, {
      summary: 'Delete a label',
      positionals: ['source_id'],
      fixed: { action: 'delete' },
      confirm: ({ source_id }) => `Delete label ${source_id}?`,
      done: (_, { source_id }) => `Deleted label ${source_id}`,
      examples: ['partner source-delete 1 --yes'],
    }),
  ],
})

import { command, group } from '../../cli/command.ts'
import { createScheduler, deleteScheduler, duplicateScheduler, editScheduler, listSchedulers } from '../../contract/account/scheduler.ts'
import { toCopy } from '../../text/to-copy.ts'
import { newFlag, refuseSecond } from '../second-of-a-name.ts'
import { rowWith, titled, detailLine } from '../confirm-details.ts'

const weekly = `--weekly '{"mon":[{"from":"09:00","to":"18:00"}]}'`

export const schedulerGroup = group('scheduler', {
  summary: 'Meeting schedulers',
  aliases: ['schedulers'],
  shows: 'scheduler list',
  commands: [
    command('list', listSchedulers, {
      aliases: ['ls'],
      columns: [
        'id',
        'name',
        { path: 'is_active', label: 'active', as: 'yesno' },
        { path: 'schedule_mode', label: 'mode' },
        { path: 'slot_duration', label: 'minutes' },
        'timezone',
        { path: 'confirmation_mode', label: 'confirmation' },
      ],
      examples: ['scheduler list', "scheduler list --jq '.[] | select(.id == 1).weekly'"],
    }),
    command('create', createScheduler, {
      extra: { new: newFlag },
      also: [listSchedulers],
      run: async (context, input, { new: isNew }) => {
        const { name, workspace_id } = input
        const wanted = { what: 'scheduler', name, isNew, instead: (id: string) => toCopy`To change it: surveyctl scheduler edit ${id}` }
        await refuseSecond(context, wanted, async (call) => (await call(listSchedulers, { workspace_id })).items)
        const result = await context.service.call(createScheduler, input)
        await context.show.done(result, `Created scheduler ${result.scheduler_id} "${name}"`, result.scheduler_id)
      },
      examples: [
        `scheduler create --name Visits --color '#3366FF' --schedule-mode weekly --timezone Europe/Berlin --slot-duration 30 ${weekly}`,
        'scheduler create --file scheduler.yaml --name Visits',
      ],
    }),
    command('edit', editScheduler, {
      done: (_, { schedulerId, workspace_id: _workspace, ...given }) =>
        `Changed ${Object.keys(given).join(', ')} of scheduler ${schedulerId}`,
      examples: ['scheduler edit 1 --slot-duration 45 --buffer-after 15', 'scheduler edit 1 --no-is-active'],
    }),
    command('duplicate', duplicateScheduler, {
      aliases: ['copy'],
      done: ({ scheduler_id }, { schedulerId }) => `Copied scheduler ${schedulerId} to ${scheduler_id}`,
      examples: ['scheduler duplicate 1'],
    }),
    command('delete', deleteScheduler, {
      aliases: ['rm'],
      confirm: ({ schedulerId }) => `Delete scheduler ${schedulerId} with its bookings and blocks?`,
      confirmDetails: async (context, { workspace_id, schedulerId }) => {
        const { name, is_active } = await rowWith(context, listSchedulers, { workspace_id }, schedulerId)
        return detailLine(titled('Scheduler', schedulerId, name), is_active === true && 'can be booked now', 'cannot be brought back')
      },
      done: (_, { schedulerId }) => `Deleted scheduler ${schedulerId}`,
      examples: ['scheduler delete 1 --yes'],
    }),
  ],
})

import { command, group } from '../../cli/command.ts'
import { viewAccess } from '../../contract/account/member.ts'
import { foldersColumn, rightsAt } from './role.ts'

export const memberGroup = group('member', {
  summary: 'Participants of the account',
  aliases: ['members'],
  refusals: {
    member_already: { says: 'The participant already has access' },
    member_not_in_folder: { says: 'The participant has no access to the folder' },
    self_remove: { says: 'Nobody can take the access from themselves' },
  },
  commands: [
    command('access', viewAccess, {
      columns: [
        { path: 'member_id', label: 'participant' },
        'name',
        { path: 'is_owner', label: 'owner', as: 'yesno' },
        { path: 'role_id', label: 'role' },
        { path: 'permissions', label: 'allowed', value: ({ permissions }) => rightsAt(permissions, 'allowed').join(', ') },
        { path: 'partially', value: ({ permissions }) => rightsAt(permissions, 'partially').join(', ') },
        foldersColumn,
      ],
      examples: ['member access 2', 'member access 5 --json'],
    }),
  ],
})

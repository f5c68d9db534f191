import { command, group } from '../../cli/command.ts'
import { viewAccess } from '../../contract/account/member.ts'
import { isObject } from '../../text/is-object.ts'

/** The rights of this level. */
const rightsAt = (permissions: unknown, level: string): string =>
  Object.entries(isObject(permissions) ? permissions : {})
    .filter(([, value]) => value === level)
    .map(([right]) => right)
    .join(', ')

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
        { path: 'permissions', label: 'allowed', value: ({ permissions }) => rightsAt(permissions, 'allowed') },
        { path: 'partially', value: ({ permissions }) => rightsAt(permissions, 'partially') },
        {
          path: 'folder_permissions',
          label: 'folders',
          value: ({ folder_permissions: folders }) =>
            folders?.map((one: { folder_id: number; permissions: string }) => `${one.folder_id} ${one.permissions}`).join(', '),
        },
      ],
      examples: ['member access 2', 'member access 5 --json'],
    }),
  ],
})

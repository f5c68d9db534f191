import { command, group } from '../../cli/command.ts'
import { listRoles, setRole } from '../../contract/account/role.ts'
import type { Column } from '../../output/columns.ts'
import { isObject } from '../../text/is-object.ts'
import { counted } from '../../text/counted.ts'

/** The rights of this level. */
export const rightsAt = (permissions: unknown, level: string): string[] =>
  Object.entries(isObject(permissions) ? permissions : {}).flatMap(([right, value]) => (value === level ? [right] : []))

export const foldersColumn: Column = {
  path: 'folder_permissions',
  label: 'folders',
  value: ({ folder_permissions: folders }) =>
    folders?.map((one: { folder_id: number; permissions: string }) => `${one.folder_id} ${one.permissions}`).join(', '),
}

export const roleGroup = group('role', {
  summary: 'Roles of participants',
  aliases: ['roles'],
  shows: 'role list',
  commands: [
    command('list', listRoles, {
      aliases: ['ls'],
      columns: [
        'id',
        'name',
        { path: 'members_count', label: 'participants' },
        { path: 'permissions', label: 'rights allowed', value: ({ permissions }) => rightsAt(permissions, 'allowed').length },
        foldersColumn,
      ],
      examples: ['role list', "role list --jq '.[] | select(.id == 2) | {permissions, folder_permissions}'"],
    }),
    command('set', setRole, {
      positionals: ['role_id'],
      done: (_, { role_id, permissions, folder_permissions }) => [
        `Role ${role_id} has ${counted(rightsAt(permissions, 'allowed').length, 'right')} allowed${folder_permissions ? ` and permissions for ${counted(folder_permissions.length, 'folder')}` : ''}`,
        'Rights that were not named are forbidden now',
      ],
      examples: [
        `role set 2 --permissions '{"view_results":"allowed"}' --folder-permissions '[{"folder_id":2,"permissions":"allowed"}]'`,
        'role set 2 --file role.yaml',
      ],
    }),
  ],
})

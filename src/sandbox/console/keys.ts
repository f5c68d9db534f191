/** The page of API keys that aren't revoked, with their members. */
import { html, type Html } from '../pages/html.ts'
import { chip, copied, timeOf } from './frame.ts'
import type { ConsolePage, ConsoleParts } from './page.ts'
import type { Permissions } from '../store/entities.ts'
import { row, table, type TableColumn } from './table.ts'

interface Key {
  key: string
  created_at: string
  workspace_id: number
  member: string
  is_owner: number
  permissions: string
  role: string | null
}

const rowsOf = ({ service }: ConsoleParts): Key[] =>
  service.store.all<Key>(
    `select api_key.key, api_key.created_at, api_key.workspace_id, member.name as member, member.is_owner, member.permissions, role.name as role
    from api_key join member on member.id = api_key.member_id left join role on role.id = member.role_id
    where api_key.revoked_at is null order by api_key.workspace_id, member.is_owner desc, api_key.created_at`,
  )

/** A participant's role, and the rights that were given to them by name. */
function rights({ permissions, role }: Key): Html {
  const named: Permissions = JSON.parse(permissions)
  const given = Object.entries(named).filter(([, permission]) => permission !== 'forbidden')
  return html`${role && html`${role} `}<span class="soft"
      >${given.map(([right, permission]) => (permission === 'allowed' ? right : `${right} (${permission})`)).join(', ') || (role ? '' : 'none')}</span
    >`
}

const columns: readonly TableColumn[] = [{ label: 'Member', kind: 'name' }, { label: 'Key' }, { label: 'Rights' }, { label: 'Created' }]

const rowOf = (key: Key): Html =>
  row(columns, [
    html`${key.member}<br /><span class="soft">workspace ${key.workspace_id}</span>`,
    copied(`the key of ${key.member}`, key.key),
    key.is_owner ? chip('good', 'all rights') : rights(key),
    timeOf(key.created_at),
  ])

export const keys: ConsolePage = {
  title: 'Keys',
  body: (parts) =>
    html`${table('Keys', columns, rowsOf(parts).map(rowOf))}
      <p class="soft">
        To add one: <code>surveyctl sandbox key owner</code>, or <code>surveyctl sandbox key participant --right view_results=allowed</code>
      </p>`,
}

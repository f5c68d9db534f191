/** Keys that are in force, and whose they are. */
import { html, type Html } from '../respondent/html.ts'
import { chip, copied, timeOf } from './frame.ts'
import type { ConsolePage, ConsoleParts } from './page.ts'
import { row, table, type Column } from './table.ts'

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

/** What the owner allowed by name; the rest is the role's. */
function rights({ permissions, role }: Key): Html {
  const given = Object.entries(JSON.parse(permissions) as Record<string, string>).filter(([, permission]) => permission !== 'forbidden')
  return html`${role && html`${role} `}<span class="soft"
      >${given.map(([right, permission]) => (permission === 'allowed' ? right : `${right} (${permission})`)).join(', ') || (role ? '' : 'nothing')}</span
    >`
}

const columns: readonly Column[] = [{ label: 'Whose', kind: 'name' }, { label: 'Key' }, { label: 'May' }, { label: 'Issued' }]

const rowOf = (key: Key): Html =>
  row(columns, [
    html`${key.member}<br /><span class="soft">workspace ${key.workspace_id}</span>`,
    copied(`the key of ${key.member}`, key.key),
    key.is_owner ? chip('good', 'everything') : rights(key),
    timeOf(key.created_at),
  ])

export const keys: ConsolePage = {
  title: 'Keys',
  body: (parts) =>
    html`${table('Keys in force', columns, rowsOf(parts).map(rowOf))}
      <p class="soft">
        One more: <code>surveyctl sandbox key owner</code>, or <code>surveyctl sandbox key participant --right view_results=allowed</code>
      </p>`,
}

/** The start page: how to reach the service, and the surveys with their links and counts. */
import { html, raw, type Html } from '../pages/html.ts'
import { previewUrl, sharedUrl } from '../store/surveys/quiz.ts'
import { chip, copied, timeOf } from './frame.ts'
import type { ConsolePage, ConsoleParts } from './page.ts'
import { row, table, type TableColumn } from './table.ts'

interface Quiz {
  id: number
  name: string
  virtual_id: string
  preview_key: string
  folder: string
  account: string
  is_published: number
  has_changes: number
  archive_at: string | null
  campaign: string | null
  complete: number
  incomplete: number
  latest: string | null
}

const rowsOf = ({ service }: ConsoleParts): Quiz[] =>
  service.store.all<Quiz>(
    `select quiz.id, quiz.name, quiz.virtual_id, quiz.preview_key, folder.name as folder, workspace.name as account, quiz.published is not null as is_published,
      quiz.published is not quiz.draft as has_changes, quiz.archive_at, quiz.campaign, coalesce(complete, 0) as complete,
      coalesce(incomplete, 0) as incomplete, latest
    from quiz join folder on folder.id = quiz.folder_id join workspace on workspace.id = quiz.workspace_id
    left join (
      select quiz_id, sum(is_complete) as complete, sum(not is_complete) as incomplete, max(date_start) as latest
      from answer where not is_deleted group by quiz_id
    ) counted on counted.quiz_id = quiz.id
    where quiz.deleted_at is null and workspace.id > 0 order by workspace.id, quiz.archive_at is not null, quiz.updated_at desc, quiz.id desc`,
  )

const stateOf = (row: Quiz): Html[] => [
  row.archive_at !== null ? chip('soft', 'Archived') : !row.is_published ? chip('soft', 'Draft') : chip('good', 'Published'),
  ...(row.is_published && row.has_changes && row.archive_at === null ? [chip('wait', 'Unpublished changes')] : []),
  ...(row.campaign ? [chip('bad', 'Locked')] : []),
]

function linksOf({ service }: ConsoleParts, row: Quiz): Html {
  const name = html`<span class="unseen"> of ${row.name}</span>`
  const open = row.is_published === 1 && row.archive_at === null
  return html`<span class="links">
    ${open && html`<a href="${sharedUrl(service, row)}" target="_blank" rel="noopener">Page${name}</a>`}
    ${row.archive_at === null && html`<a href="${previewUrl(service, row)}" target="_blank" rel="noopener">Preview${name}</a>`}
  </span>`
}

const columns: readonly TableColumn[] = [
  { label: 'Survey', kind: 'name' },
  { label: 'State' },
  { label: 'Complete', kind: 'number' },
  { label: 'Incomplete', kind: 'number' },
  { label: 'Latest answer' },
  { label: 'Open' },
]

function items(parts: ConsoleParts): Html {
  const rows = rowsOf(parts)
  const several = new Set(rows.map(({ account }) => account)).size > 1
  return html`${rows.map((quiz) =>
    row(
      columns,
      [
        html`${quiz.name}<br /><span class="soft">${quiz.id} · ${several && `${quiz.account} · `}${quiz.folder}</span>`,
        stateOf(quiz).map((state, index) => [index > 0 && raw(' '), state]),
        quiz.complete,
        quiz.incomplete,
        quiz.latest === null ? html`<span class="soft">none yet</span>` : timeOf(quiz.latest),
        linksOf(parts, quiz),
      ],
      { key: quiz.id, state: JSON.stringify(quiz) },
    ),
  )}`
}

function access({ info }: ConsoleParts): Html {
  const { base_url, api_key, workspace_id } = info()
  return html`<section class="card" aria-labelledby="access">
    <h2 id="access" class="unseen">Access</h2>
    <dl class="facts">
      <dt>Service</dt>
      <dd>${copied('the address of the service', base_url)}</dd>
      <dt>Key</dt>
      <dd>${copied('the key of the owner', api_key)}</dd>
      <dt>Workspace</dt>
      <dd>${copied('the workspace', workspace_id)}</dd>
    </dl>
  </section>`
}

export const surveys: ConsolePage = {
  title: 'Surveys',
  live: items,
  body: (parts) => html`${access(parts)} ${table('Surveys', columns, items(parts), { live: true })}`,
}

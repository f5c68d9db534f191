/**
 * A demo account of which a participant sees one folder. Whatever is hidden has the marker in its words and 734 before its id;
 * `more` hides more of everything. What the participant may see is the same either way.
 */
import type { RunningSandbox } from '../support/sandbox.ts'
import { startSandbox } from '../support/sandbox.ts'

export const marker = 'Zq7hidden'
/** A survey of the open folder, one like it of a hidden folder, one that was never there. */
export const quizzes = { own: 5042, hidden: 7_340_042, unknown: 7_349_999 } as const
export const folders = { own: 3, hidden: 7_340_002, unknown: 7_349_998 } as const
/** The open folder's things are the demo's, with this added to their ids. */
const copied = 500

export interface World {
  sandbox: RunningSandbox
  key: string
}

export async function twoFolders(more: boolean): Promise<World> {
  const sandbox = await startSandbox({ seed: 'demo' })
  const { store } = sandbox.service
  // Deliveries to the outside would end at different times.
  store.run("update record set data = replace(data, '\"is_active\":true', '\"is_active\":false') where kind = 'webhook'")
  await sandbox.control('answer', { quiz: 42, count: 3, seed: 1 })
  await sandbox.service.write(() => {
    if (more) hideMore(sandbox)
    hideDemo(sandbox)
    copyOut(sandbox)
    sameFromHere(sandbox)
  })
  await sandbox.control('plan set', {
    change: {
      'limits.quizzes': 1000,
      'limits.answers': 100_000,
      'limits.disk_bytes': 10_000_000,
      'limits.recipients': 900,
      'limits.ai_reports': 1,
    },
  })
  return { sandbox, key: await sandbox.participant({}, { all: true, role_id: 2 }) }
}

/** Eleven surveys, three of them templates, with favourites, answers, a folder, files, mailings and reports of their own. */
function hideMore({ service: { store } }: RunningSandbox): void {
  store.run(
    "insert into folder (id, workspace_id, user_id, name, pos, is_default, created_at, updated_at) values (8, 7, 1, 'Third', -1, 0, '2026-01-01', '2026-01-01')",
  )
  for (let index = 0; index < 11; index++) {
    const id = 70 + index
    store.run(
      `insert into quiz select ${id}, workspace_id, ${index % 2 ? 2 : 8}, member_id, type, 'more${index}', name || ${index}, notes, draft, published,
        version_id, ${index < 3 ? 1 : 0}, campaign, promo_list_id, ai_quiz_job, created_at, updated_at, published_at, ${index < 5 ? 'null' : 'created_at'}, deleted_at, 'more${index}'
        from quiz where id = 42`,
    )
  }
  store.run('update record set quiz_id = 70 where kind = ? and key = ?', 'crm', 'crm_a')
  store.run("delete from record where kind = 'crm' and key = 'crm_a'")
  for (const kind of ['ai_report', 'smtp_log', 'mailing_campaign', 'mailing_template', 'contact_list', 'favorite'])
    store.run(
      'insert into record select kind, id + 60, workspace_id, 70, key, data from record where kind = ? and (quiz_id = 42 or data like ?)',
      kind,
      '%"source_quiz_id":42%',
    )
  store.run('update answer set date_end = date_start where quiz_id = 42')
  store.run('delete from answer where quiz_id = 46')
}

/** Everything of the demo but folder 3, under other ids and names. */
function hideDemo({ service: { store } }: RunningSandbox): void {
  store.run(
    "insert into file values ('7340aaaa-0000-4000-8000-000000000000', 7, 42, ?, 'image/png', 20000000 + (select count(*) from quiz), 'media', '2026-01-01')",
    `${marker}.png`,
  )
  // A favourite's survey stands in its data.
  store.run("update record set data = replace(data, '\"source_quiz_id\":42', '\"source_quiz_id\":7340042') where kind = 'favorite'")
  store.run("update record set data = replace(data, 'Stars', ?) where kind = 'favorite' and data like '%7340042%'", `${marker} Stars`)
  for (const kind of ['webhook', 'mailing_campaign', 'mailing_template', 'contact_list'])
    for (const field of ['title', 'name', 'subject'])
      store.run(`update record set data = replace(data, '"${field}":"', '"${field}":"${marker} ') where kind = ?`, kind)
  store.run("update record set data = replace(data, 'Spring', ?) where kind = 'smtp_log'", `${marker} Spring`)
  for (const table of ['version', 'password', 'answer', 'record', 'file'])
    store.run(`update ${table} set quiz_id = quiz_id + 7340000 where quiz_id is not null`)
  for (const column of ['draft', 'published'])
    store.run(`update quiz set ${column} = replace(${column}, '"title":"', '"title":"${marker} ') where workspace_id = 7`)
  store.run(
    `update quiz set id = id + 7340000, name = '${marker} ' || name, folder_id = folder_id + 7340000, virtual_id = '${marker}' || id where workspace_id = 7`,
  )
  store.run(`update folder set id = id + 7340000, name = '${marker} ' || name where id <> 3`)
  store.run(
    'update role set folder_permissions = (select json_group_array(json_object(?, id, ?, case id when 3 then ? else ? end)) from folder) where id = 2',
    'folder_id',
    'permissions',
    'allowed',
    'forbidden',
  )
}

/** The open folder has a survey with all that the hidden one has, but an AI report, files and crm_a. */
function copyOut({ service: { store } }: RunningSandbox): void {
  store.run(
    `insert into quiz select 5042, workspace_id, 3, member_id, type, 'own42', 'Own', notes, replace(draft, '${marker} ', ''), replace(published, '${marker} ', ''),
      version_id + ${copied}, 1, campaign, promo_list_id, ai_quiz_job, created_at, updated_at, published_at, archive_at, deleted_at, 'own' from quiz where id = 7340042`,
  )
  store.run(`insert into version select id + ${copied}, 5042, number, content, member_id, created_at from version where quiz_id = 7340042`)
  store.run(`insert into password select id + ${copied}, 5042, number, digest, created_at from password where quiz_id = 7340046`)
  store.run(
    `insert into answer select id + 9000, 5042, 'own' || token, version_id + ${copied}, date_start, date_start, is_complete, is_screenout, is_deleted,
      ip_address, user_agent, device, "values", hidden, score, null, updated_at from answer where quiz_id = 7340042 and id < 200`,
  )
  store.run(
    `insert into record select kind, id + ${copied}, workspace_id, 5042, case when kind = 'webhook_log' then cast(key + ${copied} as text) else key end,
      replace(data, '${marker} ', '') from record
      where quiz_id = 7340042 and kind not in ('ai_report', 'smtp_log', 'mailing_campaign', 'mailing_template', 'contact_list', 'contact', 'mailing_recipient', 'favorite')
        and not (kind = 'crm' and key = 'crm_a')`,
  )
}

/** New things have the same ids whatever is hidden. */
function sameFromHere({ service: { store } }: RunningSandbox): void {
  store.run('update sqlite_sequence set seq = 20000')
  store.run('update sqlite_sequence set seq = 8000000 where name in (?, ?)', 'quiz', 'folder')
  store.run('update sequence set last = 9000')
}

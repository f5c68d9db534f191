import { command, group } from '../../cli/command.ts'
import type { Context } from '../../cli/context.ts'
import { readDuration } from '../../cli/duration.ts'
import type { Input } from '../../contract/core/operation.ts'
import * as quiz from '../../contract/quiz.ts'
import { createFromTemplate, generateQuiz } from '../../contract/template.ts'
import { listVersions } from '../../contract/version.ts'
import { CommandError, usageError } from '../../errors.ts'
import { surveyStakes } from '../stakes.ts'
import { check } from './check.ts'
import { example, schema } from './example.ts'
import { poll } from '../../cli/poll.ts'
import type { Column } from '../../output/columns.ts'
import { conditions, edit, exportCommand, save, undo } from './draft.ts'

const folderFlag = { folder_id: '--folder' } as const
const listColumns = [
  'id',
  'name',
  { path: 'is_published', label: 'published', as: 'yesno' },
  'type',
  { path: 'folder.name', label: 'folder' },
  { path: 'url_shared', label: 'address' },
] as const satisfies Column[]
const archivedColumns = [
  'id',
  'name',
  { path: 'is_published', label: 'published', as: 'yesno' },
  { path: 'folder.name', label: 'folder' },
  { path: 'archive_at', label: 'archived', as: 'time' },
] as const satisfies Column[]

const detail: Column[] = [
  'id',
  'name',
  'type',
  { path: 'is_published', label: 'published', as: 'yesno' },
  { path: 'url_shared', label: 'address' },
  { path: 'url_preview', label: 'preview' },
  { path: 'folder.name', label: 'folder' },
  { path: 'answer_count', label: 'answers' },
  { path: 'widgets', label: 'questions', value: (row) => row.widgets?.ids?.length },
  {
    path: 'editing_lock',
    label: 'locked by',
    value: (row) => row.editing_lock?.campaign && `${row.editing_lock.campaign.title} (${row.editing_lock.campaign.status})`,
  },
  { path: 'ai_quiz_job.status', label: 'AI build' },
  'virtual_id',
  { path: 'created_at', label: 'created', as: 'time' },
  { path: 'updated_at', label: 'updated', as: 'time' },
  { path: 'archive_at', label: 'archived', as: 'time' },
]

const named = (id: number, name: string | null | undefined): string => (name ? `survey ${id} "${name}"` : `survey ${id}`)

/** Name and language are requests of their own; when one fails the survey is there all the same, and its id must not be lost. */
async function createNamed(
  context: Context,
  input: Input<typeof quiz.createQuiz>,
  name: string | undefined,
  lang: 'ru' | 'en' | undefined,
): Promise<void> {
  const created = await context.call(quiz.createQuiz, input)
  const { id } = created
  let lacking = 'its name'
  try {
    if (name !== undefined) await context.call(quiz.renameQuiz, { id, name })
    lacking = 'its language'
    if (lang !== undefined) await context.call(quiz.setQuiz, { id, lang })
  } catch (error) {
    await context.done(created, `Created survey ${id}, without ${lacking}`, id)
    throw error
  }
  const called = name === undefined ? '' : ` "${name}"`
  await context.done(
    { ...created, ...(name !== undefined && { name }) },
    `Created survey ${id}${called} · ${created.url_preview ?? ''}`,
    id,
  )
}

const create = command(
  'create',
  quiz.createQuiz,
  {
    shows: 'quiz list --sort created_at --limit 10',
    flags: folderFlag,
    extra: {
      name: { flag: '--name <text>', about: 'Name of the survey' },
      lang: { flag: '--lang <language>', about: 'Language of buttons and messages', choices: ['ru', 'en'] },
      template: { flag: '--template <id>', about: 'Start from this template (see: template list)' },
    },
    examples: ['quiz create --folder 2 --name "Visitors 2026"', 'quiz create --folder 2 --template 1 --json'],
    summary: 'Create a survey, empty or from a template',
    run: async (context, { folder_id }, { name, lang, template }) => {
      if (name === '') throw usageError('--name must not be empty')
      if (template !== undefined && lang !== undefined)
        throw usageError('--lang cannot be given together with --template, which has its language')
      if (template === undefined) return createNamed(context, { folder_id }, name, lang)
      if (!/^[1-9]\d*$/.test(template)) throw usageError('--template must be the id of a template')
      const created = await context.call(createFromTemplate, { folder_id, template_id: Number(template), ...(name && { name }) })
      const id = created.id ?? created.quiz_id
      await context.done(
        created,
        [`Created survey ${id ?? ''} from template ${template}`, `It is a draft. To publish it: surveyctl quiz publish ${id ?? ''}`],
        id,
      )
    },
  },
  [quiz.renameQuiz, quiz.setQuiz, createFromTemplate],
)

/** Follows the AI's work until it has ended. */
async function awaitBuild(context: Context, id: number): Promise<void> {
  const finished = await poll(
    context,
    async () => {
      const { ai_quiz_job: job, ...rest } = await context.call(quiz.viewQuiz, { id })
      return !job || !['pending', 'queued', 'processing', 'running', 'in_progress'].includes(job.status ?? '')
        ? { job, ...rest }
        : undefined
    },
    { every: 1000 },
  )
  if (finished?.job?.status && /fail|error|refus/.test(finished.job.status))
    throw new CommandError('refused', `The build of survey ${id} ended with "${finished.job.status}"`, { details: finished.job })
  await context.done(finished, `Built survey ${id} with ${finished?.widgets?.ids.length ?? 0} screens`, id)
}

const generate = command('generate', generateQuiz, {
  shows: 'quiz list --sort created_at --limit 10',
  summary: 'Have the AI build a survey from a description',
  flags: folderFlag,
  extra: { wait: { flag: '--wait', about: 'Wait until the questions are there' } },
  examples: ['quiz generate --folder 2 --prompt "A survey of 5 questions about a museum visit" --wait'],
  run: async (context, input, { wait }) => {
    const started = await context.call(generateQuiz, input)
    if (wait && !context.flags.dryRun) return awaitBuild(context, started.quiz_id)
    await context.done(
      started,
      [
        `Started building survey ${started.quiz_id} (${started.ai_status ?? 'pending'})`,
        `To see how far it is: surveyctl quiz view ${started.quiz_id}`,
      ],
      started.quiz_id,
    )
  },
})

const list = command(
  'list',
  quiz.listQuizzes,
  {
    aliases: ['ls'],
    flags: folderFlag,
    extra: { archived: { flag: '--archived', about: 'Archived surveys instead' } },
    columns: listColumns,
    examples: ['quiz list', 'quiz list --folder 2 --sort name --order asc --limit 20', "quiz list --archived --jq '.[].id'"],
    run: (context, input, { archived }) => {
      if (!archived) return context.list(quiz.listQuizzes, input, listColumns)
      if (Object.keys(input).length > 0 || context.flags.limit || context.flags.offset) {
        throw usageError('--archived lists all archived surveys: it takes no --folder, --sort, --order, --limit or --offset')
      }
      return context.list(quiz.listArchivedQuizzes, {}, archivedColumns)
    },
  },
  [quiz.listArchivedQuizzes],
)

const view = command('view', quiz.viewQuiz, {
  columns: detail,
  extra: { web: { flag: '--web', about: 'Open its page in the browser' } },
  examples: ['quiz view 42', 'quiz view 42 --json --fields id,name,is_published'],
  run: async (context, input, { web }) => {
    if (!web) return context.view(quiz.viewQuiz, input, detail)
    const { url_shared, url_preview, is_published, type } = await context.call(quiz.viewQuiz, input)
    const address = is_published ? url_shared : url_preview
    // A card inside of other pages: its addresses are internal.
    if (!address || type === 'micro') throw new CommandError('refused', `Survey ${input.id} has no page of its own`)
    await context.open(address)
  },
})

const embed = command('embed', quiz.viewQuiz, {
  summary: 'Print the markup that shows a survey inside a page of a site',
  columns: [],
  examples: ['quiz embed 42'],
  run: async (context, { id }) => {
    const { url_shared, is_published } = await context.call(quiz.viewQuiz, { id })
    if (!url_shared) throw new CommandError('refused', `Survey ${id} has no page of its own`)
    if (!is_published) context.note(`Survey ${id} is not published yet. To publish it: surveyctl quiz publish ${id}`)
    const { embedSnippet } = await import('./embed-snippet.ts')
    if (context.flags.json) return context.show({ id, url: url_shared, html: embedSnippet(url_shared) })
    await context.print(embedSnippet(url_shared))
  },
})

/** Publishes; while a campaign locks the survey, waits for its end as long as allowed. */
async function publishUnlocked(context: Context, id: number, wait: number): Promise<unknown> {
  const end = Date.now() + wait
  for (;;) {
    try {
      return await context.call(quiz.publishQuiz, { id })
    } catch (error) {
      if (!(error instanceof CommandError) || error.kind !== 'locked' || Date.now() >= end) throw error
      context.note(`${error.message}. Waiting for it to unlock.`)
      const unlocked = await poll(
        context,
        async () => ((await context.call(quiz.viewQuiz, { id })).editing_lock?.locked ? undefined : true),
        { every: 1000, until: end },
      )
      if (!unlocked) throw error
    }
  }
}

/** The newest publication; nobody knows where the service refuses to tell. */
async function newestVersion(context: Context, id: number): Promise<number | undefined> {
  try {
    const { items } = await context.call(listVersions, { id, per_page: 1 })
    return items[0]?.id ?? 0
  } catch (error) {
    if (error instanceof CommandError && !['unavailable', 'interrupted'].includes(error.kind)) return undefined
    throw error
  }
}

const publish = command('publish', quiz.publishQuiz, {
  summary: 'Publish the draft of surveys',
  positionals: ['id...'],
  trace: (context, { id }) => newestVersion(context, id),
  extra: {
    waitUnlock: {
      flag: '--wait-unlock <duration>',
      about: 'While a paid campaign locks a survey, wait this long for its end (30s, 30m, 2h)',
    },
  },
  examples: ['quiz publish 43', 'quiz publish 42 43 --wait-unlock 1s'],
  run: async (context, { id }, { waitUnlock }) => {
    const result = await publishUnlocked(context, id, waitUnlock === undefined ? 0 : readDuration(waitUnlock, '--wait-unlock'))
    if (context.flags.dryRun) return
    const { name, url_shared } = await context.call(quiz.viewQuiz, { id })
    await context.done({ ...(result as object), id, name, url_shared }, `Published ${named(id, name)} · ${url_shared ?? ''}`, id)
  },
})

const note = command('note', quiz.noteQuiz, {
  positionals: ['id', 'notes'],
  flags: { notes: { placeholder: 'TEXT', read: ([value]) => value } },
  examples: ['quiz note 42 "Ask again in May"', 'echo "From a pipe" | surveyctl quiz note 42 -'],
  run: async (context, { id, notes }) => {
    const text = notes === '-' ? (await context.readText('-')).replace(/\n$/, '') : notes
    const result = await context.call(quiz.noteQuiz, { id, notes: text })
    await context.done(result, `Wrote the note of survey ${id}`, id)
  },
})

const restore = command('restore', quiz.restoreQuizzes, {
  shows: 'quiz list --sort created_at --limit 10',
  positionals: ['ids...'],
  flags: { ids: { placeholder: 'ID', about: 'Id of a deleted survey; its name is no longer known', read: readIds } },
  done: (_, { ids }) => `Restored ${ids.length === 1 ? `survey ${ids[0]}` : `${ids.length} surveys`}`,
  examples: ['quiz restore 45'],
})

/** A deleted survey is in no list, so only its id can name it. */
function readIds(texts: string[]): number[] {
  const wrong = texts.filter((text) => !/^[1-9]\d*$/.test(text))
  if (wrong.length > 0) throw usageError(`ID must be a whole number, not ${wrong.join(', ')}`)
  return texts.map(Number)
}

export const quizGroup = group(
  'quiz',
  'Surveys: create, edit, publish, archive, delete',
  [
    list,
    view,
    create,
    generate,
    save,
    edit,
    exportCommand,
    undo,
    command('set', quiz.setQuiz, {
      positionals: ['id', 'key=value...'],
      done: (_, { id, ...settings }) => `Set ${Object.keys(settings).join(', ')} of survey ${id}`,
      examples: ['quiz set 43 lang=en show_progressbar=true', 'quiz set 42 limit_answer_count_enabled=true limit_answer_count_value=500'],
    }),
    check,
    example,
    schema,
    publish,
    embed,
    command('rename', quiz.renameQuiz, {
      positionals: ['id', 'name'],
      done: (_, { id, name }) => `Renamed survey ${id} to "${name}"`,
      examples: ['quiz rename 43 "Visitors, May"'],
    }),
    command('duplicate', quiz.duplicateQuiz, {
      shows: 'quiz list --sort created_at --limit 10',
      aliases: ['copy'],
      done: ({ quiz: copy }, { id }) => `Copied survey ${id} to ${named(copy.id, copy.name)}`,
      examples: ['quiz duplicate 42 --name "Spring, again"'],
    }),
    command('move', quiz.moveQuiz, {
      positionals: ['id...'],
      flags: folderFlag,
      done: ({ folder }, { id, folder_id }) => `Moved survey ${id} to folder ${folder?.name ? `"${folder.name}"` : folder_id}`,
      examples: ['quiz move 43 --folder 3'],
    }),
    note,
    command('theme', quiz.themeQuiz, {
      examples: ['quiz theme 43 1'],
      run: async (context, { id, theme_id }) => {
        const result = await context.call(quiz.themeQuiz, { id, theme_id })
        await context.done(result, `Applied theme ${theme_id} to the draft of survey ${id}`, id)
      },
    }),
    conditions,
    command('make-template', quiz.makeTemplate, {
      done: (_, { id }) => `Survey ${id} is a template now`,
      examples: ['quiz make-template 43'],
    }),
    command('archive', quiz.archiveQuiz, {
      summary: 'Archive surveys',
      positionals: ['id...'],
      fixed: { archive: true },
      done: (_, { id }) => `Archived survey ${id}`,
      examples: ['quiz archive 43', 'surveyctl quiz list --folder 3 --jq ".[].id" | surveyctl quiz archive -'],
    }),
    command('unarchive', quiz.archiveQuiz, {
      summary: 'Bring archived surveys back',
      positionals: ['id...'],
      fixed: { archive: false },
      done: (_, { id }) => `Brought survey ${id} back from the archive`,
      examples: ['quiz unarchive 44'],
    }),
    command('delete', quiz.deleteQuiz, {
      aliases: ['rm'],
      summary: 'Move surveys to the trash',
      positionals: ['id...'],
      confirm: ({ id }) => `Delete survey ${id} with all answers? What is in the trash can be restored.`,
      stakes: (context, { id }) => surveyStakes(context, id, `comes back with: surveyctl quiz restore ${id}`),
      done: (_, { id }) => `Deleted survey ${id}. To bring it back: surveyctl quiz restore ${id}`,
      examples: ['quiz delete 43 --yes'],
    }),
    restore,
  ],
  ['quizzes', 'survey', 'surveys'],
  {
    shows: 'quiz view {id}',
    lists: { not_found: 'quiz list', template_not_found: 'template list' },
    refusals: { generation_failed: { says: 'The survey could not be generated', hint: 'Try another description' } },
  },
)

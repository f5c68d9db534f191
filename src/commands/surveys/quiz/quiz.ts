import { command, group } from '../../../cli/command.ts'
import { isId, readDuration } from '../../../cli/values.ts'
import * as quiz from '../../../contract/surveys/quiz.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { surveyDetails } from '../../confirm-details.ts'
import { check } from './check.ts'
import { create, generate } from './create.ts'
import { example, schema } from './example.ts'
import { importCommand } from './import.ts'
import { open, preview, view } from './view.ts'
import type { Column } from '../../../output/columns.ts'
import { allowLoss, waitUnlock } from '../change-flags.ts'
import { conditions, diff, edit, exportCommand, impact, save, undo } from './draft.ts'
import { toCopy } from '../../../text/to-copy.ts'

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

const named = (id: number, name: string | null | undefined): string => (name ? `survey ${id} "${name}"` : `survey ${id}`)

const list = command('list', quiz.listQuizzes, {
  aliases: ['ls'],
  flags: folderFlag,
  extra: { archived: { flag: '--archived', about: 'Archived surveys instead' } },
  columns: listColumns,
  examples: ['quiz list', 'quiz list --folder 2 --sort name --order asc --limit 20', "quiz list --archived --jq '.[].id'"],
  also: [quiz.listArchivedQuizzes],
  run: (context, input, { archived }) => {
    if (!archived) return context.show.list(quiz.listQuizzes, input, listColumns)
    if (Object.keys(input).length > 0 || context.flags.limit || context.flags.offset) {
      throw usageError('--archived lists all archived surveys: it takes no --folder, --sort, --order, --limit or --offset')
    }
    return context.show.list(quiz.listArchivedQuizzes, {}, archivedColumns)
  },
})

const embed = command('embed', quiz.viewQuiz, {
  summary: 'Print the HTML that embeds a survey in a web page',
  columns: [],
  examples: ['quiz embed 42'],
  run: async (context, { id }) => {
    const { url_shared, is_published } = await context.service.call(quiz.viewQuiz, { id })
    if (!url_shared) throw new CommandError('refused', `Survey ${id} has no page of its own`)
    if (!is_published) context.show.note(toCopy`Survey ${id} is not published yet. To publish it: surveyctl quiz publish ${id}`)
    const { embedSnippet } = await import('./embed-snippet.ts')
    if (context.show.form.asDocument) return context.show.thing({ id, url: url_shared, html: embedSnippet(url_shared) })
    await context.show.print(embedSnippet(url_shared))
  },
})

const publish = command('publish', quiz.publishQuiz, {
  summary: 'Publish the draft of surveys',
  positionals: ['id...'],
  trace: async (service, { id }) => (await import('../../../draft/publication.ts')).publicationTrace(service, id),
  extra: {
    ifChanged: { flag: '--if-changed', about: 'Only if the draft differs from what is published, as far as that is known' },
    check: { flag: '--check', about: 'Refuse while "quiz check" finds errors' },
    allowLoss,
    waitUnlock,
  },
  examples: ['quiz publish 43', 'quiz publish 42 43 --if-changed --wait-unlock 1s'],
  run: async (context, { id }, { waitUnlock, ...options }, before) => {
    const wait = readDuration(waitUnlock, '--wait-unlock') ?? 0
    const { publishSurvey } = await import('./publish.ts')
    await publishSurvey(context, id, { wait, ...options, before })
  },
})

const note = command('note', quiz.noteQuiz, {
  positionals: ['id', 'notes'],
  flags: { notes: { placeholder: 'TEXT', read: ([value]) => value } },
  examples: ['quiz note 42 "Ask again in May"', 'echo "From a pipe" | surveyctl quiz note 42 -'],
  run: async (context, { id, notes }) => {
    const text = notes === '-' ? (await context.ask.readText('-')).replace(/\n$/, '') : notes
    const result = await context.service.call(quiz.noteQuiz, { id, notes: text })
    await context.show.done(result, `Wrote the note of survey ${id}`, id)
  },
})

const restore = command('restore', quiz.restoreQuizzes, {
  shows: 'quiz list --sort created_at --limit 10',
  summary: 'Bring surveys back from the trash',
  positionals: ['[ids...]'],
  flags: { ids: { placeholder: 'ID', about: 'Id of a deleted survey; its name is no longer known', read: readIds } },
  examples: ['quiz restore 45'],
  run: async (context, { ids, ...input }) => {
    const { deletedHere, forgetDeleted } = await import('../../../draft/trash.ts')
    const known = deletedHere(context.service)
    const choices = known.map(({ id, name, at }) => ({
      value: id,
      name: `${id} ${name}`,
      description: `deleted ${at.slice(0, 16).replace('T', ' ')}`,
    }))
    const from = known.slice(0, 10).map(({ id, name }) => `${id}${name && ` "${name}"`}`)
    const hint = `The service lists no trash. Deleted from this machine: ${from.length > 0 ? from.join(', ') : 'none'}`
    if (ids === undefined && choices.length === 0) throw usageError('IDS is missing', hint)
    const wanted = ids ?? [
      await context.ask.pick('Deleted from this machine (the service lists no trash)', choices, 'IDS is missing', hint),
    ]
    const result = await context.service.call(quiz.restoreQuizzes, { ...input, ids: wanted })
    if (!context.flags.dryRun) forgetDeleted(context.service, wanted)
    await context.show.done(
      result,
      `Restored ${wanted.length === 1 ? `survey ${wanted[0]}` : `${wanted.length} surveys`}`,
      wanted.join('\n'),
    )
  },
})

/** A deleted survey is in no list, so only its id can name it. */
function readIds(texts: string[]): number[] {
  const wrong = texts.filter((text) => !isId(text))
  if (wrong.length > 0) throw usageError(`ID must be a whole number, not ${wrong.join(', ')}`)
  return texts.map(Number)
}

export const quizGroup = group('quiz', {
  summary: 'Surveys: create, edit, publish, archive, delete',
  aliases: ['quizzes', 'survey', 'surveys'],
  shows: 'quiz view {id}',
  lists: { not_found: 'quiz list', template_not_found: 'template list' },
  refusals: { generation_failed: { says: 'The survey could not be generated', hint: 'Try another description' } },
  commands: [
    list,
    view,
    open,
    preview,
    create,
    generate,
    importCommand,
    save,
    edit,
    exportCommand,
    undo,
    diff,
    impact,
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
      arguments: { theme_id: 'Theme, by its number in the cabinet; of a survey that has it: quiz view SURVEY --jq .theme.theme_id' },
      // Nothing lists themes; a survey knows its own.
      lists: { not_found: 'quiz view {id} --jq .theme' },
      examples: ['quiz theme 43 1'],
      run: async (context, { id, theme_id }) => {
        const result = await context.service.call(quiz.themeQuiz, { id, theme_id })
        await context.show.done(result, `Applied theme ${theme_id} to the draft of survey ${id}`, id)
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
      confirmDetails: (context, { id }) => surveyDetails(context, id, toCopy`to bring it back: surveyctl quiz restore ${id}`),
      examples: ['quiz delete 43 --yes'],
      run: async (context, { id }) => {
        const name = context.show.form.terminal ? (await context.service.call(quiz.viewQuiz, { id })).name : undefined
        const result = await context.service.call(quiz.deleteQuiz, { id })
        if (!context.flags.dryRun) (await import('../../../draft/trash.ts')).rememberDeleted(context.service, id, name ?? '')
        await context.show.done(result, toCopy`Deleted survey ${id}. To bring it back: surveyctl quiz restore ${id}`, id)
      },
    }),
    restore,
  ],
})

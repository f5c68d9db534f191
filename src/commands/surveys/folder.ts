import { command, group, ownCommand } from '../../cli/command.ts'
import type { Context } from '../../cli/context.ts'
import { createFolder, deleteFolder, renameFolder, reorderFolders } from '../../contract/surveys/folder.ts'
import { listArchivedQuizzes, listQuizzes } from '../../contract/surveys/quiz.ts'
import type { QuizRow } from '../../contract/core/records.ts'
import { CommandError } from '../../errors.ts'
import { asHelp } from '../../service.ts'
import type { Column } from '../../output/columns.ts'
import { titled, detailLine } from '../confirm-details.ts'
import { counted } from '../../text/counted.ts'
import { toCopy } from '../../text/to-copy.ts'
import { isObject } from '../../text/is-object.ts'

interface FolderRow {
  id: number
  name: string | null
  quizzes: number
  archived: number
}

const columns: Column[] = ['id', 'name', { path: 'quizzes', label: 'surveys' }, 'archived']

/** The service lists surveys, not folders; each survey names its own. */
function gather(current: readonly QuizRow[], archived: readonly QuizRow[]): FolderRow[] {
  const rows = new Map<number, FolderRow>()
  const count = (quizzes: readonly QuizRow[], where: 'quizzes' | 'archived'): void => {
    for (const { folder } of quizzes) {
      if (!folder) continue
      const row = rows.get(folder.id) ?? { id: folder.id, name: folder.name ?? null, quizzes: 0, archived: 0 }
      row[where]++
      rows.set(folder.id, row)
    }
  }
  count(current, 'quizzes')
  count(archived, 'archived')
  return [...rows.values()].sort((a, b) => a.id - b.id)
}

const list = ownCommand('list', {
  summary: 'List folders, gathered from the surveys in them',
  aliases: ['ls'],
  columns,
  examples: ['folder list', "folder list --jq '.[].name'"],
  also: [listQuizzes, listArchivedQuizzes],
  run: async (context: Context) => {
    const [current, archived] = await Promise.all([context.service.call(listQuizzes, {}), context.service.call(listArchivedQuizzes, {})])
    await context.show.rows([gather(current, archived)], columns)
    context.show.note('Taken from the list of surveys, as the service has no list of folders: empty folders are missing here.')
  },
})

const surveysIn = async (context: Context, folderId: number): Promise<QuizRow[]> => {
  const lists = await Promise.all([context.service.call(listQuizzes, {}), context.service.call(listArchivedQuizzes, {})])
  return lists.flat().filter(({ folder }) => folder?.id === folderId)
}

const remove = command('delete', deleteFolder, {
  aliases: ['rm'],
  flags: { confirm_delete_quizzes: '--with-quizzes' },
  confirm: ({ folderId, confirm_delete_quizzes }) =>
    `Delete folder ${folderId}${confirm_delete_quizzes ? ', all surveys in it and their answers' : ''}?`,
  confirmDetails: async (context, { folderId, confirm_delete_quizzes }) => {
    const inside = await surveysIn(context, folderId)
    // The service would refuse it after the yes.
    if (inside.length > 0 && !confirm_delete_quizzes) throw notEmpty(folderId, inside, inside.length)
    const name = inside[0]?.folder?.name
    return detailLine(
      titled('Folder', folderId, name),
      counted(inside.length, 'survey'),
      ...inside.slice(0, 5).map(({ id, name }) => `${id} "${name ?? ''}"`),
      inside.length > 5 && '…',
      inside.length > 0 && 'to bring a deleted survey back: surveyctl quiz restore ID',
    )
  },
  examples: ['folder delete 3 --yes', 'folder delete 2 --with-quizzes --yes'],
  run: async (context, input) => {
    try {
      const inside = input.confirm_delete_quizzes && !context.flags.dryRun ? await goingAlong(context, input.folderId) : []
      const result = await context.service.call(deleteFolder, input)
      await context.show.done(result, `Deleted folder ${input.folderId}${await toBringBack(context, inside)}`, input.folderId)
    } catch (error) {
      throw error instanceof CommandError && error.facts.code === 'confirm_required' ? await refused(context, input.folderId, error) : error
    }
  },
})

/** Nobody lists the trash: what goes into it is known before only. */
const goingAlong = async (context: Context, folderId: number): Promise<QuizRow[]> =>
  (await asHelp(context.service, 'Which surveys the folder holds', () => surveysIn(context, folderId))) ?? []

async function toBringBack({ service }: Context, inside: readonly QuizRow[]): Promise<string> {
  if (inside.length === 0) return ''
  const { rememberDeleted } = await import('../../draft/trash.ts')
  for (const { id, name } of inside) rememberDeleted(service, id, name ?? '')
  return toCopy`. To bring its ${counted(inside.length, 'survey')} back: surveyctl quiz restore ${inside.map(({ id }) => id)}`
}

async function refused(context: Context, folderId: number, { facts }: CommandError): Promise<CommandError> {
  const inside = await surveysIn(context, folderId).catch(() => [])
  const { details } = facts
  return notEmpty(folderId, inside, isObject(details) && typeof details.quizzes === 'number' ? details.quizzes : inside.length, facts)
}

/** `quizzes`: how many there are, also of those that the key may not see. */
function notEmpty(folderId: number, inside: readonly QuizRow[], quizzes: number, facts: CommandError['facts'] = {}): CommandError {
  const names = inside.slice(0, 10).map(({ id, name }) => `${id} "${name ?? ''}"`)
  const listed = names.length > 0 ? ` (${[...names, ...(quizzes > names.length ? ['…'] : [])].join(', ')})` : ''
  return new CommandError('invalid', `Folder ${folderId} holds ${counted(quizzes, 'survey')}${listed}; nothing was deleted`, {
    code: 'confirm_required',
    ...facts,
    hint: 'To delete them and their answers too: --with-quizzes',
  })
}

export const folderGroup = group('folder', {
  summary: 'Folders of surveys',
  aliases: ['folders'],
  shows: 'folder list',
  refusals: {
    duplicate_name: { says: 'There is already a folder of this name', hint: 'To see the names: surveyctl folder list' },
    default_folder: { says: '{it} is the default folder and cannot be deleted' },
    confirm_required: {
      says: '{it} is not empty',
      also: '; it holds {quizzes} surveys',
      hint: 'To delete its surveys and their answers with it: --with-quizzes',
    },
  },
  commands: [
    list,
    command('create', createFolder, {
      positionals: ['name'],
      done: ({ folder_id }, { name }) => `Created folder ${folder_id} "${name}"`,
      examples: ['folder create "Spring 2026"'],
    }),
    command('rename', renameFolder, {
      positionals: ['folderId', 'name'],
      done: (_, { folderId, name }) => `Renamed folder ${folderId} to "${name}"`,
      examples: ['folder rename 3 "Research"'],
    }),
    remove,
    command('reorder', reorderFolders, {
      positionals: ['folder_ids...'],
      done: (_, { folder_ids }) => `Put folders in the order ${folder_ids.join(', ')}`,
      examples: ['folder reorder 3 2'],
    }),
  ],
})

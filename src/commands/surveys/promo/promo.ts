import { command, group } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { readId } from '../../../cli/values.ts'
import * as promo from '../../../contract/surveys/promo.ts'
import { CommandError, usageError } from '../../../errors.ts'
import type { Column } from '../../../output/columns.ts'
import { newFlag, refuseSecond } from '../../second-of-a-name.ts'
import { countedIfKnown, rowWith, titled, detailLine } from '../../confirm-details.ts'
import { removeCodes, sendCodes } from '../../../promo/codes.ts'
import { importCommand } from './import.ts'
import { counted } from '../../../text/counted.ts'
import { toCopy } from '../../../text/to-copy.ts'

const codesFile = {
  codesFile: { flag: '--codes-file <file>', about: 'Read codes from a file, one a line (- for standard input)' },
} as const
const listFlag = { list_id: '--list' } as const
const codeColumns: Column[] = ['id', 'code', { path: 'used', as: 'yesno' }, { path: 'used_at', as: 'time' }]

const count = (codes: number): string => counted(codes, 'code')
const surveys = (ids: readonly number[]): string =>
  ids.length === 0 ? 'no survey' : `survey${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`

const create = command('create', promo.createPromo, {
  positionals: ['id', 'name', '[codes...]'],
  extra: { ...codesFile, new: newFlag },
  examples: ['promo create 42 "June letter" JUNE-1 JUNE-2 JUNE-3', 'promo create 42 "July letter" --codes-file codes.txt'],
  also: [promo.listPromos],
  run: async (context, { id, name, codes: given }, options) => {
    const { codes, doubled } = await (
      await import('../../../promo/code-files.ts')
    ).gatherCodes(given, options.codesFile, context.ask.standardInput)
    if (codes.length > promo.codesAtOnce)
      throw usageError(
        `A list is created with at most ${promo.codesAtOnce} codes, not ${codes.length}`,
        toCopy`For more: surveyctl promo import ${id} FILE --name ${name}`,
      )
    const instead = (list: string): string => toCopy`To add to it: surveyctl promo add ${id} --list ${list}`
    await refuseSecond(
      context,
      { what: 'promo list', name, isNew: options.new, instead },
      async (call) => (await call(promo.listPromos, { id, search: name, limit: 500 })).data,
    )
    const result = await context.service.call(promo.createPromo, { id, name, codes })
    const list = result.list_id ?? result.id
    const added = result.added ?? codes.length
    const dropped = [
      doubled > 0 && `${doubled} given twice`,
      added < codes.length && `${codes.length - added} not taken by the service`,
    ].filter(Boolean)
    await context.show.done(
      result,
      `Created promo list ${list ?? ''} "${name}" with ${count(added)}${dropped.length > 0 ? `; left out: ${dropped.join(', ')}` : ''}`,
      list,
    )
  },
})

const add = command('add', promo.addCodes, {
  shows: 'promo codes {id} --list {list_id}',
  positionals: ['id', '[codes...]'],
  flags: listFlag,
  extra: codesFile,
  examples: ['promo add 42 --list 1 SPRING-901 SPRING-902'],
  run: async (context, { id, list_id, codes: given }, options) => {
    const { codes, doubled } = await (
      await import('../../../promo/code-files.ts')
    ).gatherCodes(given, options.codesFile, context.ask.standardInput)
    const { added, duplicates } = await sendCodes(context.service, { id, list_id }, codes)
    await context.show.done(
      { status: true, list_id, added, duplicates },
      [
        `Added ${count(added)} to promo list ${list_id}`,
        duplicates > 0 && `${duplicates} ${duplicates === 1 ? 'was' : 'were'} there already`,
        doubled > 0 && `${doubled} given twice`,
      ]
        .filter(Boolean)
        .join('; '),
      list_id,
    )
  },
})

/** Without a list: those of the list that is attached to the survey, which the service doesn't filter. */
const codes = command('codes', promo.listCodes, {
  summary: 'List the codes of a promo list, or of the one attached to the survey',
  columns: codeColumns,
  flags: { list_id: false, used: false },
  extra: {
    list: { flag: '--list <id>', about: "Promo list; the survey's own when absent" },
    used: { flag: '--used', about: 'Used codes only' },
    unused: { flag: '--unused', about: 'Unused codes only' },
  },
  examples: ['promo codes 42', 'promo codes 42 --list 1 --unused --limit 5', "promo codes 42 --list 1 --all --jq '.[].code'"],
  also: [promo.listAttachedCodes],
  run: async (context, input, { list, used, unused }) => {
    if (used && unused) throw usageError('--used cannot be given together with --unused')
    const { list_id: _, ...asked } = input
    const filters = { ...asked, ...(used && { used: 1 as const }), ...(unused && { used: 0 as const }) }
    if (list !== undefined) return context.show.list(promo.listCodes, { ...filters, list_id: readId(list, '--list') }, codeColumns)
    const { limit, offset } = context.flags
    if (Object.keys(filters).length > 1 || limit !== undefined || offset !== undefined)
      throw usageError(
        '--search, --used, --unused, --sort, --order, --limit and --offset need --list',
        'To see the lists: surveyctl promo list SURVEY',
      )
    return context.show.list(promo.listAttachedCodes, { id: input.id }, codeColumns)
  },
})

const readIds = (texts: readonly string[]): number[] => [...new Set(texts.map((text) => readId(text, 'CODE_ID')))]

async function removeAll(context: Context, id: number, ids: readonly number[]): Promise<void> {
  const { removed, gone } = await removeCodes(context.service, id, ids)
  if (removed.length > 0)
    await context.show.done({ status: gone.length === 0, removed }, `Removed ${count(removed.length)}`, removed.join('\n'))
  const [first] = gone
  if (first)
    throw new CommandError(
      removed.length > 0 ? 'partial' : 'not_found',
      `${gone.length} of ${counted(ids.length, 'code is', 'codes are')} not there`,
      first.facts,
    )
}

const remove = command('remove', promo.removeCode, {
  aliases: ['rm'],
  summary: 'Remove codes',
  positionals: ['id', 'code_ids...'],
  arguments: { code_ids: 'Id of a code (see: promo codes)' },
  flags: {
    code_id: false,
  },
  confirm: ({ code_ids }) => `Remove ${count(readIds(code_ids).length)}?`,
  examples: ['promo remove 42 1 2 --yes'],
  run: (context, { id, code_ids }) => removeAll(context, id, readIds(code_ids)),
})

export const promoGroup = group('promo', {
  summary: 'Promo codes: lists, codes, and the surveys that hand them out',
  shows: 'promo list {id}',
  lists: { not_found: 'promo list {id}' },
  commands: [
    command('list', promo.listPromos, {
      aliases: ['ls'],
      columns: [
        'id',
        'name',
        { path: 'codes_count', label: 'codes' },
        { path: 'used_count', label: 'used' },
        { path: 'quizzes_count', label: 'surveys' },
        { path: 'updated_at', label: 'updated', as: 'time' },
      ],
      examples: ['promo list 42', 'promo list 42 --search letter --sort name --order asc'],
    }),
    create,
    command('rename', promo.renamePromo, {
      positionals: ['id', 'list_id', 'name'],
      done: (_, { list_id, name }) => `Renamed promo list ${list_id} to "${name}"`,
      examples: ['promo rename 42 1 "Spring letter"'],
    }),
    command('delete', promo.deletePromo, {
      positionals: ['id', 'list_id'],
      confirm: ({ list_id }) => `Delete promo list ${list_id} with its codes? Surveys that hand them out lose it.`,
      confirmDetails: async (context, { id, list_id }) => {
        const row = await rowWith(context, promo.listPromos, { id }, list_id)
        return detailLine(
          titled('Promo list', list_id, row.name),
          countedIfKnown(row.codes_count, 'code'),
          countedIfKnown(row.used_count, 'used', 'used'),
          countedIfKnown(row.quizzes_count, 'survey'),
          'cannot be brought back',
        )
      },
      done: (_, { list_id }) => `Deleted promo list ${list_id} with its codes`,
      examples: ['promo delete 42 2 --yes'],
    }),
    codes,
    add,
    remove,
    importCommand,
    command('attach', promo.attachPromo, {
      shows: 'promo pinned {id} --list {list_id}',
      summary: 'Attach a promo list to this survey, or to others',
      positionals: ['id'],
      flags: { ...listFlag, quize_ids: false },
      extra: { to: { flag: '--to <surveys>', about: 'Surveys to attach it to instead (comma-separated)', many: true } },
      examples: ['promo attach 42 --list 1', 'promo attach 42 --list 1 --to 43,46'],
      run: async (context, { id, list_id }, { to }) => {
        const references = to?.flatMap((text) => text.split(',')).map((text) => text.trim())
        if (references?.includes('')) throw usageError('--to names no survey', 'To attach the list to the survey itself, leave --to out')
        const quize_ids = references ? await Promise.all(references.map((reference) => context.ask.quiz(reference))) : [id]
        const result = await context.service.call(promo.attachPromo, { id, list_id, quize_ids })
        await context.show.done(result, `Attached promo list ${list_id} to ${surveys(quize_ids)}`, list_id)
      },
    }),
    command('detach', promo.detachPromo, {
      positionals: ['id'],
      flags: { quize_ids: '--from' },
      done: (_, { quize_ids }) => `Detached ${surveys(quize_ids)} from ${quize_ids.length === 1 ? 'its promo list' : 'their promo lists'}`,
      examples: ['promo detach 42 --from 43'],
    }),
    command('sync', promo.syncPromo, {
      shows: 'promo pinned {id} --list {list_id}',
      positionals: ['id'],
      flags: { ...listFlag, quize_ids: '--to' },
      done: ({ attached, detached }, { list_id }) =>
        `Promo list ${list_id}: attached ${surveys(attached ?? [])}, detached ${surveys(detached ?? [])}`,
      examples: ['promo sync 42 --list 1 --to 42,43', "promo sync 42 --list 1 --to ''"],
    }),
    command('pinned', promo.listPinned, {
      flags: listFlag,
      columns: ['id', 'name', { path: 'attach', label: 'attached', as: 'yesno' }, { path: 'current', label: 'this survey', as: 'yesno' }],
      examples: ['promo pinned 42 --list 1', "promo pinned 42 --list 1 --all --jq '.[] | select(.attach).id'"],
    }),
  ],
})

import { ownCommand } from '../../../cli/command.ts'
import { usageError } from '../../../errors.ts'
import { counted } from '../../../text/counted.ts'

export const syncStop = ownCommand('sync stop', {
  summary: 'End the sync of a folder or into a database',
  positionals: ['[folder]'],
  arguments: { folder: 'Folder of a survey' },
  extra: {
    to: { flag: '--to <address>', about: 'The database of a sync without a folder: postgres://USER@HOST/DATABASE' },
    schema: { flag: '--schema <name>', about: 'Schema of that database' },
    drop: { flag: '--drop', about: 'Also drop the tables and remove the files that syncs made, and nothing else' },
  },
  confirm: ({ folder }, { schema, drop }) => (drop ? `Drop all that was synced into ${folder ?? `schema ${schema}`}?` : undefined),
  examples: ['answer sync 42 answers --quiet && surveyctl answer sync stop answers'],
  run: async (context, { folder }, { to, schema, drop = false }) => {
    const { stopDatabase, stopFolder } = await import('../../../answers/folder/stop.ts')
    if ((folder === undefined) === (to === undefined) || (to === undefined) !== (schema === undefined))
      throw usageError('Give a folder, or --to and --schema', 'For example: --to postgres://USER@HOST/DATABASE --schema survey_42')
    if (to !== undefined) (await import('../../../answers/postgres/address.ts')).checkAddress(to)
    const stopped =
      folder === undefined
        ? await stopDatabase(context.service, { url: to!, schema: schema! }, drop)
        : await stopFolder(context.service, folder, drop)
    const place = folder ?? `schema ${schema}`
    const lines = drop
      ? [
          `Ended the sync of survey ${stopped.quiz} into ${place}: ${counted(stopped.dropped.length, 'table or file is', 'tables and files are')} gone`,
        ]
      : [
          `Ended the sync of survey ${stopped.quiz} into ${place}; what is there stays`,
          ...stopped.databases.map(
            (one) => `${one.url} (schema ${one.schema}) is written no more: a sync into it is refused without --rewrite`,
          ),
        ]
    await context.show.done(stopped, lines, stopped.quiz)
  },
})

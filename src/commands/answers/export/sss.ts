/** `export sss`: answers for programs of market research. */
import { command } from '../../../cli/command.ts'
import { viewQuiz } from '../../../contract/surveys/quiz.ts'
import { usageError } from '../../../errors.ts'

export const sss = command('sss', viewQuiz, {
  summary: 'Save the answers as Triple-S 2.0: a description (.sss), and the data as CSV beside it',
  extra: {
    incomplete: { flag: '--incomplete', about: 'Answers that were not completed, in place of those that were' },
    synced: { flag: '--synced <folder>', about: 'A folder of "answer sync", read instead of the service' },
    keys: { flag: '--keys <file>', about: 'Names of the variables: UUID: KEY lines' },
    fromDate: { flag: '--from-date <day>', about: 'Only answers started on this day (UTC) or later' },
    toDate: { flag: '--to-date <day>', about: 'Only answers started on this day (UTC) or earlier' },
  },
  examples: ['export sss 42 -o answers.sss', 'export sss 42 --from-date 2026-11-01 -o november.sss'],
  file: {
    formats: () => ['sss'],
    make: async (context, { id }, { incomplete, ...options }) => {
      if (context.flags.output === '-') throw usageError('Triple-S is two files: give -o a place for them, not standard output')
      const [{ sssOf }, { fileName }, { openSource }] = await Promise.all([
        import('../../../answers/export/sss.ts'),
        import('../../../files/text.ts'),
        import('./typed.ts'),
      ])
      const { source, close } = await openSource(context, { id, ...(incomplete && { is_complete: false }) }, options)
      let data: AsyncIterable<Uint8Array> | undefined
      const body = async function* () {
        const parts = await sssOf(source)
        data = parts.data
        yield Buffer.from(parts.description)
      }
      const beside = async function* () {
        if (data) yield* data
      }
      return { name: fileName(source.title, 'answers', 'sss'), type: 'application/xml', body: body(), beside: { ending: '.csv', body: beside }, close }
    },
  },
}) // prettier-ignore

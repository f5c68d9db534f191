import { command } from '../../../cli/command.ts'
import { viewQuiz } from '../../../contract/surveys/quiz.ts'
import { usageError } from '../../../errors.ts'
import { namingOf } from '../answer/keys.ts'
import { safeCsvFlag } from './typed-flags.ts'

const types = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
} as const

export const codebook = command('codebook', viewQuiz, {
  positionals: ['id...'],
  summary: 'Save the codebook of the answers; with --synced also how often each value was given',
  extra: {
    as: { flag: '--as <form>', about: 'File format', choices: ['md', 'html', 'csv', 'json'], default: 'md' },
    synced: { flag: '--synced <folder>', about: 'A folder of "answer sync": its variables, with counts' },
    keys: { flag: '--keys <file>', about: 'Names of the variables: UUID: KEY lines; former labels of options: labels' },
    personal: { flag: '--personal', about: 'Also list texts that fit no option and look like e-mail addresses or phone numbers' },
    safeCsv: safeCsvFlag,
  },
  examples: ['export codebook 42', 'export codebook 42 --as html -o codebook.html'],
  file: {
    make: async (context, { id }, { as, synced, keys, safeCsv, personal }) => {
      if (safeCsv && as !== 'csv') throw usageError('--safe-csv needs --as csv')
      const { codebookOf, codebookText } = await import('../../../answers/export/codebook.ts')
      const { withoutContacts } = await import('../../../answers/personal.ts')
      const { fileName } = await import('../../../files/text.ts')
      const { openSource } = await import('./typed.ts')
      const build = async () => {
        if (synced === undefined) {
          const { fetchDictionary } = await import('../../../answers/export/open.ts')
          return codebookOf(await fetchDictionary(context.service, id, await namingOf(context, id, keys)))
        }
        const { countsOf } = await import('../../../answers/export/counts.ts')
        const { source, close } = await openSource(context, { id }, { synced, ...(keys !== undefined && { keys }) })
        try {
          const counted = await countsOf(source)
          return codebookOf(personal ? source.dictionary : withoutContacts(source.dictionary), counted)
        } finally {
          close()
        }
      }
      const book = await build()
      const body = async function* () {
        yield Buffer.from(codebookText(book, as, safeCsv === true))
      }
      return { name: fileName(book.name, 'codebook', as), type: types[as], body: body() }
    },
  },
})

import { command } from '../../cli/command.ts'
import { viewQuiz } from '../../contract/quiz.ts'
import { usageError } from '../../errors.ts'
import { safeCsvFlag } from './typed-flags.ts'

const types = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
} as const

export const codebook = command('codebook', viewQuiz, {
  positionals: ['id...'],
  summary: 'Save the codebook of the answers; with --from also how often each value was given',
  extra: {
    as: { flag: '--as <form>', about: 'File format', choices: ['md', 'html', 'csv', 'json'], default: 'md' },
    from: { flag: '--from <folder>', about: 'A folder of "answer sync": its variables, with counts' },
    keys: { flag: '--keys <file>', about: 'Names of the variables: UUID: KEY lines' },
    safeCsv: safeCsvFlag,
  },
  examples: ['export codebook 42', 'export codebook 42 --as html -o codebook.html'],
  make: async (context, { id }, { as, from, keys, safeCsv }) => {
    if (safeCsv && as !== 'csv') throw usageError('--safe-csv needs --as csv')
    const { codebookOf, codebookText } = await import('../../answers/export/codebook.ts')
    const { fileName } = await import('../../files/text.ts')
    const { openSource } = await import('./typed.ts')
    const { fetchDictionary } = await import('./fetch-dictionary.ts')
    const build = async () => {
      if (from === undefined) return codebookOf(await fetchDictionary(context, id, keys))
      const { countsOf } = await import('../../answers/export/counts.ts')
      const { source, close } = await openSource(context, { id }, { from, ...(keys !== undefined && { keys }) })
      try {
        return codebookOf(source.dictionary, await countsOf(source))
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
})

import { command, group } from '../../../cli/command.ts'
import {
  exportCsv,
  exportFilteredSummary,
  exportReport,
  exportReportWord,
  exportSav,
  exportSummary,
  exportWord,
  exportXlsx,
} from '../../../contract/answers/export.ts'
import { printQuiz } from '../../../contract/surveys/print.ts'
import type { Context } from '../../../cli/context.ts'
import { codebook } from './codebook.ts'
import { form } from './form.ts'
import { sss } from './sss.ts'
import type { SavedSelection } from './saved.ts'
import { safeCsvFlag, savFlags, tableFlags } from './typed-flags.ts'
import { usageError } from '../../../errors.ts'

const completeness = { is_complete: ['--complete', '--incomplete'] } as const
const period = { date_from: '--from', date_to: '--to' } as const
const ofSeveral = { positionals: ['id...'], flags: completeness } as const
const saved = async (context: Context, path: string, input: SavedSelection, options: object) =>
  (await import('./saved.ts')).factsOfExport(context, path, input, 'extract' in options && options.extract === true)

/** The service filters by question only where a body is sent. */
const summary = command('summary', exportFilteredSummary, {
  summary: 'Save the summary as PDF',
  file: { formats: () => ['pdf'] },
  flags: { ...completeness, ...period },
  examples: ['export summary 42 -o summary.pdf', 'export summary 42 --file filters.yaml -o summary.pdf --force'],
  also: [exportSummary],
  run: (context, input) => {
    const { filters, ...rest } = input
    return context.flags.file === undefined && filters === undefined
      ? context.show.download(exportSummary, rest)
      : context.show.download(exportFilteredSummary, input)
  },
})

const report = command('report', exportReport, {
  summary: 'Save the detailed report as PDF, or with charts as a Word document',
  flags: { ...completeness, ...period },
  extra: { format: { flag: '--format <format>', about: 'File format', choices: ['pdf', 'word'], default: 'pdf' } },
  examples: ['export report 42 --from 2026-01-01 --to 2026-12-31 -o report.pdf', 'export report 42 --format word -o report.docx'],
  also: [exportReportWord],
  run: (context, { filters, ...rest }, { format }) => {
    if (format !== 'word') return context.show.download(exportReport, { ...rest, ...(filters && { filters }) })
    if (filters) throw usageError('--format word cannot be filtered by question', 'Leave out --filters, or take --format pdf')
    return context.show.download(exportReportWord, rest)
  },
})

export const exportGroup = group('export', {
  summary: 'Answers, summaries, reports and surveys as files',
  refusals: {
    print_failed: { says: '{it}: the printable version could not be made', hint: 'Try again, or another --format' },
  },
  commands: [
    command('csv', exportCsv, {
      ...ofSeveral,
      extra: { ...tableFlags, safeCsv: safeCsvFlag },
      file: {
        formats: () => ['csv'],
        saved,
        make: async (context, input, options) => (await import('./typed.ts')).typedCsv(context, input, options),
        rewrite: async ({ safeCsv }) => (safeCsv ? (await import('../../../files/safe-csv.ts')).SafeCsv : undefined),
      },
      examples: [
        'export csv 42 --typed --from-date 2026-11-01 -o typed.csv',
        'export csv 42 -o answers.csv',
        'export csv 42 --incomplete -o -',
        'export csv 42 --safe-csv -o answers.csv --force',
        'export csv 42 --ids 1,2,3 -o some.csv',
      ],
    }),
    command('xlsx', exportXlsx, {
      ...ofSeveral,
      extra: tableFlags,
      file: {
        formats: () => ['xlsx'],
        saved,
        make: async (context, input, options) => (await import('./typed.ts')).typedXlsx(context, input, options),
      },
      examples: ['export xlsx 42 --typed --codes -o typed.xlsx', 'export xlsx 42 -o answers.xlsx', 'export xlsx 42 46 -o answers/ --force'],
    }),
    command('word', exportWord, { ...ofSeveral, file: { formats: () => ['word'], saved }, examples: ['export word 42 -o answers.docx'] }),
    command('sav', exportSav, {
      ...ofSeveral,
      flags: { ...completeness, is_screenout: '--screenout', is_deleted: '--deleted' },
      extra: { ...savFlags, extract: { flag: '--extract', about: 'Unpack the .sav file beside the archive' } },
      file: {
        formats: ({ typed }) => [typed ? 'sav' : 'zip'],
        saved,
        make: async (context, input, options) => (await import('./typed.ts')).typedSav(context, input, options),
      },
      examples: [
        'export sav 42 --typed -o typed.sav',
        'export sav 42 -o answers.zip',
        'export sav 42 --screenout --deleted --extract -o statistics/ --force',
      ],
    }),
    codebook,
    sss,
    form,
    summary,
    report,
    command('print', printQuiz, {
      examples: ['export print 42 -o survey.pdf', 'export print 42 --format word --font large -o survey.docx'],
    }),
  ],
})

import { command, group } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { saveAddress } from '../../../cli/download/save.ts'
import type { Input } from '../../../contract/core/operation.ts'
import { listReportFiles, listReportInputs, viewReport } from '../../../contract/answers/report.ts'
import { CommandError } from '../../../errors.ts'
import type { Column } from '../../../output/columns.ts'
import { reportQuestion } from '../../../answers/report/find-question.ts'
import { barColumns, view } from './view.ts'
import { counted } from '../../../text/counted.ts'
import { makeFolder } from '../../../system/make-folder.ts'

const fileColumns: Column[] = ['name', 'ext', { path: 'answer_id', label: 'answer' }, { path: 'url', label: 'address' }]
const inputColumns: Column[] = [{ path: 'answer_id', label: 'answer' }, { path: 'date', label: 'given', as: 'time' }, 'value']

/** A question is named by its number, title or id; a script may name the report and its version of the question itself. */
const questionOfReport = {
  positionals: ['id', 'question'],
  arguments: { question: 'Question: its number in "report view", its title or id; or a report_uuid' },
  flags: { report_uuid: false, widget_id: false, widget_hash: false },
  extra: {
    widgetId: { flag: '--widget-id <uuid>', about: 'With a report_uuid: id of the question' },
    widgetHash: { flag: '--widget-hash <uuid>', about: 'With a report_uuid: version of the question (see: report view --json)' },
  },
} as const

/** All files of a question into a folder; equal names are numbered. */
async function download(context: Context, input: Input<typeof listReportFiles>, folder: string): Promise<void> {
  makeFolder(folder)
  const saved: string[] = []
  let failed = 0
  for await (const files of context.service.rows(listReportFiles, input)) {
    for (const { url, name } of files) {
      try {
        if (typeof url !== 'string') throw new CommandError('refused', 'it has no address')
        saved.push((await saveAddress(context, url, { folder, name: String(name ?? 'file') })).path)
      } catch (error) {
        if (!(error instanceof CommandError) || error.kind === 'interrupted') throw error
        failed++
        context.show.warn(`${name ?? url ?? 'A file'}: ${error.message}`)
      }
    }
  }
  await context.show.done(
    { status: failed === 0, saved },
    saved.length === 0 ? 'No file was uploaded to this question' : `Saved ${counted(saved.length, 'file')} to ${folder}`,
  )
  if (failed > 0) throw new CommandError('partial', `${failed} of ${counted(failed + saved.length, 'file')} could not be saved`)
}

export const reportGroup = group('report', {
  summary: 'Reports, their files and text answers',
  aliases: ['reports'],
  commands: [
    command('view', viewReport, {
      summary: 'Show the results of a survey, question by question',
      flags: { is_complete: ['--complete', '--incomplete'], date_from: '--from', date_to: '--to' },
      columns: barColumns,
      examples: ['report view 42', 'report view 42 --from 2026-01-01 --json', 'report view 42 --file filters.yaml --jq .report_uuid'],
      run: view,
    }),
    command('files', listReportFiles, {
      ...questionOfReport,
      extra: { ...questionOfReport.extra, download: { flag: '--download <dir>', about: 'Save the files in this folder' } },
      columns: fileColumns,
      examples: ['report files 42 13 --download uploads'],
      run: async (context, input, options) => {
        const named = await reportQuestion(context.service, input, options)
        return options.download === undefined
          ? context.show.list(listReportFiles, named, fileColumns)
          : download(context, named, String(options.download))
      },
    }),
    command('inputs', listReportInputs, {
      ...questionOfReport,
      columns: inputColumns,
      examples: [
        'report inputs 42 5 --limit 20',
        'report inputs 42 4d906e16-267a-815a-8f70-04d250c5d52c --widget-id 10000000-0000-4000-8000-000000000005 --widget-hash 2a59d847-5a0d-824a-bc2e-ffe06e5a603b --limit 20',
      ],
      run: async (context, input, options) =>
        context.show.list(listReportInputs, await reportQuestion(context.service, input, options), inputColumns),
    }),
  ],
})

import { mkdir } from 'node:fs/promises'
import { command, group } from '../cli/command.ts'
import type { Context } from '../cli/context.ts'
import { saveAddress } from '../cli/save.ts'
import type { Input } from '../contract/core/operation.ts'
import { listReportFiles, listReportInputs, viewReport, type ReportFile, type ReportQuestion } from '../contract/report.ts'
import { CommandError } from '../errors.ts'
import type { Column } from '../output/columns.ts'

const questionColumns: Column[] = [
  'title',
  'type',
  { path: 'answered', label: 'answers' },
  { path: 'average_answer_time', label: 'average time', as: 'duration' },
  { path: 'is_old_answer_time', label: 'estimated', as: 'yesno' },
]
const idColumns: Column[] = ['widget_id', 'widget_hash']
const fileColumns: Column[] = ['name', 'ext', { path: 'answer_id', label: 'answer' }, { path: 'url', label: 'address' }]
const inputColumns: Column[] = [{ path: 'answer_id', label: 'answer' }, { path: 'date', label: 'given', as: 'time' }, 'value']

/** People look at the questions first; data goes out as it came. */
async function view(context: Context, input: Input<typeof viewReport>): Promise<void> {
  const { json, ndjson, raw, fields } = context.flags
  if (json || ndjson || raw || fields) return context.view(viewReport, input)
  const report = await context.call(viewReport, input)
  const questions = (report.questions ?? []) as ReportQuestion[]
  await context.showRows([questions], context.terminal ? questionColumns : [...questionColumns, ...idColumns])
  const uuid = report.report_uuid ?? 'REPORT_UUID'
  if (!context.terminal)
    return context.note(
      `Report ${uuid}. To read a question's texts or files: surveyctl report inputs|files ${input.id} ${uuid} --widget-id .. --widget-hash ..`,
    )
  const readable = questions.filter(({ type = '' }) => type in readers)
  context.note(`Report ${uuid}${readable.length > 0 ? '. To read what was written or uploaded:' : ''}`)
  for (const question of readable) context.note(readingCommand(input.id, uuid, question))
}

/** Questions whose answers are read one by one, and the verb that does. */
const readers: Readonly<Record<string, 'inputs' | 'files'>> = { input: 'inputs', email: 'inputs', phone: 'inputs', file: 'files' }

/** Nobody types identifiers: the whole command, to be copied. */
const readingCommand = (id: number, uuid: string, { type, title, widget_id, widget_hash }: ReportQuestion): string =>
  `  ${title ?? type}\n    surveyctl report ${readers[type!]} ${id} ${uuid} --widget-id ${widget_id} --widget-hash ${widget_hash}`

/** All files of a question into a folder; equal names are numbered. */
async function download(context: Context, input: Input<typeof listReportFiles>, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const saved: string[] = []
  let failed = 0
  for await (const files of context.rows(listReportFiles, input, { all: true })) {
    for (const { url, name } of files as Partial<ReportFile>[]) {
      try {
        if (typeof url !== 'string') throw new CommandError('refused', 'it has no address')
        saved.push((await saveAddress(context, url, { folder, name: String(name ?? 'file') })).path)
      } catch (error) {
        if (!(error instanceof CommandError) || error.kind === 'interrupted') throw error
        failed++
        context.warn(`${name ?? url ?? 'A file'}: ${error.message}`)
      }
    }
  }
  await context.done(
    { status: failed === 0, saved },
    saved.length === 0
      ? 'No file was uploaded to this question'
      : `Saved ${saved.length} file${saved.length === 1 ? '' : 's'} to ${folder}`,
  )
  if (failed > 0) throw new CommandError('partial', `${failed} of ${failed + saved.length} files could not be saved`)
}

export const reportGroup = group(
  'report',
  'Reports, their files and text answers',
  [
    command('view', viewReport, {
      flags: { is_complete: ['--complete', '--incomplete'], date_from: '--from', date_to: '--to' },
      columns: [...questionColumns, ...idColumns],
      examples: ['report view 42', 'report view 42 --from 2026-01-01 --json', 'report view 42 --file filters.yaml --jq .report_uuid'],
      run: view,
    }),
    command('files', listReportFiles, {
      extra: { download: { flag: '--download <dir>', about: 'Save the files in this folder' } },
      columns: fileColumns,
      examples: [
        'report files 42 4d906e16-267a-815a-8f70-04d250c5d52c --widget-id 10000000-0000-4000-8000-000000000014 --widget-hash 7f1c13cc-eee8-8dbf-8940-a9e1be558494 --download uploads',
      ],
      run: (context, input, options) =>
        options.download === undefined
          ? context.list(listReportFiles, input, fileColumns)
          : download(context, input, String(options.download)),
    }),
    command('inputs', listReportInputs, {
      columns: inputColumns,
      examples: [
        'report inputs 42 4d906e16-267a-815a-8f70-04d250c5d52c --widget-id 10000000-0000-4000-8000-000000000005 --widget-hash d6e71fe2-1a49-81c2-8eb2-4abfe32b5dd7 --limit 20',
      ],
    }),
  ],
  ['reports'],
)

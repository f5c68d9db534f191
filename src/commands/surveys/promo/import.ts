/** `promo import`: its definition. What it does is loaded when it runs. */
import { command } from '../../../cli/command.ts'
import { addCodes, createPromo, listCodes, parseCodes } from '../../../contract/surveys/promo.ts'
import { newFlag } from '../../second-of-a-name.ts'

/** Its main work is to add codes; what file they come from is no field of the service's. */
export const importCommand = command('import', addCodes, {
  shows: 'promo codes {id} --list {list_id}',
  summary: 'Import promo codes from a file of any size, into an existing list or a new one',
  positionals: ['id', 'file'],
  arguments: { file: 'File with codes: txt, csv, xlsx or xls (- for standard input)' },
  flags: { list_id: false, codes: false },
  extra: {
    list: { flag: '--list <id>', about: 'Add them to this promo list' },
    name: { flag: '--name <text>', about: 'Create a promo list of this name' },
    new: newFlag,
    parseOnly: { flag: '--parse-only', about: 'Only show the codes of the file' },
    local: { flag: '--local', about: "Read the file here, not with the service's parser (always so above 1 MB)" },
    resume: { flag: '--resume', about: 'Continue an interrupted import of the same file' },
    restart: { flag: '--restart', about: 'Forget an interrupted import of the same file' },
    maxErrors: { flag: '--max-errors <n>', about: 'Stop once this many codes were refused' },
    failures: { flag: '--failures <file>', about: 'Write refused codes to this file, one a line' },
  },
  examples: [
    'promo import 42 codes.txt --name "May letter"',
    'promo import 42 codes.csv --list 1 --local',
    'promo import 42 codes.txt --parse-only',
    'printf "A-1\\nA-2\\n" | surveyctl promo import 42 - --list 1',
  ],
  also: [parseCodes, createPromo, listCodes],
  run: async (context, given, options) => (await import('./import-run.ts')).runImport(context, given, options),
})

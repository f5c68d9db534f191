import { command, group } from '../../cli/command.ts'
import { aiSections, shareAiReport, startAiReport, viewAiReport } from '../../contract/answers/ai-report.ts'
import type { Column } from '../../output/columns.ts'
import { toCopy } from '../../text/to-copy.ts'

interface Section {
  status?: string
  text?: string | null
}

/** The text of a section, or how far it is. */
const sectionColumn = (name: string): Column => ({
  path: `sections.${name}`,
  value: ({ sections }: { sections?: Record<string, Section | null> }) => sections?.[name]?.text ?? sections?.[name]?.status,
})

const columns: Column[] = [
  { path: 'ai_status', label: 'state' },
  'locale',
  ...aiSections.map(sectionColumn),
  { path: 'share_url', label: 'public link' },
  { path: 'updated_at', label: 'updated', as: 'time' },
]

const listed = (what: string, names: readonly string[] | undefined): string[] =>
  names && names.length > 0 ? [`${what}: ${names.join(', ')}`] : []

/** `refused` names the reason of each section. */
const refusals = (refused: unknown): string[] =>
  typeof refused === 'object' && refused !== null
    ? Object.entries(refused).map(
        ([section, reason]) => `Refused: ${section} (${typeof reason === 'string' ? reason : JSON.stringify(reason)})`,
      )
    : []

export const aiReportGroup = group('ai-report', {
  summary: 'Reports written by the AI',
  shows: 'ai-report view {id}',
  refusals: {
    ai_report_limit_reached: {
      says: '{it}: the plan allows no AI report for another survey',
      also: ' ({used} of {limit} used)',
      hint: 'What the plan has: surveyctl tariff view. The plan is changed in the account cabinet',
    },
    ai_report_refused: { says: '{it}: no section of the AI report was accepted', also: ': {refused}' },
    report_not_ready: { says: '{it}: the AI report is not built yet', hint: 'To build it: surveyctl ai-report start {id}' },
  },
  commands: [
    command('start', startAiReport, {
      done: ({ queued, already_running, refused }, { id }) => [
        ...listed('Queued', queued),
        ...listed('Already running', already_running),
        ...refusals(refused),
        toCopy`To see how far it is: surveyctl ai-report view ${id}`,
      ],
      examples: ['ai-report start 42', 'ai-report start 42 --section text --locale en'],
    }),
    command('view', viewAiReport, { columns, examples: ['ai-report view 42', 'ai-report view 42 --json --fields ai_status,updated_at'] }),
    command('share', shareAiReport, {
      done: ({ url }, { id }) => `Anyone with this link can read the AI report of survey ${id}: ${url ?? ''}`,
      examples: ['ai-report share 42 --quiet'],
    }),
  ],
})

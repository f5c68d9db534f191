/** The codebook: what each variable of a survey's data means, with counts where there are answers. */
import { csvLine } from '../../files/csv.ts'
import { escapeXml, markdownText } from '../../files/text.ts'
import { counted } from '../../text/counted.ts'
import { showSigns } from '../../text/signs.ts'
import { describeVariables, type VariableFacts } from '../dictionary/describe.ts'
import type { Dictionary } from '../dictionary/shape.ts'
import type { Count } from './counts.ts'

export const codebookForms = ['md', 'html', 'csv', 'json'] as const
export type CodebookForm = (typeof codebookForms)[number]

export interface Code {
  code: number
  label: string
  /** A text of answers that is no option of the question. */
  unlisted?: true
  count?: number
  percent?: number
}

export interface CodebookEntry {
  name: string
  label: string
  question: string | null
  question_id: string | null
  type: string
  measure: string
  codes: Code[]
  answered?: number
  missing?: number
}

export interface Codebook {
  quiz: number
  name: string
  answers?: number
  variables: CodebookEntry[]
}

/** With one digit. */
const percent = (count: number, of: number): number => (of === 0 ? 0 : Math.round((count / of) * 1000) / 10)

const flagCodes = [
  { code: 1, label: 'Yes' },
  { code: 0, label: 'No' },
]

export function codebookOf(dictionary: Dictionary, counted?: { answers: number; counts: readonly Count[] }): Codebook {
  return {
    quiz: dictionary.quiz,
    name: dictionary.name,
    ...(counted && { answers: counted.answers }),
    variables: describeVariables(dictionary).map((facts, index) => entryOf(facts, counted?.counts[index], counted?.answers)),
  }
}

function entryOf(facts: VariableFacts, count: Count | undefined, answers = 0): CodebookEntry {
  const { key, label, question, question_id, type, measure, codes } = facts
  const listed: readonly Pick<Code, 'code' | 'label' | 'unlisted'>[] = type === 'boolean' ? flagCodes : codes
  return {
    name: key,
    label,
    question,
    question_id,
    type,
    measure,
    codes: listed.map(({ code, label, unlisted }) => {
      const times = count?.values.get(code) ?? 0
      return { code, label, ...(unlisted && { unlisted }), ...(count && { count: times, percent: percent(times, count.answered) }) }
    }),
    ...(count && { answered: count.answered, missing: answers - count.answered }),
  }
}

/** `safe`: cells of CSV that a spreadsheet would take for formulas are escaped. */
export function codebookText(codebook: Codebook, form: CodebookForm, safe = false): string {
  switch (form) {
    case 'md':
      return markdown(codebook)
    case 'html':
      return html(codebook)
    case 'csv':
      return csv(codebook, safe)
    case 'json':
      return `${JSON.stringify(codebook, undefined, 2)}\n`
    default:
      return form satisfies never
  }
}

const title = ({ quiz, name }: Codebook): string => showSigns(`Codebook of survey ${quiz}${name && ` "${name}"`}`)
const factLine = ({ type, measure, answered, missing }: CodebookEntry): string =>
  [type, measure, ...(answered === undefined ? [] : [`${answered} answered`, `${missing} missing`])].join(' · ')
const codeCells = ({ code, label, unlisted, count, percent }: Code): string[] => [
  String(code),
  `${showSigns(label)}${unlisted ? ' (no option of the question; a former label is said by `labels` in the file of --keys)' : ''}`,
  ...(count === undefined ? [] : [String(count), `${percent} %`]),
]
const codeHead = ({ answered }: CodebookEntry): string[] => [
  'Code',
  'Label',
  ...(answered === undefined ? [] : ['Count', 'Of those who answered']),
]

function markdown(codebook: Codebook): string {
  const parts = codebook.variables.map((entry) => {
    const table =
      entry.codes.length === 0
        ? []
        : [codeHead(entry), codeHead(entry).map(() => '---'), ...entry.codes.map((code) => codeCells(code).map(markdownText))]
    return [
      `## \`${entry.name}\``,
      '',
      markdownText(entry.label),
      '',
      factLine(entry),
      ...(table.length > 0 ? [''] : []),
      ...table.map((cells) => `| ${cells.join(' | ')} |`),
    ].join('\n')
  })
  const count = codebook.answers === undefined ? '' : `\n${counted(codebook.answers, 'answer')}.\n`
  return `# ${markdownText(title(codebook))}\n${count}\n${parts.join('\n\n')}\n`
}

const css = `body{font:15px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#222}
h2{font:600 1rem ui-monospace,monospace;margin:2rem 0 .2rem}p{margin:.2rem 0}.facts{color:#666}
table{border-collapse:collapse;margin:.5rem 0}td,th{border-bottom:1px solid #ddd;padding:.2rem .8rem .2rem 0;text-align:left}
section{break-inside:avoid}`

function html(codebook: Codebook): string {
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeXml(cell)}</${tag}>`).join('')}</tr>`
  const sections = codebook.variables.map((entry) => {
    const table =
      entry.codes.length === 0
        ? ''
        : `<table>${row(codeHead(entry), 'th')}${entry.codes.map((code) => row(codeCells(code), 'td')).join('')}</table>`
    return `<section><h2>${escapeXml(entry.name)}</h2><p>${escapeXml(entry.label)}</p><p class="facts">${escapeXml(factLine(entry))}</p>${table}</section>`
  })
  const count = codebook.answers === undefined ? '' : `<p>${counted(codebook.answers, 'answer')}.</p>`
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(title(codebook))}</title><style>${css}</style></head>
<body><h1>${escapeXml(title(codebook))}</h1>${count}
${sections.join('\n')}
</body></html>
`
}

const factColumns = ['label', 'question', 'question_id', 'type', 'measure', 'answered', 'missing'] as const

/** One line for each code of each variable; a single one for a variable without codes. */
function csv({ variables }: Codebook, safe: boolean): string {
  const head = ['variable', ...factColumns, 'code', 'code_label', 'count', 'percent']
  const lines = variables.flatMap((entry) => {
    const facts = [entry.name, ...factColumns.map((column) => entry[column])]
    const codes: (Code | undefined)[] = entry.codes.length === 0 ? [undefined] : entry.codes
    return codes.map((code) => [...facts, code?.code, code?.label, code?.count, code?.percent].map((value) => String(value ?? '')))
  })
  return `\uFEFF${[head, ...lines].map((cells) => csvLine(cells, safe)).join('')}`
}

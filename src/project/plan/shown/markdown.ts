/** A plan as Markdown, for a comment under a pull request: what surveys and files say stands in code, where it is neither markup nor a mention. */
import { cutUnits } from '../../../text/cut.ts'
import type { PlanData, SurveyPlan } from '../plan-data.ts'
import { publicationLines } from '../publications.ts'
import { counted } from '../../../text/counted.ts'
import { showSigns, unseen } from '../../../text/signs.ts'
import { asOneLine, changesOf, countsText, headOf, isWorthTelling, newFolderLines, partsOf } from './text.ts'

/** Comments of the usual hosts end at 65,536 characters. */
const mostCharacters = 60_000
/** For the line that says what was left out. */
const reserve = 200
const longestLine = 1000

/** Backticks in the text are fewer in a row than those around it. What is invisible goes first, as it may stand between two of them. */
function code(text: string): string {
  const shown = showSigns(asOneLine(cutUnits(text, longestLine, '…')).replace(unseen, '')).trim()
  const fence = '`'.repeat(1 + Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length)))
  const gap = /^`|`$/.test(shown) ? ' ' : ''
  return `${fence}${gap}${shown}${gap}${fence}`
}

const list = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [...(title === '' ? [] : ['', `**${title}**`]), '', ...lines.map((line) => `- ${code(line)}`)]

export function planMarkdown(data: PlanData, whole: boolean): string {
  const { environment, base_url, workspace_id, surveys } = data
  const told = surveys.filter(isWorthTelling)
  const head = [
    `## Surveys in ${code(environment)}: ${countsText(data)}`,
    '',
    [code(base_url), `account ${workspace_id}`, counted(surveys.length, 'survey')].join(' · '),
    ...list('New folders', newFolderLines(data)),
    ...list('Publications', publicationLines(surveys)),
  ]
  return within(
    head,
    told.map((survey) => section(survey, whole)),
  )
}

function section(survey: SurveyPlan, whole: boolean): string[] {
  const { blocked, changes, uploads, clashes, refused, risks, notes } = partsOf(survey, whole)
  const known = changesOf(survey)
  const isConflict = (line: string): boolean => known[changes.indexOf(line)]?.side === 'conflict'
  return [
    '',
    `### ${code(headOf(survey))}`,
    ...list('', [...blocked, ...changes.filter((line) => !isConflict(line)), ...uploads]),
    ...list('Conflicts', [...changes.filter(isConflict), ...clashes]),
    ...list('Errors', refused),
    ...list('At risk', risks),
    ...list('Notes', notes),
  ]
}

function within(head: readonly string[], sections: readonly string[][]): string {
  let left = mostCharacters - reserve
  const lines: string[] = []
  const cut = { surveys: 0, lines: 0 }
  for (const part of [head, ...sections]) {
    const fitting = part.findIndex((line) => (left -= line.length + 1) < 0)
    lines.push(...part.slice(0, fitting === -1 ? part.length : fitting))
    if (fitting === -1) continue
    cut.surveys++
    cut.lines += part.slice(fitting).filter((line) => line.startsWith('- ')).length
  }
  if (cut.surveys > 0)
    lines.push(
      '',
      `_Left out, as it does not fit: ${counted(cut.lines, 'line')} of ${counted(cut.surveys, 'survey')}. All of it: ${code('surveyctl project plan')}_`,
    )
  return `${lines.join('\n')}\n`
}

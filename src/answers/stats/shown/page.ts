/** `--html`: one page without scripts, to be sent and printed. */
import type { CrossTab, AnswerFacts, QuestionStats, Stats } from '../result.ts'
import { escapeXml } from '../../../files/text.ts'
import type { Bar, Chart, Spark } from '../../../output/columns.ts'
import { barsOf, chartsOf, groupsIn } from './charts.ts'
import { look } from './page-look.ts'
import { figure, overview, percentText } from './figures.ts'

/** Of what people wrote: no direction of theirs turns the page around. */
const said = (text: string): string => `<bdi>${escapeXml(text)}</bdi>`

export function pageOf(stats: Stats): string {
  const title = `${stats.name || `Survey ${stats.quiz_id}`}: answers`
  const charts = chartsOf(stats)
  // Charts of questions stand behind the one of all answers.
  const first = charts.length - (stats.funnel ? 0 : stats.questions.length)
  const sections = charts.map((chart, at) => section(chart, stats.questions[at - first]))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeXml(title)}</title><style>${look}</style></head>
<body><main><h1>${said(title)}</h1><p class="soft">${escapeXml(overview(stats))}</p>
${sections.join('\n')}
</main></body></html>
`
}

function section(chart: Chart, question: QuestionStats | undefined): string {
  const { heading, facts = '', bars, rows = [], sparks = [], lines = [] } = chart
  const parts = question?.by
    ? crossTab(question, question.by)
    : [
        bars.length > 0 ? barList(bars) : '',
        question?.nps && question.answered > 0 ? nps(question.nps) : '',
        ...rows.map(({ label, bars: own }) => `<h3>${said(label)}</h3>${barList(own)}`),
        ...sparks.map(curve),
      ]
  const below = lines.map((line) => `<p class="soft">${said(line)}</p>`)
  return `<section><h2>${said(heading)}</h2><p class="soft">${escapeXml(facts)}</p>${[...parts, ...below].join('')}</section>`
}

const rect = (kind: string, width: number, x = 0): string => `<rect class="${kind}" x="${figure(x)}" width="${figure(width)}" height="10"/>`

const bar = (share: number): string =>
  `<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${rect('track', 100)}${rect('fill', share > 0 ? Math.max(share, 0.5) : 0)}</svg>`

const barList = (bars: readonly Bar[]): string =>
  `<ul class="bars">${bars
    .map(
      ({ label, count, share, note }) =>
        `<li><span class="label">${said(label)}</span>${bar(share)}<span class="figures">${count.toLocaleString('en')} · ${percentText(share)}</span>${note ? `<span class="note">${escapeXml(note)}</span>` : ''}</li>`,
    )
    .join('')}</ul>`

/** Detractors, passives, promoters; the figures stand below. */
function nps({ promoters, passives, detractors }: NonNullable<AnswerFacts['nps']>): string {
  const [low, middle, high] = [detractors.percent, passives.percent, promoters.percent]
  return `<svg class="nps" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${rect('poor', low)}${rect('fair', middle, low)}${rect('good', high, low + middle)}</svg>`
}

const [wide, high] = [600, 100]

function curve({ label, values, note }: Spark): string {
  const most = Math.max(...values, 0) || 1
  // One moment alone is a line from edge to edge.
  const drawn = values.length === 1 ? [...values, ...values] : values
  const points = drawn.map((value, at) => `${figure((at / (drawn.length - 1)) * wide)},${figure(high - (value / most) * (high - 4))}`)
  const head = label === '' ? '' : `<h3>${said(label)}</h3>`
  return `${head}<svg class="trend" viewBox="0 0 ${wide} ${high}" preserveAspectRatio="none" role="img" aria-label="${escapeXml(note)}"><polyline class="curve" points="${points.join(' ')}"/></svg><p class="soft">${escapeXml(note)}</p>`
}

/** A table for the question, or for each row of a matrix: a column for each group. */
function crossTab(question: QuestionStats, { groups }: CrossTab): string[] {
  const rows = groups[0]?.rows
  if (!rows) return tables(question.title || question.key, groups)
  return rows.flatMap(({ label }, at) => [`<h3>${said(label)}</h3>`, ...tables(label, groupsIn(groups, at))])
}

type Column = Pick<AnswerFacts, 'answered' | 'options' | 'histogram' | 'numbers'> & { label: string }

/** What fits on a sheet of paper, which doesn't scroll. */
const mostColumns = 6

/** Tables of about as many columns each. */
function tables(name: string, groups: readonly Column[]): string[] {
  const many = Math.ceil(groups.length / mostColumns)
  const each = Math.ceil(groups.length / many)
  return Array.from({ length: many }, (_, at) =>
    table(many === 1 ? name : `${name} (${at + 1} of ${many})`, groups.slice(at * each, (at + 1) * each)),
  )
}

function table(name: string, groups: readonly Column[]): string {
  const columns = groups.map(barsOf)
  const labels = [...new Set(columns.flatMap((bars) => bars.map(({ label }) => label)))]
  const cell = (found: Bar | undefined): string =>
    `<td>${found?.count ?? 0} <span class="soft">${percentText(found?.share ?? 0)}</span>${bar(found?.share ?? 0)}</td>`
  const head = groups
    .map(({ label, answered, numbers }) => {
      const mean = numbers ? `, mean ${figure(numbers.mean)}` : ''
      return `<th scope="col">${said(label)} <span class="soft n">n ${answered}${mean}</span></th>`
    })
    .join('')
  const body = labels.map((label) => {
    const cells = columns.map((bars) => cell(bars.find((one) => one.label === label))).join('')
    return `<tr><th scope="row">${said(label)}</th>${cells}</tr>`
  })
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escapeXml(name)}"><table><thead><tr><td></td>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

/** `answer stats` on a terminal. */
import type { CrossTab, AnswerFacts, FunnelStep, QuestionStats, Stats } from '../result.ts'
import { rangeLabel } from '../../../model/question/index.ts'
import { share } from '../../../model/share.ts'
import type { Bar, Chart, Grid, Spark } from '../../../output/columns.ts'
import { begin, count, factsLine, figure, figureLines, headingOf, percentText, testLines } from './figures.ts'

export function chartsOf(stats: Stats): Chart[] {
  if (stats.funnel) return [funnelChart(stats.funnel)]
  return [...(stats.trend ? [trendChart(stats.trend)] : []), ...stats.questions.map((question) => chartOf(question, stats))]
}

function chartOf(question: QuestionStats, stats: Stats): Chart {
  const base = { heading: headingOf(question), facts: factsLine(question) }
  if (question.trend) return { ...base, bars: [], sparks: sparksOf(question, question.trend) }
  if (question.by && stats.by)
    return {
      ...base,
      facts: `${base.facts} · by ${headingOf(stats.by)}`,
      bars: [],
      rows: groupRows(question.by),
      grids: gridsOf(question.by),
      lines: byLines(question.by),
    }
  return {
    ...base,
    bars: barsOf(question),
    rows: question.rows?.map((row) => ({ label: rowLabel(row.label, row.answered), bars: barsOf(row) })) ?? [],
    lines: [...figureLines(question), ...textLines(question)],
  }
}

const rowLabel = (label: string, answered: number): string => `${label} (${count(answered, 'answer')})`

/** Of a ranking, first places: nearly everybody ranks everything. */
export function barsOf({ answered, options, histogram }: Pick<AnswerFacts, 'answered' | 'options' | 'histogram'>): Bar[] {
  if (!options)
    return (histogram ?? []).map(({ from, to, count: many }) => ({
      label: rangeLabel({ from, to }),
      count: many,
      share: share(many, answered),
    }))
  return options.map(({ label, count: ranked, removed, unlisted, mean_place, first_places: many = ranked, borda }) => {
    const notes = [
      mean_place !== undefined && mean_place !== null && `mean place ${figure(mean_place)}, Borda ${borda}`,
      mean_place !== undefined && ranked < answered && `ranked by ${ranked}`,
      removed && 'removed',
      unlisted && 'no option',
    ].filter(Boolean)
    return { label, count: many, share: share(many, answered), ...(notes.length > 0 && { note: notes.join(', ') }) }
  })
}

/** Of a text, and of a title in front of a bar; a pipe and `--json` have all of it. */
const [mostOfText, mostOfTitle] = [200, 80]

const textLines = ({ texts }: AnswerFacts): string[] =>
  texts?.top.map(
    ({ text, count: many, percent }) => `“${begin(text, mostOfText)}”${many > 1 ? ` ${many} times (${percentText(percent)})` : ''}`,
  ) ?? []

function groupRows({ groups }: CrossTab): NonNullable<Chart['rows']> {
  return groups.flatMap((group) => {
    const { label, answered, numbers, rows } = group
    const mean = numbers ? `, mean ${figure(numbers.mean)}${numbers.sd === null ? '' : `, sd ${figure(numbers.sd)}`}` : ''
    if (answered === 0) return [{ label: rowLabel(label, 0), bars: [] }]
    if (!rows) return [{ label: `${rowLabel(label, answered)}${mean}`, bars: barsOf(group) }]
    return rows.map((row) => ({ label: `${label} · ${rowLabel(row.label, row.answered)}`, bars: barsOf(row) }))
  })
}

const cellOf = ({ count: many, share: of }: Bar): string => `${many.toLocaleString('en')} ${of.toFixed(1).padStart(5)}%`

/** Groups as columns: what was answered in each, and of how many. */
function gridsOf({ groups }: CrossTab): Grid[] {
  const heads = groups.map(({ label }) => label)
  const rows = groups[0]?.rows
  if (!rows) return [gridOf(heads, groups)]
  return rows.map(({ label }, at) => ({
    title: label,
    ...gridOf(heads, groupsIn(groups, at)),
  }))
}

/** What each group answered in one row of a matrix. */
export const groupsIn = (groups: CrossTab['groups'], at: number): (AnswerFacts & { label: string })[] =>
  groups.flatMap(({ label, rows }) => {
    const row = rows?.[at]
    return row ? [{ ...row, label }] : []
  })

function gridOf(heads: readonly string[], groups: readonly Pick<AnswerFacts, 'answered' | 'options' | 'histogram' | 'numbers'>[]): Grid {
  const bars = groups.map(barsOf)
  const labels = bars.find((some) => some.length > 0)?.map(({ label }) => label) ?? []
  const isMean = groups.some(({ numbers }) => numbers)
  return {
    heads,
    lines: [
      { label: 'answers', cells: groups.map(({ answered }) => answered.toLocaleString('en')) },
      ...(isMean ? [{ label: 'mean', cells: groups.map(({ numbers }) => (numbers ? figure(numbers.mean) : '')) }] : []),
      ...(isMean ? [{ label: 'sd', cells: groups.map(({ numbers }) => (numbers && numbers.sd !== null ? figure(numbers.sd) : '')) }] : []),
      ...labels.map((label) => ({
        label,
        cells: bars.map((some) => {
          const bar = some.find((one) => one.label === label)
          return bar ? cellOf(bar) : ''
        }),
      })),
    ],
  }
}

function byLines({ groups, test, row_tests = [] }: CrossTab): string[] {
  const rows = groups[0]?.rows ?? []
  return [...testLines(test), ...row_tests.flatMap((one, at) => testLines(one).map((line) => `${rows[at]?.label ?? ''}: ${line}`))]
}

type Trend = NonNullable<Stats['trend']>

function trendChart({ unit, periods }: Trend): Chart {
  const points = periods.map(({ period, answers }) => ({ period, value: answers }))
  return { heading: `Answers by ${unit}`, facts: 'by the day of their begin, UTC', bars: [], sparks: [spark('', points)] }
}

interface Point {
  period: string
  value: number | null
}

function spark(label: string, points: readonly Point[]): Spark {
  const met = points.filter((point): point is Point & { value: number } => point.value !== null)
  const [first, last] = [met[0], met.at(-1)]
  const peak = met.reduce<(typeof met)[number] | undefined>((most, point) => (!most || point.value > most.value ? point : most), undefined)
  const say = (name: string, point: (typeof met)[number] | undefined): string =>
    point ? `${name} ${figure(point.value)} (${point.period})` : `${name} none`
  return {
    label,
    values: points.map(({ value }) => value ?? 0),
    note: [say('first', first), say('last', last), say('peak', peak)].join(' · '),
  }
}

/** A line for each option; the mean of numbers; else how many answered. */
function sparksOf({ options, numbers, rows }: AnswerFacts, trend: NonNullable<QuestionStats['trend']>): Spark[] {
  const of = (label: string, read: (facts: AnswerFacts) => number | null): Spark =>
    spark(
      label,
      trend.map((facts) => ({ period: facts.period, value: read(facts) })),
    )
  if (options)
    return options.map(({ code, label }) => of(label, (facts) => facts.options?.find((option) => option.code === code)?.count ?? 0))
  if (numbers) return [of('mean', (facts) => facts.numbers?.mean ?? null)]
  if (rows) return rows.map(({ code, label }) => of(label, (facts) => facts.rows?.find((row) => row.code === code)?.answered ?? 0))
  return [of('answered', (facts) => facts.answered)]
}

const stepNote = ({ answered, last, drop_off }: FunnelStep): string =>
  `${answered.toLocaleString('en')} answered, ${last.toLocaleString('en')} left (${percentText(drop_off)})`

function funnelChart({ incomplete, nothing_answered, steps }: NonNullable<Stats['funnel']>): Chart {
  const all = (steps[0]?.reached ?? 0) + nothing_answered
  return {
    heading: 'How far people get',
    facts: `${count(incomplete, 'incomplete answer')} · ${nothing_answered.toLocaleString('en')} of them without any`,
    bars: steps.map((step) => ({
      label: begin(headingOf(step), mostOfTitle),
      count: step.reached,
      share: share(step.reached, all),
      note: stepNote(step),
    })),
  }
}

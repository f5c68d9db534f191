/** Makes the result of `answer stats` from what was counted. */
import { orderedQuestions, plainTitle } from '../dictionary/columns.ts'
import { labelOf } from '../dictionary/options.ts'
import type { Dictionary, KnownQuestion } from '../dictionary/shape.ts'
import { independence, type Independence } from './chi-square.ts'
import type { Counter, FoundTally, Plan } from './counter.ts'
import { nameOf, periodsBetween } from './period.ts'
import type { CrossTab, AnswerFacts, StatsGroup, Question, QuestionStats, StatsSelection, Stats } from './result.ts'

export interface StatsRequest {
  dictionary: Dictionary
  plan: Plan
  selection: StatsSelection
  /** Place among the questions of the survey, from 1. */
  numberOf: (id: string) => number | null
  top: number
}

export function assemble(counter: Counter, { dictionary, plan, selection, numberOf, top }: StatsRequest): Stats {
  const asked = (question: KnownQuestion): Question => ({
    number: numberOf(question.id),
    key: question.key,
    id: question.id,
    type: question.type,
    kind: question.kind,
    title: plainTitle(question.title),
  })
  const { by, trend } = plan
  const found = plan.funnel ? [] : [...counter.found()]
  const groups = by ? groupsOf(by, found) : []
  const periods = trend ? allPeriods([...counter.periods.keys()], trend) : []
  const questions = found.flatMap((one): QuestionStats[] => {
    const facts = one.all.facts(top)
    // A question that the survey no longer has is left out, unless somebody answered it.
    if (facts.answered === 0 && one.question.until !== null && !plan.questions) return []
    return [
      {
        ...asked(one.question),
        skipped: counter.answers - facts.answered,
        ...facts,
        ...(by && by.n !== one.question.n && { by: crossTab(one, groups, { top, overlaps: by.kind === 'multiple' }) }),
        ...(trend && { trend: periods.map((period) => ({ period: nameOf(period, trend), ...factsOf(one, period, top) })) }),
      },
    ]
  })
  return {
    quiz_id: dictionary.quiz,
    name: dictionary.name,
    selection,
    answers: counter.answers,
    ...(by && { by: asked(by) }),
    ...(trend && {
      trend: {
        unit: trend,
        periods: periods.map((period) => ({ period: nameOf(period, trend), answers: counter.periods.get(period) ?? 0 })),
      },
    }),
    ...(counter.funnel && { funnel: counter.funnel.facts(orderedQuestions(dictionary).map(asked)) }),
    questions,
    decode_warnings: counter.warnings,
    unlisted: counter.unlisted,
  }
}

function allPeriods(met: readonly number[], unit: NonNullable<Plan['trend']>): number[] {
  const sorted = met.toSorted((one, other) => one - other)
  const [first, last] = [sorted[0], sorted.at(-1)]
  return first === undefined || last === undefined ? [] : periodsBetween(first, last, unit)
}

function groupsOf(by: KnownQuestion, found: readonly FoundTally[]): StatsGroup[] {
  const met = new Set(found.flatMap(({ groups }) => [...groups.keys()]))
  if (by.kind === 'number') return [...met].toSorted((one, other) => one - other).map((code) => ({ code, label: String(code) }))
  return by.options
    .filter(({ code, gone, unlisted }) => met.has(code) || (!gone && !unlisted))
    .map((option) => ({ code: option.code, label: labelOf(option), ...(option.unlisted && { unlisted: true }) }))
}

const factsOf = ({ groups, empty }: FoundTally, group: number, top: number): AnswerFacts => (groups.get(group) ?? empty()).facts(top)

/** Without a test where several options may be chosen, on either side: chi-square requires that they exclude each other. */
function crossTab(found: FoundTally, groups: readonly StatsGroup[], { top, overlaps }: { top: number; overlaps: boolean }): CrossTab {
  const facts = groups.map((group) => ({ ...group, ...factsOf(found, group.code, top) }))
  const { kind } = found.question
  const isExclusive = !overlaps && (kind === 'single' || kind === 'number')
  const rowTests = kind === 'matrix' && !overlaps ? { row_tests: rowTestsOf(facts) } : {}
  return { groups: facts, test: isExclusive ? testOf(facts.map(countsOf)) : null, ...rowTests }
}

function countsOf({ options, histogram = [] }: AnswerFacts): Map<number, number> {
  const pairs = options
    ? options.map(({ code, count }) => [code, count] as const)
    : histogram.every(({ from, to }) => from === to)
      ? histogram.map(({ from, count }) => [from, count] as const)
      : []
  return new Map(pairs)
}

function testOf(columns: readonly ReadonlyMap<number, number>[]): Independence | null {
  const values = [...new Set(columns.flatMap((counts) => [...counts.keys()]))]
  return independence(values.map((value) => columns.map((counts) => counts.get(value) ?? 0))) ?? null
}

function rowTestsOf(groups: readonly AnswerFacts[]): (Independence | null)[] {
  const rows = [...new Set(groups.flatMap(({ rows = [] }) => rows.map(({ code }) => code)))]
  return rows.map((code) =>
    testOf(
      groups.map(({ rows = [] }) => {
        const row = rows.find((one) => one.code === code)
        return new Map(row?.options.map((option) => [option.code, option.count]))
      }),
    ),
  )
}

/** Which option a text means that fits none: the reports of single answers that gave it count the option, by its id. */
import type { Unfit } from '../decode/unfit.ts'
import { dropExplained } from '../dictionary/unlisted-texts.ts'
import { mergeOptions, neverOffered } from '../dictionary/options.ts'
import type { Dictionary, KnownOption, KnownQuestion } from '../dictionary/shape.ts'
import type { ReportSeen } from '../dictionary/reported.ts'
import { isObject } from '../../text/is-object.ts'
import type { SurveyAnswers } from './service.ts'
import type { Unlisted, UnlistedSample } from './unlisted.ts'

/** A report is slow. */
const mostReports = 20

/** What one answer says: each of these texts is another one of these options. */
type Clue = ReadonlyMap<string, ReadonlySet<string>>
type ListName = Unfit['list']

interface Counted {
  id: string
  title: string
  bars?: Counted[]
}

export type ReportsOf = Map<number, readonly ReportSeen[]>

/** True when a label was found. `reports`: those that were read before, by their answers. */
export async function findFormerLabels(
  answers: Pick<SurveyAnswers, 'report'>,
  dictionary: Dictionary,
  unlisted: Unlisted,
  reports: ReportsOf = new Map(),
): Promise<boolean> {
  const clues = new Map<KnownQuestion, Record<ListName, Clue[]>>()
  const titles = new Map<string, string>()
  for (const [answer, samples] of Map.groupBy(unlisted.samples, (sample) => sample.answer)) {
    if (!reports.has(answer) && reports.size >= mostReports) continue
    const report = reports.get(answer) ?? (await answers.report({ ids: [answer], is_complete: samples[0]?.is_complete ?? true }))
    if (!report) break
    reports.set(answer, report)
    for (const sample of samples) {
      const { question } = sample
      const own = clues.get(question) ?? { options: [], rows: [] }
      clues.set(question, own)
      addClues(
        own,
        sample,
        report.find(({ widget_id }) => widget_id === question.id),
        titles,
      )
    }
  }
  let isFound = false
  for (const [question, own] of clues)
    for (const list of ['options', 'rows'] as const)
      for (const [label, id] of solve(own[list])) {
        isFound = true
        const option = optionOf(question, list, { id, title: titles.get(id) ?? id })
        if (option && option.title !== label && !option.was.includes(label)) option.was.push(label)
        // Cells of earlier syncs were blank.
        if (question.kind.startsWith('matrix')) dictionary.revision++
        unlisted.explain(question, label)
      }
  dropExplained(dictionary)
  return isFound
}

function addClues(
  clues: Record<ListName, Clue[]>,
  { question, unfit, value }: UnlistedSample,
  report: ReportSeen | undefined,
  titles: Map<string, string>,
): void {
  const addColumnClues = (known: readonly number[], counted: readonly Counted[], texts: readonly Unfit[]): void => {
    const open = without(question.options, known, counted)
    for (const { id, title } of counted) titles.set(id, title)
    // What is counted beside what is known must be these texts, one each.
    if (texts.length > 0 && open.length === texts.length)
      clues.options.push(new Map(texts.map(({ label }) => [label, new Set(open.map(({ id }) => id))])))
  }
  if (value?.is !== 'cells') return addColumnClues(value?.is === 'codes' ? value.codes : [], counts(report?.bars), unfit)
  const rows = counts(report?.rows).filter(({ bars }) => bars !== undefined && bars.length > 0)
  for (const { id, title } of rows) titles.set(id, title)
  const cells = new Map(value.cells)
  for (const [row, known] of cells) {
    const id = question.rows.find(({ code }) => code === row)?.id
    addColumnClues(
      known,
      rows.find((one) => one.id === id)?.bars ?? [],
      unfit.filter((one) => one.row === row),
    )
  }
  const texts = unfit.filter(({ list }) => list === 'rows')
  const open = without(question.rows, [...cells.keys()], rows)
  if (texts.length === 0 || open.length !== texts.length) return
  clues.rows.push(new Map(texts.map((text) => [text.label, new Set(open.filter((row) => isRow(question, text, row)).map(({ id }) => id))])))
}

/** Whether a row of the report has the columns that stand behind the text. */
function isRow({ options }: KnownQuestion, { columns = [], unknownColumns = 0 }: Unfit, { bars = [] }: Counted): boolean {
  const wanted = options.filter(({ code, unlisted }) => !unlisted && columns.includes(code))
  return bars.length === columns.length + unknownColumns && wanted.every(({ id }) => bars.some((bar) => bar.id === id))
}

/** Each text that can be only one option, by all that the answers say. */
function solve(clues: readonly Clue[]): Map<string, string> {
  const solved = new Map<string, string>()
  const left = new Map<string, string[]>()
  for (const clue of clues)
    for (const [label, ids] of clue)
      left.set(
        label,
        [...ids].filter((id) => left.get(label)?.includes(id) ?? true),
      )
  for (let before = -1; before < solved.size;) {
    before = solved.size
    for (const clue of clues)
      for (const label of clue.keys()) {
        const others = [...clue.keys()].flatMap((other) => (other === label ? [] : (solved.get(other) ?? [])))
        const open = (left.get(label) ?? []).filter((id) => !others.includes(id))
        left.set(label, open)
        if (open[0] !== undefined && open.length === 1) solved.set(label, open[0])
      }
  }
  return solved
}

/** What the report counts and the rest of the answer doesn't say. */
function without(options: readonly KnownOption[], codes: readonly number[], counted: readonly Counted[]): Counted[] {
  const said = new Set(options.filter(({ code, unlisted }) => !unlisted && codes.includes(code)).map(({ id }) => id))
  return counted.filter(({ id }) => !said.has(id))
}

/** Bars or rows that the answer is counted in. */
function counts(list: unknown): Counted[] {
  return (Array.isArray(list) ? list.filter(isObject) : []).flatMap(({ id, label, count, bars }): Counted[] => {
    if (id === undefined || (bars === undefined && !(Number(count) > 0))) return []
    return [{ id: String(id), title: String(label ?? id), ...(bars !== undefined && { bars: counts(bars) }) }]
  })
}

function optionOf(question: KnownQuestion, list: ListName, seen: { id: string; title: string }): KnownOption | undefined {
  const find = () => question[list].find(({ id }) => id === seen.id)
  if (!find()) mergeOptions(question[list], [seen], { type: question.type, since: neverOffered })
  return find()
}

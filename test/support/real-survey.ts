/** Whole files of real answers as surveys: columns that belong together become one multiple choice, or a matrix. */
import { questionId } from '../../src/sandbox/seed/demo-surveys.ts'
import type { AnswerValues, Question } from '../../src/model/survey.ts'
import { asked } from './real-data.ts'

/** A question, and the columns that it is made of. */
export interface RealQuestion {
  id: string
  columns: number[]
  kind: 'marks' | 'grid' | 'options' | 'number' | 'text'
  /** What may stand in its columns, in the order of its options. */
  values: string[]
  entity: Question
}

type Rows = readonly (readonly string[])[]

const isGiven = (value: string): boolean => value.trim() !== ''
const valuesOf = (rows: Rows, at: number): string[] => [...new Set(rows.map((row) => row[at]!).filter(isGiven))]

/** How many columns from this one on are one question: a mark in each, or the same few values in all of them. */
function together(all: readonly string[][], at: number): { kind: 'marks' | 'grid'; many: number } | undefined {
  let marks = 0
  while (all[at + marks]?.length === 1) marks++
  const marked = all.slice(at, at + marks).map(([value]) => value!.trim())
  if (marks >= 2 && new Set(marked).size === marks) return { kind: 'marks', many: marks }
  const same = (values: readonly string[] | undefined): boolean => values?.toSorted().join('\n') === all[at]!.toSorted().join('\n')
  let grid = 0
  while (same(all[at + grid])) grid++
  const trimmed = new Set(all[at]!.map((value) => value.trim()))
  return grid >= 3 && all[at]!.length >= 2 && all[at]!.length <= 10 && trimmed.size === all[at]!.length
    ? { kind: 'grid', many: grid }
    : undefined
}

const titled = (titles: readonly string[]): { id: string; title: string }[] =>
  titles.map((title, index) => ({ id: `o${index + 1}`, title }))

export function realQuestions(titles: readonly string[], rows: Rows): RealQuestion[] {
  const all = titles.map((_, at) => valuesOf(rows, at))
  const alone = asked(
    titles,
    rows.map((row) => [...row]),
  )
  const questions: RealQuestion[] = []
  for (let at = 0; at < titles.length;) {
    const id = questionId(questions.length + 1)
    const group = together(all, at)
    const columns = Array.from({ length: group?.many ?? 1 }, (_, index) => at + index)
    const title = titles[at]!.trim() || `Column ${at + 1}`
    if (group?.kind === 'marks') {
      const values = columns.map((column) => all[column]![0]!)
      questions.push({
        id,
        columns,
        kind: 'marks',
        values,
        entity: { type: 'choice', title, choiceMultiple: true, choiceEntities: titled(values) } as Question,
      })
    } else if (group) {
      const matrixRows = titled(columns.map((column) => `${column + 1} ${titles[column]!}`))
      const values = all[at]!
      questions.push({
        id,
        columns,
        kind: 'grid',
        values,
        entity: { type: 'matrix', title, matrixRows, matrixColumns: titled(values) } as Question,
      })
    } else {
      const { entity } = alone[at]!
      const kind = entity.type === 'dropdown' ? 'options' : entity.type === 'scale' ? 'number' : 'text'
      const options = entity.type === 'dropdown' ? { dropdownEntities: titled(all[at]!) } : {}
      questions.push({ id, columns, kind, values: all[at]!, entity: { ...entity, title, ...options } as Question })
    }
    at += columns.length
  }
  return questions
}

export function realAnswer(questions: readonly RealQuestion[], row: readonly string[]): AnswerValues {
  const values: AnswerValues = {}
  for (const { id, columns, kind, values: list } of questions) {
    const given = columns.flatMap((column, index) => (isGiven(row[column]!) ? [[index, row[column]!] as const] : []))
    const [first] = given
    if (!first) continue
    const option = (value: string): string => `o${list.indexOf(value) + 1}`
    if (kind === 'marks') values[id] = given.map(([index]) => `o${index + 1}`)
    else if (kind === 'grid') values[id] = Object.fromEntries(given.map(([index, value]) => [`o${index + 1}`, [option(value)]]))
    else values[id] = kind === 'options' ? option(first[1]) : kind === 'number' ? Number(first[1]) : first[1]
  }
  return values
}

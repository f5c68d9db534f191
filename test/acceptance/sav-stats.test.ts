/**
 * One table of every question type and every odd value as pspp knows it: sets of variables that are one question, what is
 * attached to each, and its counts, means and cross-tables, which are those of `answer stats`.
 */
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Question } from '../../src/model/survey.ts'
import { answers, asked, oddContent } from '../support/answers/odd-survey.ts'
import {
  psppAttributes,
  psppCrossTab,
  psppFrequencies,
  psppGroups,
  psppMeans,
  psppSets,
  type Mean,
} from '../support/answers/sav-readers.ts'
import { freshFolder } from '../support/program.ts'
import { isThere } from '../support/readers.ts'
import { surveyWith, useSandbox } from '../support/served.ts'

const noPspp = isThere('pspp') ? '' : ' (no pspp here)'
const served = useSandbox('empty', { keep: true })
const sav = join(freshFolder(), 'typed.sav')
let quiz: string

beforeAll(async () => {
  quiz = String(await surveyWith(served.sandbox, 'Odd', oddContent(), answers))
  const { exitCode, stderr } = await served.run(['export', 'sav', quiz, '--typed', '-o', sav])
  expect([exitCode, stderr]).toEqual([0, ''])
})

async function stats(...args: string[]): Promise<any[]> {
  const { exitCode, stderr, json } = await served.run(['answer', 'stats', quiz, ...args, '--json'])
  expect([exitCode, stderr]).toEqual([0, ''])
  return json.questions
}

const isMultiple = (question: Question): boolean =>
  (question.type === 'choice' && question.choiceMultiple === true) || (question.type === 'matrix' && question.matrixMultiple === true)

/** Of the 9 digits behind the point that are printed, and the 15 that a number has. */
const near = (theirs: Mean | undefined, ours: any): void => {
  expect(theirs?.n).toBe(ours.n)
  for (const part of ['mean', 'sd'] as const) {
    const [one, other] = [theirs![part], ours[part] ?? Number.NaN]
    if (!(Number.isNaN(one) && Number.isNaN(other))) expect(Math.abs(one - other)).toBeLessThan(1e-8 * Math.max(1, Math.abs(other)))
  }
}

type Counts = [code: number, count: number][]
const counts = (options: { code: number; count: number }[]): Counts => options.map(({ code, count }) => [code, count])
const given = (list: Counts): Counts => list.filter(([, count]) => count > 0).toSorted(([one], [other]) => one - other)

describe.skipIf(noPspp !== '')(`what pspp says is what was asked${noPspp}`, () => {
  it('sets', () => {
    const several = asked.filter(({ question }) => isMultiple(question))
    const label = (text: string): string => text.replace(/\s+/g, ' ')
    const expected = several.flatMap(({ key, question, columns }) => {
      if (question.type === 'choice') return [{ name: `$${key}`, label: label(question.title!), members: columns.map(({ name }) => name) }]
      return (question.type === 'matrix' ? question.matrixRows! : []).map(({ title }, row) => ({
        name: `$${key}_${row + 1}`,
        label: label(`${question.title} - ${title}`),
        members: columns.map(({ name }) => name).filter((name) => name.startsWith(`${key}_${row + 1}_`)),
      }))
    })
    expect(expected).toHaveLength(1 + 3)
    expect(psppSets(sav).toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual(
      expected.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    )
  })

  it('attributes', () => {
    const found = psppAttributes(sav)
    const ids = oddContent().widgets.ids
    asked.forEach(({ question, columns }, place) => {
      for (const { name } of columns)
        expect([name, found.get(name)]).toEqual([name, expect.objectContaining({ QuestionId: ids[place], QuestionText: question.title })])
    })
    for (const { question, columns } of asked) {
      const options = question.type === 'ranking' ? question.rankingEntities : question.type === 'choice' && question.choiceEntities
      if (options && columns.length > 1) expect(columns.map(({ name }) => found.get(name)!.OptionId)).toEqual(options.map(({ id }) => id))
    }
  })
})

describe.skipIf(noPspp !== '')(`what pspp counts is what answer stats counts${noPspp}`, () => {
  it('FREQUENCIES of each option, row, place and mark', async () => {
    const all = await stats()
    const counted = asked.flatMap(({ columns }) => columns.filter(({ type }) => ['code', 'boolean', 'integer'].includes(type)))
    const marks = asked.filter(({ question: { type } }) => type === 'rating' || type === 'scale')
    const names = [...counted, ...marks.flatMap(({ columns }) => columns)].map(({ name }) => name)
    const found = psppFrequencies(sav, [...new Set(names)])
    const yes = (name: string): number => found.get(name)!.find(([code]) => code === 1)?.[1] ?? 0
    asked.forEach(({ key, question, columns }, place) => {
      const { options, rows, histogram } = all[place]
      if (question.type === 'ranking')
        for (const [at, { name }] of columns.entries()) {
          const places = found.get(name)!
          const many = places.reduce((sum, [, count]) => sum + count, 0)
          expect([name, many, places.find(([code]) => code === 1)?.[1] ?? 0]).toEqual([name, options[at].count, options[at].first_places])
          const mean = places.reduce((sum, [code, count]) => sum + code * count, 0) / many
          expect(options[at].mean_place).toBeCloseTo(mean, 12)
        }
      else if (question.type === 'matrix' && question.matrixMultiple)
        for (const row of rows)
          for (const { code, count } of row.options)
            expect([key, row.code, code, yes(`${key}_${row.code}_${code}`)]).toEqual([key, row.code, code, count])
      else if (question.type === 'matrix')
        for (const row of rows)
          expect([key, row.code, given(found.get(`${key}_${row.code}`)!)]).toEqual([key, row.code, given(counts(row.options))])
      else if (isMultiple(question))
        expect(options.map(({ code }: any) => yes(`${key}_${code}`))).toEqual(options.map(({ count }: any) => count))
      else if (options) expect([key, given(found.get(key)!)]).toEqual([key, given(counts(options))])
      else if (found.has(key))
        expect([key, given(found.get(key)!)]).toEqual([key, given(histogram.map(({ from, count }: any) => [from, count]))])
    })
  })

  it('means of numbers', async () => {
    const all = await stats()
    const places = asked.flatMap(({ question: { type }, columns: [column] }, place) =>
      type !== 'ranking' && /^(number|integer)$/.test(column!.type) ? [place] : [],
    )
    const found = psppMeans(
      sav,
      places.map((place) => asked[place]!.key),
    )
    expect(places).toHaveLength(3)
    for (const place of places) near(found.get(asked[place]!.key), all[place].numbers)
  })

  it('CROSSTABS and MEANS by another question', async () => {
    for (const by of ['where_from_exactly', 'sure_or_not']) {
      const all = await stats('--by', by)
      for (const name of ['one_of_them', 'how_good', 'how_likely', 'how_much']) {
        const { groups } = all[asked.findIndex(({ key }) => key === name)].by
        if (name === 'one_of_them') {
          const found = psppCrossTab(sav, name, by)
          const expected = groups.flatMap((group: any) => group.options.map(({ code, count }: any) => [`${code} ${group.code}`, count]))
          expect(Object.fromEntries(expected.filter(([cell, count]: [string, number]) => count > 0 || found.has(cell)))).toEqual(
            Object.fromEntries(found),
          )
        } else {
          const found = psppGroups(sav, name, by)
          for (const { code, numbers } of groups) if (numbers) near(found.get(code), numbers)
        }
      }
    }
  })
})

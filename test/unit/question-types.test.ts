/** A type of question says what it is in several places. Each compiles with an entry that is made for another kind of answer. */
import { describe, expect, it } from 'vitest'
import { kindOf } from '../../src/answers/dictionary/kind.ts'
import type { Kind } from '../../src/answers/dictionary/shape.ts'
import { type QuestionType, optionLists } from '../../src/contract/surveys/question.ts'
import { fieldKinds } from '../../src/model/document/fields.ts'
import { mediaIn } from '../../src/model/document/media.ts'
import { answerKindOf, columnsOf, isAnsweredByList, listsOf, problemOf } from '../../src/model/question/index.ts'
import type { AnswerValue, Question } from '../../src/model/survey.ts'
import { valuesOf } from '../../src/model/telling-values.ts'
import { marksOf } from '../../src/sandbox/files/print/print-marks.ts'
import { decode } from '../../src/sandbox/respondent/decode.ts'
import { controlOf, readsOf } from '../../src/sandbox/respondent/fields/index.ts'
import { wordingOf } from '../../src/sandbox/respondent/wording.ts'
import { plausible } from '../../src/sandbox/seed/plausible.ts'
import { seeded } from '../../src/sandbox/engine/random.ts'
import { everyType, versionOf } from '../support/respondent.ts'

/** What a column of the service's own files holds, by what the typed ones make of the same question. */
const holds: Record<Kind, string> = {
  single: 'code',
  multiple: 'flag',
  ranking: 'place',
  matrix: 'code',
  'matrix-multiple': 'flag',
  number: 'number',
  text: 'text',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  file: 'files',
}

const screens = Object.entries(everyType).map(([id, question]): [QuestionType, string, Question] => [question.type, id, question])
const answered = screens.filter(([, , question]) => answerKindOf(question) !== 'nothing')

const say = wordingOf(versionOf(everyType))
const file: AnswerValue = [{ id: 'kept', url: 'https://files.example/kept', name: 'bill.txt', ext: 'txt', size: 10 }]
const answerTo = (question: Question): AnswerValue | undefined =>
  answerKindOf(question) === 'files' ? file : plausible(question)(seeded(question.type))

const attribute = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]

/** What a form sends of the answer that its control shows, as browsers do. */
function sent(control: string): [string, string][] {
  const inputs = [...control.matchAll(/<input[^>]*>/g)].flatMap(([tag]): [string, string][] => {
    const [type, name] = [attribute(tag, 'type'), attribute(tag, 'name')]
    const isSent = name !== undefined && type !== 'file' && (!/^(radio|checkbox)$/.test(type ?? '') || / checked\b/.test(tag))
    return isSent ? [[name, attribute(tag, 'value') ?? '']] : []
  })
  const selects = [...control.matchAll(/<select[^>]*>.*?<\/select>/gs)].flatMap(([select]): [string, string][] => {
    const chosen = [...select.matchAll(/<option[^>]*>/g)].find(([option]) => / selected\b/.test(option))
    return chosen ? [[attribute(select, 'name') ?? '', attribute(chosen[0], 'value') ?? '']] : []
  })
  const texts = [...control.matchAll(/(<textarea[^>]*>)\n?(.*?)<\/textarea>/gs)].map(([, tag = '', text = '']): [string, string] => [
    attribute(tag, 'name') ?? '',
    text,
  ])
  return [...inputs, ...selects, ...texts]
}

const ids = (value: unknown): unknown => (Array.isArray(value) ? value.map((each) => each?.id ?? each).toSorted() : value)

describe.each(answered)('%s', (_type, id, question) => {
  const value = answerTo(question)
  const { options = [], rows = [], columns = [] } = listsOf(question)
  const titles = [...options, ...rows, ...columns].map(({ title }) => title)

  it('is a list where an unanswered one is', () =>
    expect([Array.isArray(value), problemOf(question, value, true)]).toEqual([isAnsweredByList(question.type), undefined]))
  it('is shown by its control, whose form gives the same answer back', () => {
    const control = String(controlOf({ id, key: id, question, value, required: false, say }) ?? '')
    expect(ids(decode(readsOf(question), id, sent(control)))).toEqual(ids(value))
  })
  it('has a place on paper, with all of its options', () => {
    const marks = JSON.stringify(marksOf(question, 'en'))
    expect(marks).not.toBe('[]')
    for (const title of titles) expect(marks).toContain(JSON.stringify(title))
  })
  it('has typed columns of the kind that the files of the service have', () => {
    const kind = kindOf(question)
    expect([...new Set(columnsOf(question).map((column) => column.holds))]).toEqual([kind && holds[kind]])
    expect(kind?.startsWith('matrix')).toBe(answerKindOf(question) === 'cells')
  })
  it('is tried out where its logic is: at least one valid answer', () => {
    const tried = valuesOf(question, [{ question: id, operator: 'answered' }], 'all_required').values
    expect(tried.filter((one) => one !== undefined && problemOf(question, one, true) === undefined)).not.toEqual([])
  })
})

it.each(screens)('%s names each of its lists of options; those with pictures are media of the survey', (type) => {
  const lists = Object.entries(fieldKinds(type)).flatMap(([name, kind]) => (kind === 'options' ? [name] : []))
  expect(optionLists[type].flatMap(({ fields }) => fields).toSorted()).toEqual(lists.toSorted())
  for (const name of lists.filter((list) => /image|picture/i.test(list)))
    expect(mediaIn([{ type, [name]: [{ link: 'a.png' }] }])).toEqual([{ address: 'a.png', use: 'option' }])
})

it.each(screens.filter(([, , question]) => answerKindOf(question) === 'nothing'))('%s is no answer anywhere', (_, id, question) => {
  expect([kindOf(question), columnsOf(question), marksOf(question, 'en'), answerTo(question)]).toEqual([undefined, [], [], undefined])
  expect(sent(String(controlOf({ id, key: id, question, value: undefined, required: false, say }) ?? ''))).toEqual([])
})

/** Logic of other languages: what is shown here is what is shown there, whatever is answered and whatever is left blank. */
import { describe, expect, it } from 'vitest'
import { lssOf, qsfOf, workbookOf } from '../support/form-files.ts'
import { imported, type Imported } from '../support/forms.ts'
import { fc } from '../support/property.ts'
import { holds } from '../support/xpath.ts'

const numRuns = process.env.SURVEYCTL_FULL ? 400 : 40

/** Answers by the name of the question: an option, options, a number, a text. */
type Given = Readonly<Record<string, any>>
const names = ['one', 'many', 'rate', 'free', 'last'] as const
type Name = (typeof names)[number]

const values: Record<Name, fc.Arbitrary<unknown>> = {
  one: fc.constantFrom(undefined, 'a', 'b', 'c'),
  many: fc.constantFrom(undefined, ['a'], ['b', 'a'], ['c'], ['a', 'b', 'c']),
  rate: fc.constantFrom(undefined, 1, 2, 3, 4, 5),
  free: fc.constantFrom(undefined, 'blue', 'red'),
  last: fc.constant(undefined),
}
const given = fc.array(fc.record(values), { minLength: 4, maxLength: 4 })

/** A test in words of the language, and what it means there of the answers of questions that are shown. */
interface Leaf {
  about: Name
  text: string
  holds: (shown: Given) => boolean
}
type Tree = Leaf | { sign: 'and' | 'or'; parts: Tree[] } | { not: Tree }

const treeOf = (leaves: readonly Leaf[]): fc.Arbitrary<Tree> =>
  fc.letrec<{ node: Tree }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(...leaves),
      fc.record({ sign: fc.constantFrom('and' as const, 'or' as const), parts: fc.array(tie('node'), { minLength: 2, maxLength: 3 }) }),
      tie('node').map((not) => ({ not })),
    ),
  })).node

const isTrue = (tree: Tree, shown: Given): boolean =>
  'not' in tree ? !isTrue(tree.not, shown) : 'sign' in tree ? (tree.sign === 'and' ? tree.parts.every((part) => isTrue(part, shown)) : tree.parts.some((part) => isTrue(part, shown))) : tree.holds(shown) // prettier-ignore

/** Brackets only where they are needed: "and" binds before "or". */
function textOf(tree: Tree, not: (inner: string) => string, signs = { and: ' and ', or: ' or ' }): string {
  if ('not' in tree) return not(textOf(tree.not, not, signs))
  if (!('sign' in tree)) return tree.text
  return tree.parts
    .map((part) => {
      const text = textOf(part, not, signs)
      return 'sign' in part && (tree.sign === 'and' || part.sign === 'and') && !(tree.sign === 'or' && part.sign === 'and')
        ? `(${text})`
        : text
    })
    .join(signs[tree.sign])
}

/** Each question with a condition on those before it, or none. */
const conditionsOver = (leaves: readonly Leaf[]): fc.Arbitrary<(Tree | undefined)[]> =>
  fc.tuple(
    ...names.map((_, index) => {
      const known = leaves.filter(({ about }) => names.indexOf(about) < index)
      return index === 0 ? fc.constant(undefined) : fc.option(treeOf(known), { nil: undefined, freq: 4 })
    }),
  )

/** Question by question, as the other program goes. */
function expectedPath(conditions: readonly (Tree | undefined)[], answers: Given): Name[] {
  const shown: Record<string, unknown> = {}
  return names.filter((name, index) => {
    const condition = conditions[index]
    if (condition && !isTrue(condition, shown)) return false
    if (answers[name] !== undefined) shown[name] = answers[name]
    return true
  })
}

const ours = ({ path }: Imported, answers: Given): string[] => path(asStored(answers)).filter((key) => key !== 'submit')
const asStored = ({ one, ...others }: Given): Given => ({ ...others, ...(one !== undefined && { one: [one] }) })

async function check(made: (conditions: readonly (Tree | undefined)[]) => Promise<Imported>, leaves: readonly Leaf[]): Promise<void> {
  let tried = 0
  await fc.assert(
    fc.asyncProperty(conditionsOver(leaves), given, async (conditions, all) => {
      const survey = await made(conditions)
      const lost = survey.losses.filter(({ code }) => code.startsWith('logic'))
      // More cases than rules are made of: they are told, and more is shown.
      if (lost.some(({ code }) => code === 'logic.too-large')) return
      expect(lost).toEqual([])
      // A question that nothing leads to is left out, and told.
      const gone = survey.losses.filter(({ code }) => code === 'hidden.undeclared').map(({ key }) => key)
      for (const answers of all) {
        tried++
        expect(ours(survey, answers)).toEqual(expectedPath(conditions, answers).filter((name) => !gone.includes(name)))
      }
    }),
    { numRuns },
  )
  expect(tried).toBeGreaterThan(numRuns)
}

const leaf = (about: Name, text: string, means: (value: any) => boolean): Leaf => ({ about, text, holds: (shown) => means(shown[about]) })

describe('XLSForm', () => {
  const texts: [Name, string][] = [
    ['one', "${one} = 'a'"],
    ['one', "${one} != 'b'"],
    ['one', "selected(${one}, 'c')"],
    ['one', "${one} = ''"],
    ['many', "selected(${many}, 'a')"],
    ['many', "not(selected(${many}, 'b'))"],
    ['many', 'count-selected(${many}) > 0'],
    ['rate', '${rate} > 2'],
    ['rate', '${rate} <= 3'],
    ['rate', '3 < ${rate}'],
    ['rate', '${rate} = 4'],
    ['rate', '${rate} != 4'],
    ['free', "${free} = 'blue'"],
    ['free', "${free} != ''"],
    ['free', 'string-length(${free}) = 0'],
    ['free', "contains(${free}, 'lu')"],
  ]
  const said = (shown: Given): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, shown[name] === undefined ? '' : [shown[name]].flat().join(' ')]))
  const leaves = texts.map(([about, text]): Leaf => ({ about, text, holds: (shown) => holds(text, said(shown)) }))
  const rows: Record<Name, [string, string]> = {
    one: ['select_one abc', ''],
    many: ['select_multiple abc', ''],
    rate: ['integer', '. >= 1 and . <= 5'],
    free: ['text', ''],
    last: ['text', ''],
  }

  it('shows what its expressions say', () =>
    check(async (conditions) => {
      const book = await workbookOf({
        survey: [
          ['type', 'name', 'label', 'relevant', 'constraint'],
          ...names.map((name, index) => {
            const condition = conditions[index]
            return [rows[name][0], name, name, condition ? textOf(condition, (inner) => `not(${inner})`) : '', rows[name][1]]
          }),
        ],
        choices: [['list_name', 'name', 'label'], ...['a', 'b', 'c'].map((id) => ['abc', id, id.toUpperCase()])],
      })
      return imported(book)
    }, leaves))
})

it('XLSForm: a calculation that is one value stands for it', async () => {
  const book = await workbookOf({
    survey: [
      ['type', 'name', 'label', 'relevant', 'calculation'],
      ['calculate', 'limit', null, null, '18'],
      ['integer', 'age', 'Age', null, null],
      ['text', 'school', 'School', '${age} < ${limit}', null],
    ],
  })
  const { path, losses } = await imported(book)
  expect(losses.map(({ code }) => code)).toEqual(['validation.number', 'calc.dropped'])
  expect([path({ age: '17' }), path({ age: '18' })]).toEqual([
    ['age', 'school', 'submit'],
    ['age', 'submit'],
  ])
})

describe('LSS', () => {
  const leaves = [
    leaf('one', 'one.NAOK == "a"', (value) => value === 'a'),
    leaf('one', 'one.NAOK != "b"', (value) => value !== 'b'),
    leaf('one', "one.NAOK eq 'c'", (value) => value === 'c'),
    leaf('one', 'is_empty(one.NAOK)', (value) => value === undefined),
    leaf('many', 'many_a.NAOK == "Y"', (value) => value?.includes('a') === true),
    leaf('many', 'many_b.NAOK != "Y"', (value) => value?.includes('b') !== true),
    leaf('many', 'is_empty(many_c.NAOK)', (value) => value?.includes('c') !== true),
    leaf('rate', 'rate.NAOK > 2', (value) => value > 2),
    leaf('rate', 'rate.NAOK le 3', (value) => value <= 3),
    leaf('rate', 'rate.NAOK == 4', (value) => value === 4),
    leaf('rate', 'rate.NAOK ne 4', (value) => value !== 4),
    leaf('free', 'free.NAOK == "blue"', (value) => value === 'blue'),
    leaf('free', 'free.NAOK != ""', (value) => value !== undefined),
    leaf('free', '!is_empty(free.NAOK)', (value) => value !== undefined),
  ]
  const abc = ['a', 'b', 'c'].map((code) => [code, code.toUpperCase()] as const)
  const questions = {
    one: { type: 'L', answers: abc },
    many: { type: 'M', parts: abc },
    rate: { type: '5' },
    free: { type: 'S' },
    last: { type: 'T' },
  }
  const made = (generation: 'old' | 'new', signs: { and: string; or: string }) => async (conditions: readonly (Tree | undefined)[]) =>
    imported(
      lssOf(
        [
          {
            name: '',
            questions: names.map((name, index) => {
              const condition = conditions[index]
              return {
                code: name,
                text: name,
                ...questions[name],
                ...(condition && { relevance: textOf(condition, (inner) => `!(${inner})`, signs) }),
              }
            }),
          },
        ],
        { generation },
      ),
    )

  it('shows what its equations say', () => check(made('new', { and: ' and ', or: ' or ' }), leaves))
  it('also in files of older versions, with other signs', () => check(made('old', { and: ' && ', or: ' || ' }), leaves))
})

describe('QSF', () => {
  const choice = (operator: string, qid: string, number: number, holdsOf: (value: any) => boolean, about: Name) => ({
    ...leaf(about, '', holdsOf),
    logic: { LogicType: 'Question', QuestionID: qid, ChoiceLocator: `q://${qid}/SelectableChoice/${number}`, LeftOperand: `q://${qid}/SelectableChoice/${number}`, Operator: operator },
  }) // prettier-ignore
  const value = (operator: string, qid: string, right: string, holdsOf: (value: any) => boolean, about: Name) => ({
    ...leaf(about, '', holdsOf),
    logic: {
      LogicType: 'Question',
      QuestionID: qid,
      LeftOperand: `q://${qid}/ChoiceTextEntryValue`,
      Operator: operator,
      RightOperand: right,
    },
  })
  const leaves = [
    choice('Selected', 'QID1', 1, (one) => one === '1', 'one'),
    choice('NotSelected', 'QID1', 2, (one) => one !== '2', 'one'),
    choice('Selected', 'QID2', 1, (many) => many?.includes('1') === true, 'many'),
    choice('NotSelected', 'QID2', 3, (many) => many?.includes('3') !== true, 'many'),
    choice('Selected', 'QID3', 3, (rate) => rate === 3, 'rate'),
    value('EqualTo', 'QID4', 'blue', (free) => free === 'blue', 'free'),
    value('NotEqualTo', 'QID4', 'blue', (free) => free !== 'blue', 'free'),
    value('Contains', 'QID4', 'e', (free) => free?.includes('e') === true, 'free'),
    value('DoesNotContain', 'QID4', 'r', (free) => free?.includes('r') !== true, 'free'),
    value('Empty', 'QID4', '', (free) => free === undefined, 'free'),
    value('NotEmpty', 'QID4', '', (free) => free !== undefined, 'free'),
  ]
  type QsfLeaf = (typeof leaves)[number]
  interface Joined<T> {
    or: boolean
    part: T
  }
  type Sets = Joined<Joined<QsfLeaf>[]>[]
  const qids: Record<Name, string> = { one: 'QID1', many: 'QID2', rate: 'QID3', free: 'QID4', last: 'QID5' }
  const choices = {
    Choices: Object.fromEntries([1, 2, 3].map((number) => [number, { Display: `Choice ${number}` }])),
    ChoiceOrder: ['1', '2', '3'],
  }
  const payloads: Record<Name, Record<string, unknown>> = {
    one: { QuestionType: 'MC', Selector: 'SAVR', QuestionText: 'one', ...choices },
    many: { QuestionType: 'MC', Selector: 'MAVR', QuestionText: 'many', ...choices },
    rate: { QuestionType: 'MC', Selector: 'NPS', QuestionText: 'rate' },
    free: { QuestionType: 'TE', Selector: 'SL', QuestionText: 'free' },
    last: { QuestionType: 'TE', Selector: 'ML', QuestionText: 'last' },
  }
  const numbers = { a: '1', b: '2', c: '3' } as Record<string, string>
  const inNumbers = ({ one, many, ...others }: Given): Given => ({
    ...others,
    ...(one !== undefined && { one: numbers[one] }),
    ...(many !== undefined && { many: many.map((id: string) => numbers[id]) }),
  })
  const joinedOf = <T>(part: fc.Arbitrary<T>): fc.Arbitrary<Joined<T>[]> =>
    fc.array(fc.record({ or: fc.boolean(), part }), { minLength: 1, maxLength: 3 })
  const setsOver = (index: number): fc.Arbitrary<Sets> =>
    joinedOf(joinedOf(fc.constantFrom(...leaves.filter(({ about }) => names.indexOf(about) < index))))
  /** Alternatives of what all must hold. */
  const joinedHolds = <T>(all: readonly Joined<T>[], holdsOf: (part: T) => boolean): boolean => {
    const groups: boolean[] = []
    all.forEach(({ or, part }, index) => {
      if (index === 0 || or) groups.push(holdsOf(part))
      else groups.push(groups.pop()! && holdsOf(part))
    })
    return groups.some(Boolean)
  }
  const setsHold = (sets: Sets, shown: Given): boolean => joinedHolds(sets, (set) => joinedHolds(set, (one) => one.holds(shown)))
  const logicOf = (sets: Sets) => ({
    ...Object.fromEntries(
      sets.map(({ or, part }, index) => [
        index,
        {
          ...Object.fromEntries(part.map((one, place) => [place, { ...one.part.logic, ...(place > 0 && { Conjuction: one.or ? 'Or' : 'And' }), Type: 'Expression' }])),
          Type: index === 0 ? 'If' : or ? 'OrIf' : 'AndIf',
        },
      ]),
    ),
    Type: 'BooleanExpression',
  }) // prettier-ignore

  it('shows what its display logic and its branches say', async () => {
    const conditions = fc.tuple(
      ...names.map((_, index) => (index === 0 ? fc.constant(undefined) : fc.option(setsOver(index), { nil: undefined }))),
    )
    const branch = fc.option(setsOver(3), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(conditions, branch, given, async (logic, around, all) => {
        const element = (name: Name) => {
          const sets = logic[names.indexOf(name)]
          return { id: qids[name], payload: { ...payloads[name], ...(sets && { DisplayLogic: logicOf(sets) }) } }
        }
        const blocks = [
          { id: 'BL_1', questions: [element('one'), element('many'), element('rate')] },
          { id: 'BL_2', questions: [element('free'), element('last')] },
        ]
        const second = { Type: 'Block', ID: 'BL_2', FlowID: 'FL_4' }
        const flow = [
          { Type: 'Block', ID: 'BL_1', FlowID: 'FL_2' },
          around ? { Type: 'Branch', FlowID: 'FL_3', BranchLogic: logicOf(around), Flow: [second] } : second,
        ]
        const survey = await imported(qsfOf(blocks, { flow }))
        const lost = survey.losses.filter(({ code }) => code.startsWith('logic'))
        if (lost.some(({ code }) => code === 'logic.too-large')) return
        expect(lost).toEqual([])
        const gone = survey.losses.filter(({ code }) => code === 'hidden.undeclared').map(({ key }) => key)
        for (const answers of all.map(inNumbers)) {
          const shown: Record<string, unknown> = {}
          let inBranch = true
          const expected = names.filter((name, index) => {
            if (name === 'free') inBranch = !around || setsHold(around, shown)
            const sets = logic[index]
            if ((index > 2 && !inBranch) || (sets && !setsHold(sets, shown))) return false
            if (answers[name] !== undefined) shown[name] = answers[name]
            return true
          })
          const keys = Object.fromEntries(names.map((name) => [qids[name].replace('QID', 'q'), answers[name]]))
          const path = survey.path({ ...keys, q1: keys.q1 && [keys.q1] }).filter((key) => key !== 'submit')
          expect(path).toEqual(expected.map((name) => qids[name].replace('QID', 'q')).filter((key) => !gone.includes(key)))
        }
      }),
      { numRuns },
    )
  })

  it('skips where its skip logic says: to a question, behind the block, to the end', async () => {
    const to = fc.constantFrom('QID3', 'QID4', 'QID5', 'ENDOFBLOCK', 'ENDOFSURVEY')
    const skips = fc.array(fc.record({ after: fc.constantFrom(0, 1, 3), number: fc.constantFrom(1, 2, 3), to }), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(skips, given, async (all, answered) => {
        const place = (id: string): number => (id === 'ENDOFSURVEY' ? 9 : Number(id.slice(3)) - 1)
        const usable = all.filter((skip) => skip.to === 'ENDOFBLOCK' || place(skip.to) > skip.after)
        const element = (name: Name, index: number) => ({
          id: qids[name],
          payload: index === 3 ? { ...payloads.one, QuestionText: name } : payloads[name],
          skip: usable.filter(({ after }) => after === index).map(({ number, to: target }) => ({
            ChoiceLocator: `q://${qids[name]}/SelectableChoice/${number}`, Condition: 'Selected', SkipToDestination: target,
          })),
        }) // prettier-ignore
        const elements = names.map(element)
        const survey = await imported(qsfOf([{ id: 'BL_1', questions: elements.slice(0, 3) }, { id: 'BL_2', questions: elements.slice(3) }])) // prettier-ignore
        for (const answers of answered.map(inNumbers)) {
          const values4: Given = { ...answers, free: answers.one }
          const expected: string[] = []
          for (let index = 0; index < names.length; index++) {
            expected.push(`q${index + 1}`)
            const value = values4[names[index]!]
            const skip = usable.find(({ after, number }) => after === index && [value].flat().includes(String(number)))
            if (skip) index = (skip.to === 'ENDOFBLOCK' ? (index < 3 ? 3 : 5) : place(skip.to)) - 1
          }
          const own = { q1: answers.one && [answers.one], q2: answers.many, q3: answers.rate, q4: values4.free && [values4.free] }
          expect(survey.path(own).filter((key) => key !== 'submit')).toEqual(expected)
        }
      }),
      { numRuns: numRuns * 2 },
    )
  })
})

describe('Typeform', () => {
  const field = (ref: string, type: string, properties: object = {}) => ({ ref, type, title: ref, properties })
  const choices = ['a', 'b', 'c'].map((ref) => ({ ref, label: ref.toUpperCase() }))
  const fields = [
    field('one', 'multiple_choice', { choices }),
    field('many', 'multiple_choice', { choices, allow_multiple_selection: true }),
    field('rate', 'opinion_scale', { steps: 5, start_at_one: true }),
    field('free', 'short_text'),
    field('last', 'long_text'),
  ]
  const condition = (op: string, about: Name, type: string, right: unknown) => ({
    op,
    vars: [
      { type: 'field', value: about },
      { type, value: right },
    ],
  })
  const leaves = [
    { ...leaf('one', '', (one) => one === 'a'), condition: condition('is', 'one', 'choice', 'a') },
    { ...leaf('one', '', (one) => one !== 'b'), condition: condition('is_not', 'one', 'choice', 'b') },
    { ...leaf('many', '', (many) => many?.includes('c') === true), condition: condition('is', 'many', 'choice', 'c') },
    { ...leaf('many', '', (many) => many?.includes('a') !== true), condition: condition('is_not', 'many', 'choice', 'a') },
    { ...leaf('rate', '', (rate) => rate > 2), condition: condition('greater_than', 'rate', 'constant', 2) },
    { ...leaf('rate', '', (rate) => rate <= 3), condition: condition('lower_equal_than', 'rate', 'constant', 3) },
    { ...leaf('free', '', (free) => free === 'blue'), condition: condition('equal', 'free', 'constant', 'blue') },
    { ...leaf('free', '', (free) => free?.includes('e') !== true), condition: condition('not_contains', 'free', 'constant', 'e') },
  ]
  const jump = fc.record({
    after: fc.integer({ min: 0, max: 3 }),
    by: fc.integer({ min: 1, max: 5 }),
    sign: fc.constantFrom('and' as const, 'or' as const),
    tests: fc.array(fc.nat({ max: 99 }), { maxLength: 2 }),
  })

  it('jumps where its logic says: the first that holds, in their order', async () => {
    let tried = 0
    await fc.assert(
      fc.asyncProperty(fc.array(jump, { maxLength: 5 }), given, async (jumps, all) => {
        const ways = jumps.map(({ tests, ...way }) => {
          const known = leaves.filter(({ about }) => names.indexOf(about) <= way.after)
          return { ...way, to: Math.min(way.after + way.by, 5), tests: tests.map((number) => known[number % known.length]!) }
        })
        const logic = names.map((ref, index) => ({
          type: 'field',
          ref,
          actions: ways.filter(({ after }) => after === index).map(({ to, sign, tests }) => ({
            action: 'jump',
            details: { to: to > 4 ? { type: 'thankyou', value: 'end' } : { type: 'field', value: names[to] } },
            condition: tests.length === 0 ? { op: 'always', vars: [] } : tests.length === 1 ? tests[0]!.condition : { op: sign, vars: tests.map((one) => one.condition) },
          })),
        })) // prettier-ignore
        const survey = await imported({ title: 'Visit', fields, logic, thankyou_screens: [{ ref: 'end', title: 'Bye' }] })
        const lost = survey.losses.filter(({ code }) => code.startsWith('logic'))
        if (lost.some(({ code }) => code === 'logic.too-large')) return
        expect(lost).toEqual([])
        for (const answers of all) {
          tried++
          const [shown, expected]: [Record<string, unknown>, string[]] = [{}, []]
          for (let index = 0; index < names.length; index++) {
            const name = names[index]!
            expected.push(name)
            if (answers[name] !== undefined) shown[name] = answers[name]
            const way = ways.find(
              ({ after, sign, tests }) =>
                after === index &&
                (tests.length === 0 || (sign === 'and' ? tests.every((one) => one.holds(shown)) : tests.some((one) => one.holds(shown)))),
            )
            if (way) index = way.to - 1
          }
          expect(ours(survey, answers)).toEqual(expected)
        }
      }),
      { numRuns: numRuns * 3 },
    )
    expect(tried).toBeGreaterThan(numRuns)
  })
})

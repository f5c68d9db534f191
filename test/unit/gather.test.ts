import { describe, expect, it } from 'vitest'
import { command, type CommandDefinition } from '../../src/cli/command.ts'
import type { TypedFlags } from '../../src/cli/flags/read.ts'
import { gather, type TypedArguments } from '../../src/cli/gather.ts'
import { shapeOf } from '../../src/cli/shape.ts'
import { boolean, choice, color, folderId, integer, list, nullable, quizId, required, text, uuid } from '../../src/contract/core/fields.ts'
import { done, operation } from '../../src/contract/core/operation.ts'
import { together } from '../../src/contract/core/rules.ts'
import { saveQuiz, setQuiz } from '../../src/contract/surveys/quiz.ts'

const sample = operation({
  id: 'sample.create',
  request: 'POST /quiz/{id}/sample',
  effect: 'live',
  summary: 'A sample',
  body: {
    title: required(text('Title', { max: 5 })),
    size: integer('Size', { min: 1, max: 10 }),
    on: boolean('On'),
    mode: choice(['a', 'b', 3], 'Mode'),
    shade: nullable(color('Shade')),
    folder_id: folderId('Folder'),
    quize_ids: list(quizId('Survey'), 'Surveys'),
    tags: list(uuid('Tag'), 'Tags', { max: 2 }),
    from: text('From'),
    to: text('To'),
  },
  rules: [together('from', 'to')],
  result: done,
})

const typed = (definition: Partial<CommandDefinition>, args: TypedArguments, options: TypedFlags = {}, data?: unknown) => {
  const one = command('create', sample as never, { examples: [], ...definition } as never)
  return gather(shapeOf(one), one.definition, { args, options, ...(data !== undefined && { data }) })
}

describe('what was typed', () => {
  it.each([
    [
      { title: ['ab'], size: ['3'] },
      { title: 'ab', size: 3 },
    ],
    [
      { title: ['ab'], on: false },
      { title: 'ab', on: false },
    ],
    [
      { title: ['ab'], mode: ['3'] },
      { title: 'ab', mode: 3 },
    ],
    [
      { title: ['ab'], clearShade: true },
      { title: 'ab', shade: null },
    ],
    [
      { title: ['ab'], folderId: ['Customers'] },
      { title: 'ab', folder_id: 'Customers' },
    ],
    [
      { title: ['ab'], quizeIds: ['1,Spring', '3'] },
      { title: 'ab', quize_ids: ['1', 'Spring', '3'] },
    ],
    [
      { title: ['ab'], quizeIds: [''] },
      { title: 'ab', quize_ids: [] },
    ],
  ])('%j becomes %j', (options, input) => {
    expect(typed({}, ['42'], options)).toEqual({ input: { id: '42', ...input }, problems: [], missing: [] })
  })

  it.each([
    [{ title: ['ab'], size: ['x'] }, '--size must be a whole number'],
    [{ title: ['abcdef'] }, '--title must be up to 5 characters'],
    [{ title: ['ab'], size: ['11'] }, '--size must be 1 to 10'],
    [{ title: ['ab'], mode: ['c'] }, '--mode must be one of a, b, 3'],
    [{ title: ['ab'], shade: ['red'] }, '--shade must be a colour like #1A2B3C'],
    [{ title: ['ab', 'cd'] }, '--title is given twice'],
    [{ title: ['ab'], shade: ['#112233'], clearShade: true }, '--shade cannot be given together with --clear-shade'],
    [{ title: ['ab'], from: ['x'] }, '--to is needed together with --from'],
  ])('%j is refused: %s', (options, problem) => {
    expect(typed({}, ['42'], options).problems).toEqual([problem])
  })

  it('tells all problems at once', () => {
    expect(typed({}, ['42'], { title: ['abcdef'], size: ['11'], shade: ['red'] }).problems).toHaveLength(3)
  })

  it('counts lengths in code points', () => {
    expect(typed({}, ['42'], { title: ['😀😀😀😀😀'] }).problems).toEqual([])
  })

  it('names what is missing', () => {
    expect(typed({}, [undefined]).missing).toEqual(['id', 'title'])
  })

  it('reads two flags of a boolean', () => {
    const definition = { flags: { on: ['--yes-please', '--no-thanks'] } } as never
    expect(typed(definition, ['1'], { title: ['a'], thanks: false }).input).not.toHaveProperty('thanks')
    expect(typed({ flags: { on: ['--on', '--off'] } } as never, ['1'], { title: ['a'], off: true }).input.on).toBe(false)
    expect(typed({ flags: { on: ['--on', '--off'] } } as never, ['1'], { title: ['a'], on: true, off: true }).problems).toEqual([
      '--on cannot be given together with --off',
    ])
  })

  it('lets flags win over the file, field by field', () => {
    expect(typed({}, ['42'], { title: ['flag'] }, { title: 'file', size: 2 }).input).toEqual({ id: '42', title: 'flag', size: 2 })
  })

  it('refuses an unknown field of the file, naming the nearest', () => {
    expect(typed({}, ['42'], { title: ['a'] }, { siez: 2 }).problems).toEqual(['--file: unknown field "siez"; did you mean size?'])
  })
})

describe('key=value', () => {
  const one = command('set', setQuiz, { positionals: ['id', 'key=value...'], examples: [] })
  const set = (...words: string[]) => gather(shapeOf(one), one.definition, { args: ['42', words], options: {} })

  it.each([
    ['show_progressbar=true', { show_progressbar: true }],
    ['qr_code_size=300', { qr_code_size: 300 }],
    ['available_devices=desktop,mobile', { available_devices: ['desktop', 'mobile'] }],
    ['available_devices:=["tablet"]', { available_devices: ['tablet'] }],
    ['name=a=b', { name: 'a=b' }],
    ['description=', { description: '' }],
  ])('%s', (word, input) => expect(set(word).input).toEqual({ id: '42', ...input }))

  it.each([
    ['qr_code_size=0', 'qr_code_size must be 1 to 1000 px'],
    ['show_progresbar=true', 'unknown key "show_progresbar"; did you mean show_progressbar?'],
    ['lang=de', 'lang must be one of ru, en'],
    ['nonsense', '"nonsense" is not KEY=VALUE'],
    ['filling_time_seconds=86401', 'filling_time_seconds must be 0 to 86400 seconds'],
    ['name:={', 'name is not valid JSON'],
  ])('%s is refused', (word, problem) => expect(set(word).problems).toEqual([problem]))

  it('needs at least one', () => expect(set().missing).toEqual(['key=value']))
})

describe('the rules of save', () => {
  const one = command('save', saveQuiz, { examples: [] })
  const save = (data: unknown) => gather(shapeOf(one), one.definition, { args: ['42'], options: {}, data }).problems

  it.each([
    [{ ids: ['welcome'], entities: { welcome: { type: 'welcome' } } }, []],
    [{ ids: ['welcome', 'welcome'], entities: { welcome: { type: 'welcome' } } }, ['ids.1 "welcome" stands twice']],
    [{ ids: ['welcome'], entities: {} }, ['ids.0 "welcome" is not a key of entities']],
    [{ ids: [], entities: { welcome: { type: 'welcome' } } }, ['entities.welcome is not in ids']],
    [{ ids: ['submit'], entities: {} }, ['ids.0 "submit" is not a key of entities']],
  ])('%j', (data, problems) => expect(save(data).map((problem) => problem.replaceAll('--', ''))).toEqual(problems))
})

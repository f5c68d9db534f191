/** The files of a project: what is read from them, and what is refused, each with its place. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatIds, readIds } from '../../src/project/files/ids.ts'
import { chosenKeys, environmentOf, openProject, type Project } from '../../src/project/files/project.ts'
import { mergePatch, readSurveyFile } from '../../src/project/files/survey-file.ts'
import { writeWithin } from '../../src/project/files/write-within.ts'
import { folderWith } from '../support/folder-with.ts'

const id = '0f0e8f6c-3a4e-4b8e-9d0a-1c2d3e4f5a6b'
const question = '11111111-2222-4333-8444-555555555555'
const config = `format: 1\nid: ${id}\n`
const survey = `format: 1
name: Visitors
# The first thing they see
screens:
  - {key: welcome, type: welcome, title: Hello}
  - {key: rating-1, type: rating, title: How?}
  - key: choice-1
    type: choice
    title: What?
    choiceEntities: [{id: a, title: A}, {id: b, title: B}]
conditions: {rules: [{if: {question: q:rating-1}, then: {to: submit}}]}
`

const project = (files: Record<string, string>): Project => openProject(folderWith({ 'surveyctl.yaml': config, ...files }))
const problemsOf = (files: Record<string, string>, environment?: string): string[] =>
  readSurveyFile(project(files), 'spring', environment).problems.map(({ file, line, message }) => `${file}:${line} ${message}`)

const inTest = { 'surveyctl.yaml': `${config}environments: {test: {}}\n` }

describe('a survey of a project', () => {
  const files = { 'surveys/spring/survey.yaml': survey, 'surveys/spring/ids.yaml': `questions:\n  rating-1: ${question}\n` }

  it('has its ids from ids.yaml, and the same made ones each time', () => {
    const [one, other] = [1, 2].map(() => readSurveyFile(project(files), 'spring'))
    expect(one!.problems).toEqual([])
    expect(one!.content.screens!.ids.slice(0, 2)).toEqual(['welcome', question])
    expect(one!.content.screens).toEqual(other!.content.screens)
    expect(one!.idMap.questions['choice-1']).toMatch(/^[\da-f-]{14}5/)
    expect(JSON.stringify(one!.content.conditions)).toContain(question)
    expect(formatIds(one!.idMap)).toContain(`rating-1: ${question}`)
  })

  it('takes no bare null for a key of ids.yaml', () => {
    const written = formatIds({ questions: { one: question }, options: {}, retired: {} })
    expect(readIds(written.replace('one', 'null'), 'ids.yaml').problems).toHaveLength(1)
  })

  it('tells of ids as they were written where one stands twice', () => {
    const written = formatIds({ questions: { one: question, two: question }, options: {}, retired: {} })
    expect(readIds(written, 'ids.yaml').problems).toEqual([
      expect.objectContaining({ line: 6, message: expect.stringContaining('another') }),
    ])
  })

  it('says where each thing stands', () => {
    const read = readSurveyFile(project(files), 'spring')
    expect(read.place(['screens', read.content.screens?.ids.indexOf(question) ?? 0, 'title'])).toEqual({ line: 6, column: 42 })
    expect(read.place(['screens', 2, 'title']).line).toBe(9)
    expect(read.place(['settings', 'lang'])).toEqual({ line: 1, column: 1 })
  })

  it('is another one in another environment', () => {
    const read = (environment: string) =>
      readSurveyFile(
        project({ ...files, ...inTest, 'surveys/spring/survey.test.yaml': 'name: Trial\nsettings: {lang: en}\n' }),
        'spring',
        environment,
      ).content
    expect([read('test').name, read('test').settings, read('live').name]).toEqual(['Trial', { lang: 'en' }, 'Visitors'])
  })

  it.each([
    ['broken YAML', { 'surveys/spring/survey.yaml': 'name: [' }, 'surveys/spring/survey.yaml:1'],
    ['a key twice', { 'surveys/spring/survey.yaml': 'format: 1\nname: a\nname: b' }, 'surveys/spring/survey.yaml:3'],
    ['an unknown section', { 'surveys/spring/survey.yaml': 'format: 1\nfoo: 1' }, 'surveys/spring/survey.yaml:2 foo is not a section'],
    [
      'a reference to nothing',
      { 'surveys/spring/survey.yaml': survey.replace('q:rating-1', 'q:rating-9') },
      'survey.yaml:11 conditions.rules',
    ],
    ['broken ids', { ...files, 'surveys/spring/ids.yaml': 'questions: {rating-1: 7}' }, 'surveys/spring/ids.yaml:1 questions must hold'],
    ['one id of two keys', { ...files, 'surveys/spring/ids.yaml': `questions:\n  a: ${question}\n  b: ${question}` }, 'ids.yaml:3'],
    [
      'questions in an overlay',
      { ...files, ...inTest, 'surveys/spring/survey.test.yaml': 'screens: []' },
      'survey.test.yaml:1 screens is the same',
    ],
    ['an empty file', { 'surveys/spring/survey.yaml': '' }, 'surveys/spring/survey.yaml:1 must be an object'],
  ])('tells the place of %s', (_, given, line) => expect(problemsOf(given, 'test').join('\n')).toContain(line))
})

describe('a project', () => {
  it('lists its surveys, and names the one that is missing', () => {
    const found = project({ 'surveys/spring/survey.yaml': survey, 'surveys/autumn/survey.yaml': survey })
    expect([chosenKeys(found, []), chosenKeys(found, ['spring'])]).toEqual([['autumn', 'spring'], ['spring']])
    expect(() => chosenKeys(found, ['winter'])).toThrow('surveys/winter/survey.yaml does not exist')
  })

  it.each([
    ['no id', 'format: 1', '1:1 id must be a UUID'],
    ['an unknown word', `${config}colour: red`, '3:9 colour is not known'],
    ['a default that is none', `${config}default: live\nenvironments: {test: {}}`, '3:10 default must be one of test'],
    ['an unknown word of an environment', `${config}environments:\n  test: {colour: red}`, '4:18 environments.test.colour is not known'],
  ])('refuses %s', (_, text, message) => expect(() => project({ 'surveyctl.yaml': text })).toThrow(`surveyctl.yaml:${message}`))

  it('has the environment that is named, or the only one', () => {
    const two = project({ 'surveyctl.yaml': `${config}environments: {test: {}, live: {protected: true}}` })
    expect([environmentOf(project({}), undefined).name, environmentOf(two, 'live').protected]).toEqual(['default', true])
    expect(() => environmentOf(two, undefined)).toThrow('--env is required')
    expect(() => environmentOf(two, 'other')).toThrow('no environment "other"')
  })

  it('reads and writes nothing outside', () => {
    expect(() => project({ 'surveys/Spring 1/survey.yaml': survey })).toThrow('surveys/Spring 1 is not a valid key')
    const found = project({ 'surveys/spring/survey.yaml': survey })
    symlinkSync('/etc/hostname', join(found.root, 'surveys', 'spring', 'ids.yaml'))
    expect(() => readSurveyFile(found, 'spring')).toThrow('surveys/spring/ids.yaml is a symbolic link')
    expect(() => writeWithin(found.root, '../outside', '')).toThrow('leads out of the project')
    symlinkSync('/etc', join(found.root, 'surveys', 'etc'))
    expect(() => openProject(found.root)).toThrow('surveys/etc is a symbolic link')
  })

  it('leaves a file alone that has the text already', () => {
    const { root } = project({ 'surveys/spring/survey.yaml': survey })
    expect([writeWithin(root, 'surveys/spring/survey.yaml', survey), writeWithin(root, 'surveys/spring/survey.yaml', '')]).toEqual([
      false,
      true,
    ])
  })
})

it('a merge patch changes, adds and removes', () =>
  expect(mergePatch({ a: 1, b: { c: 1, d: 2 } }, { a: null, b: { c: 3 }, e: [1] })).toEqual({ b: { c: 3, d: 2 }, e: [1] }))

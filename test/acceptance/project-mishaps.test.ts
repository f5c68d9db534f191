/** What happens to files of a project among people: merged, renamed, copied, lost, saved by other editors. */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { inProject } from '../support/in-project.ts'

const here = inProject()
const { project, edit, text, writes } = here
const at = (path: string): string => join(here.cwd, path)
const read = (path: string): string => readFileSync(at(path), 'utf8')
const rewrite = (path: string, change: (text: string) => string): void => writeFileSync(at(path), change(read(path)))
const git = (...words: string[]): Buffer =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...words], {
    cwd: here.cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

const survey = 'surveys/onboarding/survey.yaml'
const ids = 'surveys/onboarding/ids.yaml'
const stateOf = (key: string): string => `.surveyctl/state/default/${key}.json`
const state = stateOf('onboarding')
const question = 'How was your first week?'
const conflict = (whole: string): string => `<<<<<<< ours\n${whole}=======\n${whole}>>>>>>> theirs\n`

const refused: [name: string, make: () => void, told: RegExp][] = [
  ['a conflict of a merge', () => rewrite(survey, conflict), /survey\.yaml:1:1 A merge left a conflict here: keep what is right/],
  ['one in ids.yaml', () => rewrite(ids, conflict), /ids\.yaml:1:1 A merge left a conflict here/],
  ['one in surveyctl.yaml', () => rewrite('surveyctl.yaml', conflict), /surveyctl\.yaml:1:1 A merge left a conflict here/],
  [
    'one in the state',
    () => rewrite(state, conflict),
    /onboarding\.json has a conflict that a merge left[^]*git checkout --ours \.surveyctl\/state\/default\/onboarding\.json/,
  ],
  [
    'a mark of a conflict that was decided in part',
    () => rewrite(survey, (whole) => whole.replace('screens:', '>>>>>>> theirs\nscreens:')),
    /survey\.yaml:\d\d:1 A merge left a conflict here/,
  ],
  ['another ending', () => renameSync(at(survey), at('surveys/onboarding/survey.yml')), /survey\.yml is not read: .* called survey\.yaml/],
  ['capitals', () => renameSync(at(survey), at('surveys/onboarding/Survey.yaml')), /Survey\.yaml is not read: .* called survey\.yaml/],
  [
    'an overlay for no environment',
    () => writeFileSync(at('surveys/onboarding/survey.staging.yaml'), 'name: X\n'),
    /survey\.staging\.yaml is not read: surveyctl\.yaml has no environment "staging"; there are default/,
  ],
  [
    'an overlay with another ending',
    () => writeFileSync(at('surveys/onboarding/survey.default.yml'), 'name: X\n'),
    /survey\.default\.yml is not read: it has to be called survey\.default\.yaml/,
  ],
  [
    'letters of another encoding',
    () => writeFileSync(at(survey), Buffer.from(read(survey).replace('week?', 'Wöche?'), 'latin1')),
    /survey\.yaml:46 is not UTF-8\n +Save the file in that encoding/,
  ],
  ['UTF-16', () => writeFileSync(at(survey), Buffer.from(`\ufeff${read(survey)}`, 'utf16le')), /survey\.yaml:1 is not UTF-8/],
  [
    'tabs',
    () => rewrite(survey, (whole) => whole.replace('  - key: welcome', '\t- key: welcome')),
    /survey\.yaml:41:1 Tabs are not allowed as indentation; put spaces there\n$/,
  ],
  ['a second document', () => rewrite(survey, (whole) => `${whole}---\nformat: 1\n`), /a second document begins \(---\); a file holds one/],
  ['no file any more', () => writeFileSync(at(survey), ''), /survey\.yaml:1:1 must be an object with format: 1/],
  ['ids.yaml that is gone', () => rmSync(at(ids)), /ids\.yaml:1:1 is missing: without it each question counts as a new one/],
]

describe('a line says what is the matter with', () => {
  it.each(refused)('%s', async (_, make, told) => {
    await project('adopt onboarding 43')
    make()
    const asked = await here.asked(async () => {
      expect((await project('plan', 2)).stderr).toMatch(told)
    })
    expect(asked).toEqual([])
  })

  it('surveys that are named by their paths', async () => {
    await project('adopt onboarding 43')
    expect((await project('plan surveys/onboarding', 2)).stderr).toContain(
      '"surveys/onboarding" is a path; the survey is called onboarding',
    )
    expect((await project('plan Onboarding', 2)).stderr).toContain('This project has no survey "Onboarding"')
  })
})

describe('a survey is not made a second time', () => {
  it('where its folder was renamed', async () => {
    await project('adopt onboarding 43')
    renameSync(at('surveys/onboarding'), at('surveys/start'))
    const plan = await project('plan', 1)
    expect(plan.stdout).toContain('surveys/onboarding, which is gone, had these questions, and is survey 43')
    expect(await writes(() => project('apply', 1))).toEqual([])
    const [, from, to] = /: mv (\S+) (\S+);/.exec(plan.stdout)!
    renameSync(at(from!), at(to!))
    await project('plan')
  })

  it('where its state did not come along, until its file has another name', async () => {
    await project('adopt onboarding 43')
    rmSync(at('.surveyctl/state'), { recursive: true })
    const { stderr } = await project('apply', 1)
    expect(stderr).toContain('Survey 43 has this name and questions of this file. If it is this one: surveyctl project adopt onboarding 43')
    await project('adopt onboarding 43')
    await project('plan')
    await project('forget onboarding')
    edit('onboarding', 'name: Onboarding', 'name: Another')
    expect((await writes(() => project('apply')))[0]).toBe('POST /quiz')
    expect((await here.sandbox.request('GET', '/quiz/43')).body.name).toBe('Onboarding')
  })

  it('but where its folder was copied, which leaves the first one alone', async () => {
    await project('adopt onboarding 43')
    cpSync(at('surveys/onboarding'), at('surveys/copy'), { recursive: true })
    edit('copy', 'name: Onboarding', 'name: Copy')
    expect(await writes(() => project('apply'))).toEqual(['POST /quiz', ...Array(4).fill(expect.not.stringContaining('/43/'))])
    await project('plan')
    cpSync(at(state), at(stateOf('copy')))
    const { stderr } = await project('apply', 2)
    expect(stderr).toContain('copy.json and .surveyctl/state/default/onboarding.json are both of survey 43')
    expect(stderr).toContain('surveyctl project forget onboarding, or copy')
  })
})

describe('files keep the form that they have', () => {
  const rename = (name: string): Promise<unknown> => here.sandbox.request('POST', '/quiz/43/rename', { name })

  it('with the line ends of Windows', async () => {
    await project('adopt onboarding 43')
    const files = [survey, ids, 'surveyctl.yaml', state]
    for (const file of files) rewrite(file, (whole) => whole.replaceAll('\n', '\r\n'))
    const before = files.map(read)
    await project('plan')
    await project('pull')
    await project('apply')
    await project('fmt --check')
    expect(files.map(read)).toEqual(before)
    await rename('Renamed')
    await project('pull')
    expect(text('onboarding')).toBe(before[0]!.replace('name: Onboarding', 'name: Renamed'))
    expect(read(ids)).toBe(before[1])
  })

  it('also with the mark that some editors put first', async () => {
    await project('adopt onboarding 43')
    for (const file of [survey, ids, 'surveyctl.yaml', state]) rewrite(file, (whole) => `\ufeff${whole}`)
    await project('plan')
    edit('onboarding', question, 'How was it?')
    await project('apply')
    await project('drift')
  })

  it('as JSON of another tool, until they are brought into the usual form', async () => {
    await project('adopt onboarding 43')
    rewrite(survey, (whole) => `${JSON.stringify(parse(whole), null, 4)}\n`)
    const before = read(survey)
    await project('plan')
    await rename('Renamed')
    await project('pull')
    expect(read(survey)).toBe(before.replace('"Onboarding"', '"Renamed"'))
    await project('fmt')
    expect(read(survey)).toMatch(/^format: 1\nname: Renamed\nfolder: Surveys\n/)
    await project('plan')
  })
})

it('two branches that change the same survey come together, state and all', async () => {
  await project('adopt onboarding 43')
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-qm', 'Base')
  git('tag', 'base')
  const branch = async (name: string, from: string, to: string): Promise<void> => {
    git('checkout', '-q', '-b', name, 'main')
    edit('onboarding', from, to)
    await project('plan', 10)
    git('commit', '-qam', name)
  }
  await branch('one', question, 'One?')
  await branch('two', 'We talk about it', 'Two')
  git('checkout', '-q', 'main')
  git('merge', '-q', 'one')
  await project('apply')
  git('commit', '-qam', 'Applied')
  git('merge', '-q', '-m', 'Both', 'two')
  expect((await project('plan', 10)).stdout).toMatch(/~ screens\.submit\.submitThanksText[^]*1 request/)
  await project('apply')
  git('commit', '-qam', 'Applied too')
  git('checkout', '-q', '-b', 'three', 'base')
  edit('onboarding', question, 'Three?')
  git('commit', '-qam', 'three')
  expect(() => git('merge', '-q', 'main')).toThrow('Command failed')
  expect((await project('plan', 2)).stderr).toMatch(/survey\.yaml:\d+:1 A merge left a conflict/)
  git('checkout', '--theirs', survey)
  await project('plan')
})

it('a survey that was deleted on the service is told once, with the ways on', async () => {
  await project('adopt onboarding 43')
  await here.sandbox.request('DELETE', '/quiz/43')
  const { stdout } = await project('plan', 1)
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringContaining('1 gone'),
    expect.stringContaining('onboarding  43'),
    expect.stringMatching(/To bring it back: surveyctl quiz restore 43; to create it again: surveyctl project forget onboarding/),
  ])
  expect((await project('drift', 10)).stdout).toContain('gone')
  await project('forget onboarding')
  await project('apply')
  await project('plan')
})

/** Files of a project that are not what they should be: told with their name, nothing asked, nothing outside read or written. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { inProject } from '../support/in-project.ts'

const here = inProject()
const put = (path: string, text: string): void => {
  const target = join(here.cwd, path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}
const survey = 'surveys/spring/survey.yaml'
const bomb = [
  'a0: &a0 [x, x, x, x, x, x, x, x, x, x]',
  ...Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array<string>(10).fill(`*a${n}`).join()}]`),
].join('\n')

const cases: [name: string, make: () => void, told: RegExp][] = [
  ['an alias bomb', () => put(survey, `format: 1\n${bomb}\n`), /surveys\/spring\/survey\.yaml:6:38 what aliases \(\*name\) repeat/],
  ['an alias bomb in ids.yaml', () => put('surveys/spring/ids.yaml', bomb), /ids\.yaml:5:38 what aliases/],
  ['an alias bomb in surveyctl.yaml', () => put('surveyctl.yaml', bomb), /surveyctl\.yaml:5:38 what aliases/],
  ['more than 10 MB', () => put(survey, `# ${'x'.repeat(10 * 2 ** 20)}`), /survey\.yaml is larger than 10 MB/],
  ['a key twice', () => put(survey, 'format: 1\nname: a\nname: b\n'), /survey\.yaml:3:1 this key is there twice/],
  ['a tag of its own', () => put(survey, 'format: 1\nname: !!js/function x\n'), /survey\.yaml:2:7 .*[Tt]ag/],
  ['bytes that are no text', () => put(survey, 'format: 1\nname: "\u0000"\n\u0001'), /survey\.yaml:/],
  [
    'a folder in place of the file',
    () => {
      rmSync(join(here.cwd, survey))
      mkdirSync(join(here.cwd, survey))
    },
    /survey\.yaml is not a file/,
  ],
  [
    'a folder in place of ids.yaml',
    () => {
      rmSync(join(here.cwd, 'surveys/spring/ids.yaml'))
      mkdirSync(join(here.cwd, 'surveys/spring/ids.yaml'))
    },
    /ids\.yaml is not a file/,
  ],
  [
    'a file in place of surveys',
    () => {
      rmSync(join(here.cwd, 'surveys'), { recursive: true })
      put('surveys', '')
    },
    /surveys is not a folder/,
  ],
  ['a folder with spaces', () => put('surveys/Two Words/survey.yaml', 'format: 1\n'), /surveys\/Two Words is not a valid key of a survey/],
  [
    'a folder whose name acts on a terminal',
    () => put('surveys/\u001b[31mred/survey.yaml', 'format: 1\n'),
    /is not a valid key of a survey/,
  ],
  [
    'a state that is cut off',
    () => put('.surveyctl/state/default/spring.json', '{"format": 1, "quiz'),
    /state\/default\/spring\.json is broken/,
  ],
  ['a state of another form', () => put('.surveyctl/state/default/spring.json', '{"format": 1, "base_url": 5}'), /spring\.json is broken/],
  [
    'a state of a wrong survey id',
    () => put('.surveyctl/state/default/spring.json', '{"format": 1, "base_url": "x", "workspace_id": 1, "quiz_id": "../7"}'),
    /spring\.json is broken/,
  ],
  [
    'a state that is a link',
    () => {
      rmSync(join(here.cwd, '.surveyctl/state/default/spring.json'))
      symlinkSync('/etc/hostname', join(here.cwd, '.surveyctl/state/default/spring.json'))
    },
    /spring\.json is a symbolic link/,
  ],
  [
    'a file that is a link',
    () => {
      rmSync(join(here.cwd, survey))
      symlinkSync('/etc/hostname', join(here.cwd, survey))
    },
    /survey\.yaml is a symbolic link/,
  ],
]

const many = (line: (index: number) => string): string => Array.from({ length: 20_000 }, (_, index) => line(index)).join('\n')
cases.push(
  ['20,000 unknown keys', () => put(survey, `format: 1\n${many((index) => `x${index}: 1`)}\n`), /survey\.yaml:2:5 x0 is not a section/],
  [
    '20,000 anchors',
    () => put(survey, `format: 1\nname: 5\nx:\n${many((index) => `  - &a${index} 1`)}\n`),
    /survey\.yaml:4:3 x is not a section/,
  ],
  [
    '20,000 ids that repeat',
    () =>
      put('surveys/spring/ids.yaml', `format: 1\nquestions:\n${many((index) => `  a${index}: 00000000-0000-4000-8000-000000000000`)}\n`),
    /ids\.yaml:4:/,
  ],
  [
    '20,000 screens with one key',
    () => put(survey, `format: 1\nscreens:\n${many(() => '  - {key: a, type: input}')}\n`),
    /survey\.yaml:4:11 screens\.1\.key "a" is used twice/,
  ],
  ['screens within themselves', () => put(survey, 'format: 1\nscreens: &a [*a]\n'), /survey\.yaml:2:14 \*a stands inside what it names/],
  [
    'a value 5,000 deep',
    () => put(survey, `format: 1\nnote: ${'['.repeat(5000)}${']'.repeat(5000)}\n`),
    /survey\.yaml:2:106 nested deeper than 100 levels/,
  ],
)

const commands = ['plan', 'status', 'drift', 'apply', 'pull']
/** They read a project by the same code: two of them each, in turn; all of them with SURVEYCTL_FULL=1. */
const tried = (index: number): string[] =>
  commands.filter((_, at) => process.env.SURVEYCTL_FULL === '1' || at === index % 5 || at === (index + 2) % 5)

it.each(cases.map((one, index) => [...one, tried(index)] as const))('%s', async (_, make, told, lines) => {
  await here.pulled('spring')
  make()
  const asked = await here.asked(async () => {
    for (const line of lines) {
      const { exitCode, stderr } = await here.run(['project', line], { cwd: here.cwd })
      expect([line, exitCode, stderr], stderr).toEqual([line, 2, expect.stringMatching(told)])
      expect(stderr).not.toContain('\u001b[31m')
      expect(stderr.length).toBeLessThan(30_000)
    }
  })
  expect(asked).toEqual([])
})

it('a folder that begins with a dot is none of the project, and one without a survey neither', async () => {
  await here.pulled('spring')
  put('surveys/.../survey.yaml', 'format: 1\nname: no\n')
  put('surveys/notes/readme.md', '# Notes')
  expect((await here.project('plan')).stdout).toContain('1 survey')
})

it('rules that are broken stop what they would judge', async () => {
  await here.pulled('spring')
  put('check.yaml', bomb)
  expect((await here.project('check', 2)).stderr).toContain('check.yaml:5:38: what aliases')
})

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
  ['an alias bomb', () => put(survey, `format: 1\n${bomb}\n`), /surveys\/spring\/survey\.yaml:1:1 Excessive alias count/],
  ['an alias bomb in ids.yaml', () => put('surveys/spring/ids.yaml', bomb), /ids\.yaml:1:1 Excessive alias count/],
  ['an alias bomb in surveyctl.yaml', () => put('surveyctl.yaml', bomb), /surveyctl\.yaml:1:1 Excessive alias count/],
  ['more than 10 MB', () => put(survey, `# ${'x'.repeat(10 * 2 ** 20)}`), /survey\.yaml is larger than 10 MB/],
  ['a key twice', () => put(survey, 'format: 1\nname: a\nname: b\n'), /survey\.yaml:3:1 Map keys must be unique/],
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
      expect(stderr.length).toBeLessThan(2000)
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
  expect((await here.project('check', 2)).stderr).toContain('check.yaml:1:1: Excessive alias count')
})

import { describe, expect, it } from 'vitest'
import { completionLines, completionsFor, type Sources } from '../../src/cli/completion/complete.ts'
import { loaders } from '../../src/commands/index.ts'

const sources: Sources = {
  nouns: [
    { noun: 'quiz', summary: 'Surveys' },
    { noun: 'qr', summary: 'QR codes' },
    { noun: 'export', summary: 'Files' },
  ],
  topics: async () => [{ name: 'exit-codes', title: 'Exit codes' }],
  load: async (word) => loaders().get(word)?.(),
  live: async () => ({
    surveys: async () => [
      { value: '42', about: 'Spring' },
      { value: '43', about: 'Draft' },
    ],
    folders: async () => [{ value: '2', about: 'Customers' }],
    profiles: async () => [{ value: 'default' }, { value: 'ci' }],
    settingKeys: () => [{ value: 'base_url' }, { value: 'workspace' }, { value: 'read_only', choices: ['true', 'false'] }],
  }),
}

const values = async (line: string) => {
  const found = await completionsFor(line.split(' '), sources)
  return found === 'files' ? found : found.map(({ value }) => value)
}

describe('what may come next', () => {
  it.each([
    ['q', ['quiz', 'qr']],
    ['quiz una', ['unarchive']],
    ['quiz publish ', ['42', '43']],
    ['quiz publish 42 4', ['43']],
    ['quiz set 42 available_devices=desktop,', ['available_devices=desktop,mobile', 'available_devices=desktop,tablet']],
    ['--profile ', ['default', 'ci']],
    ['--profile ci quiz una', ['unarchive']],
    ['help quiz una', ['unarchive']],
    ['config set read_only ', ['true', 'false']],
    ['quiz publish --wait-u', ['--wait-unlock']],
    ['quiz rename 42 ', []],
    ['quiz move 42 --folder ', ['2']],
    ['quiz list --sort ', ['created_at', 'updated_at', 'name', 'id']],
    ['quiz list --sort=n', ['--sort=name']],
    ['quiz list --sort name --sor', []],
    ['quiz set 42 show_p', ['show_progressbar=']],
    ['quiz set 42 lang=', ['lang=ru', 'lang=en']],
    ['quiz set 42 show_captcha=t', ['show_captcha=true']],
    ['quiz set 42 available_devices=desktop,m', ['available_devices=desktop,mobile']],
    ['quiz list --profile ', ['default', 'ci']],
    ['--json quiz una', ['unarchive']],
    ['config set w', ['workspace']],
    ['auth switch c', ['ci']],
    ['nothing here', []],
  ])('surveyctl %s', async (line, expected) => expect(await values(line)).toEqual(expected))

  it.each(['quiz save 42 --file ', 'export csv 42 -o ', 'export csv 42 -o x --output ', 'sandbox run -- ls '])(
    '%s asks for files',
    async (line) => expect(await values(line)).toBe('files'),
  )

  it('gives meanings behind a tab, on one line', () => {
    expect(completionLines([{ value: '42', about: 'A\tname\u001b[31m\nof two lines' }, { value: '43' }])).toBe(
      '42\tA name [31m of two lines\n43\n',
    )
  })
})

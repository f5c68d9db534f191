/** One meaning a flag: wherever a flag of one name is, it takes the same kind of value. */
import { expect, it } from 'vitest'
import { placeholderOf } from '../../src/cli/flags/of-field.ts'
import { shapeOf } from '../../src/cli/shape.ts'
import { loaders } from '../../src/commands/index.ts'
import { useSandbox } from '../support/served.ts'

const groups = await Promise.all([...loaders().values()].map((load) => load()))
const commands = groups.flatMap((group) => group.commands)

/** What is of one kind under several names. */
const kindOf = (placeholder: string): string => {
  if (/^(survey|question|option)s?(,\.\.\.)?$/.test(placeholder)) return 'reference'
  if (/^(n|id|percent)(,\.\.\.)?$/.test(placeholder)) return 'number'
  if (/^(dir|folder)$/.test(placeholder)) return 'folder'
  if (/^(date|day)$/.test(placeholder)) return 'day'
  if (/^(file|path)$/.test(placeholder)) return 'file'
  return /^(text|name|title)$/.test(placeholder)
    ? 'text'
    : /\||^(format|type|language|seed|value|which|unit)$/.test(placeholder)
      ? 'choice'
      : placeholder
}

/** Each with what keeps the two apart: another noun, whose word it is, and the service's. */
const known: Record<string, string> = {
  '--active': 'a switch of what is made, and the pipelines that are active in a CRM',
  '--at': 'a place among rules, and an hour of the day',
  '--code': 'a code from a letter, and one of a refusal',
  '--data': 'a question of a favourite, and the folder of a sandbox',
  '--deleted': 'deleted answers: whether, and how many the sandbox makes',
  '--folder': 'a folder of surveys, by name or id, and by id alone',
  '--from': 'where something comes from: a day, surveys, an environment, an earlier backup',
  '--ids': 'ids of options to be written, and of answers',
  '--incomplete': 'incomplete answers: whether, which, and how many the sandbox makes',
  '--include': 'variables that are kept again, and the head of an answer',
  '--list': 'which list of a matrix, and a promo list',
  '--log': 'a switch of a sync, and one log of deliveries',
  '--publish': 'a switch, and which surveys of a project',
  '--resend': 'a switch of failed deliveries, and sections of a project',
  '--screenout': 'screened-out respondents: whether, how many, and what they are told',
  '--seed': 'what a sandbox, and what chance begins with',
  '--since': 'how long ago, and a moment',
  '--source': 'a label of the partner program, and a hidden variable',
  '--status': 'of a lead, of a booking, of an HTTP answer',
  '--statuses': 'of leads by pipeline, and of recipients',
  '--to': 'where something goes: a day, surveys, formats',
}

it('takes one kind of value wherever it is, but for what is known', () => {
  const kinds = new Map<string, Set<string>>()
  const add = (flag: string, kind: string): void => void kinds.set(flag, (kinds.get(flag) ?? new Set()).add(kind))
  for (const command of commands) {
    for (const { flag, field, form } of shapeOf(command).flags)
      add(flag, field.kind === 'boolean' && !form ? 'switch' : kindOf(form?.placeholder ?? placeholderOf(field)))
    for (const { flag } of Object.values(command.definition.extra ?? {})) {
      const long = /--[\w-]+/.exec(flag)?.[0]
      if (long !== undefined) add(long, kindOf(/[<[](.*)[>\]]/.exec(flag)?.[1] ?? 'switch'))
    }
  }
  const several = [...kinds].filter(([, found]) => found.size > 1).map(([flag]) => flag)
  expect(several.toSorted()).toEqual(Object.keys(known).toSorted())
})

const served = useSandbox('demo', { keep: true })

it.each([
  ['api POST /quiz/42/note --file - --no-input'],
  ['api POST /quiz/42/note --no-input --input -'],
  ['api POST /quiz/42/note --input=-'],
  ['scheduler edit 1 --no-color --color #112233'],
  ['scheduler edit 1 --color #112233 --no-color'],
])('%s: no value is lost to a flag of all commands that says no', async (line) => {
  const { exitCode, stdout } = await served.run(`${line} --dry-run`, { input: '{"notes":"Well"}' })
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/Well|#112233/)])
})

it.each([
  ['answer stats 42 1 --from 2099-01-01 --json', (json: any) => json.answers === 0],
  ['report view 42 --from-date 2099-01-01 --to-date=2099-01-02 --json', (json: any) => json.status],
  ['booking list --from-date 2026-01-01 --to 2027-01-01 --json', (json: any) => json.length > 0],
])('%s: days by either name', async (line, holds) => {
  const { exitCode, json } = await served.run(line)
  expect([exitCode, holds(json)]).toEqual([0, true])
})

it.each(['promo detach 42 --from-date 2026-01-01', 'answer sync 42 --to-date 2026-01-01'])('%s: no days here', async (line) => {
  expect(await served.run(line)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Unknown flag --') })
})

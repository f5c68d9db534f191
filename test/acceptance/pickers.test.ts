/** What is left out is chosen from a list, on a terminal. */
import { describe, expect, it } from 'vitest'
import { hasPty, onTerminal, type Typing } from '../faults/pty.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true, isFound: true })
const { run } = served

const terminal = (line: string, keys: Typing['keys'] = [], env: Typing['env'] = {}) =>
  onTerminal(line.split(' '), {
    keys,
    env: {
      ...served.sandbox.signedIn,
      NO_COLOR: '1',
      SURVEYCTL_SPINNER: '0',
      ...env,
    },
  })

describe.skipIf(!hasPty)('a new question', () => {
  it('is asked for: its type, title and options', async () => {
    const { screen, exitCode } = await terminal('question add 43', [
      [/Type/, 'dropdown'],
      [/Type dropdown[^]*dropdown/, '\r'],
      [/Title/, 'How did you come?\r'],
      [/Option 1/, '\r'],
      [/at least one/, 'By train\r'],
      [/Option 2/, 'On foot\r'],
      [/Option 3 \(empty: no more\)/, '\r'],
    ])
    expect(exitCode, screen).toBe(0)
    const { json } = await run('question list 43 --json')
    const added = json.find(({ title }: { title: string }) => title === 'How did you come?')
    expect((await run(['question', 'view', '43', added.key, '--json'])).json).toMatchObject({
      type: 'dropdown',
      dropdownEntities: [{ title: 'By train' }, { title: 'On foot' }],
    })
  })
})

describe.skipIf(!hasPty)('a picker', () => {
  it.each<[line: string, keys: Typing['keys'], result: string]>([
    [
      'webhook logs 42',
      [
        [/Webhook[^]*Answers \(7\)/, 'Answ'],
        [/Webhook Answ[^]*\(7\)/, '\r'],
      ],
      'http',
    ],
    [
      'webhook disable',
      [
        [/Survey[^]*Spring \(42\)/, '(42'],
        [/Survey \(42[^]*Spring \(42\)/, '\r'],
        [/Webhook[^]*\(7\)/, '\r'],
      ],
      'Switched webhook',
    ],
    [
      'promo rename 42',
      [
        [/Promo list[^]*Spring letter \(1\)/, 'Spring'],
        [/Promo list Spring[^]*\(1\)/, '\r'],
        [/Name/i, 'Renamed\r'],
      ],
      'Renamed promo list 1',
    ],
    ['booking edit --comment Later', [[/Booking[^]*Z \(3\)[^]*Z \(1\)/, '\r']], 'booking 3'],
    [
      'block remove',
      [
        [/Time block[^]*\(1\)/, '\r'],
        [/y\/N/i, 'y\r'],
      ],
      'Removed block 1',
    ],
    ['scheduler duplicate', [[/Scheduler[^]*\(1\)/, '\r']], 'Copied scheduler 1'],
    [
      'version restore 42',
      [
        [/Version[^]*2 \(2\)/, '2'],
        [/Version 2[^]*2 \(2\)/, '\r'],
        [/y\/N/i, 'y\r'],
      ],
      'version',
    ],
    [
      'quiz create',
      [
        [/Folder[^]*Customers/, 'Cust'],
        [/Folder Cust[^]*\(2\)/, '\r'],
        [/Language of new surveys[^]*English[^]*Russian/, '\r'],
      ],
      'Created survey',
    ],
    [
      'role set',
      [
        [/Role[^]*Editors \(1\)/, '\r'],
        [/./, '\u0003'],
      ],
      'Role',
    ],
    [
      'password remove 46',
      [
        [/Password[^]*1 \(1\)/, '\r'],
        [/y\/N/i, 'n\r'],
      ],
      'Remove password 1 of survey 46',
    ],
    [
      'appearance preset-remove',
      [
        [/Preset[^]*Quiet \(1\)/, '\r'],
        [/y\/N/i, 'n\r'],
      ],
      'Remove preset 1',
    ],
    [
      'question set 46',
      [
        [/Question[^]*How well/, 'How well'],
        [/Question How well[^]*How well/, '\r'],
        [/Field[^]*title/, 'title'],
        [/Field title[^]*title/, '\r'],
        [/\? title/, 'Are you content?\r'],
      ],
      'Changed question',
    ],
    [
      'condition test',
      [
        [/Survey[^]*Spring \(42\)/, '(42'],
        [/Survey \(42[^]*Spring \(42\)/, '\r'],
      ],
      'Then the answer is sent',
    ],
    [
      'webhook test',
      [
        [/Survey[^]*Spring \(42\)/, '(42'],
        [/Survey \(42[^]*Spring \(42\)/, '\r'],
        [/Webhook[^]*Answers \(7\)/, '\r'],
      ],
      'answer',
    ],
    ['webhook test 42', [[/Webhook[^]*Answers \(7\)/, '\r']], 'answer'],
    ['email recipient-toggle 42', [[/Recipient[^]*@/, '\r']], 'recipient'],
  ])('of %s', async (line, keys, result) => {
    const { screen } = await terminal(line, keys)
    expect(screen).toContain(result)
  })

  it('of the survey that is edited, which is asked about before it is sent', async () => {
    const keys: Typing['keys'] = [
      [/Survey[^]*Onboarding \(43\)/, '(43'],
      [/Survey \(43[^]*Onboarding \(43\)/, '\r'],
      [/settings\.info_title[^]*Send \d changes to survey 43\?/, 'y\r'],
    ]
    const { screen, exitCode, restored } = await terminal('quiz edit', keys, {
      VISUAL: '',
      EDITOR: "sed -i 's/first week/first day/'",
    })
    expect([exitCode, restored, screen.includes('Changed survey 43')], screen).toEqual([0, true, true])
  })

  it('of profiles', async () => {
    const { screen, exitCode } = await terminal('auth switch', [[/There is no profile to choose/, '']])
    expect([exitCode, screen.includes('To make one: surveyctl auth login')]).toEqual([2, true])
  })

  it('offers the surveys of an ambiguous name', async () => {
    await run('quiz rename 43 Twins')
    await run('quiz rename 46 Twins')
    const { screen, exitCode } = await terminal('quiz view Twins', [[/"Twins" fits 2 surveys[^]*Twins \(4[36]\)[^]*Twins \(4[36]\)/, '\r']])
    expect([exitCode, /id: +4[36]/.test(screen)], screen).toEqual([0, true])
    const piped = await run('quiz view Twins')
    expect([piped.exitCode, piped.stderr.split('\n')[0]]).toEqual([2, expect.stringMatching(/^✗ "Twins" fits 2 surveys: 4/)])
  })
})

describe('a name that is near', () => {
  it.each([
    ['quiz view spring', 5, 'No survey is called "spring"; did you mean "Spring" (42)'],
    ['quiz view Sprng', 5, 'No survey is called "Sprng"; did you mean "Spring" (42)'],
    ['quiz list --folder customers', 5, 'No folder with surveys is called "customers"; did you mean "Customers" (2)?'],
    ['quiz view Xylophone', 5, 'No survey is called "Xylophone"'],
  ])('%s', async (line, code, message) => {
    const { exitCode, stderr } = await run(line)
    expect([exitCode, stderr.split('\n')[0]]).toEqual([code, expect.stringContaining(`✗ ${message}`)])
  })
})

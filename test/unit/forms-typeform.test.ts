/** Typeform's JSON: a field a screen, jumps, points. */
import { describe, expect, it } from 'vitest'
import { imported, told } from '../support/forms.ts'

const choice = (ref: string, label: string) => ({ ref, label })
const form = {
  title: 'Visit',
  settings: { language: 'en', show_progress_bar: true },
  welcome_screens: [{ ref: 'w', title: 'Hello', properties: { button_text: 'Go' } }],
  thankyou_screens: [{ ref: 't', title: 'Bye' }],
  hidden: ['source'],
  fields: [
    { ref: 'been', type: 'yes_no', title: 'Been *here*?', validations: { required: true } },
    {
      ref: 'why',
      type: 'multiple_choice',
      title: 'Why?',
      properties: { allow_other_choice: true, choices: [choice('art', 'Art'), choice('meal', 'Meal')] },
    },
    { ref: 'rate', type: 'opinion_scale', title: 'How?', properties: { steps: 5, start_at_one: true } },
    { ref: 'pay', type: 'payment', title: 'Pay' },
    { ref: 'last', type: 'long_text', title: 'Hi {{field:been}}' },
  ],
  logic: [
    {
      type: 'field',
      ref: 'been',
      actions: [
        {
          action: 'jump',
          details: { to: { type: 'field', value: 'rate' } },
          condition: {
            op: 'is',
            vars: [
              { type: 'field', value: 'been' },
              { type: 'constant', value: false },
            ],
          },
        },
      ],
    },
    {
      type: 'field',
      ref: 'why',
      actions: [
        {
          action: 'add',
          details: { target: { type: 'variable', value: 'score' }, value: { type: 'constant', value: 3 } },
          condition: {
            op: 'is',
            vars: [
              { type: 'field', value: 'why' },
              { type: 'choice', value: 'art' },
            ],
          },
        },
      ],
    },
    {
      type: 'field',
      ref: 'rate',
      actions: [
        {
          action: 'jump',
          details: { to: { type: 'thankyou', value: 't' } },
          condition: {
            op: 'lower_than',
            vars: [
              { type: 'field', value: 'rate' },
              { type: 'constant', value: 3 },
            ],
          },
        },
      ],
    },
  ],
}

describe('Typeform', () => {
  it('becomes screens, rules and points', async () => {
    const { screens, path, losses, content } = await imported(form)
    expect(Object.entries(screens).map(([key, { type }]) => `${key} ${type}`)).toEqual([
      'welcome welcome',
      'been yesno',
      'why choice',
      'why-other input',
      'rate scale',
      'pay input',
      'last input',
      'submit submit',
    ])
    expect([screens.why, (content.settings as any).scoring_switcher]).toMatchObject([
      { choiceEntities: [{ id: 'art', title: 'Art', score: 3 }, { id: 'meal', title: 'Meal' }, { id: 'other' }] },
      true,
    ])
    expect(told(losses)).toEqual([
      'type.unsupported fields[3] payment',
      'text.piping fields[4] Hi {{field:been}}',
      'hidden.undeclared hidden source',
      'text.markup fields[0] Been *here*?',
      'other.split fields[1] "Other" with a text of its own',
    ])
    expect([path({ been: 'no', rate: 4 }), path({ been: 'yes', why: ['other'], rate: 2 })]).toEqual([
      ['welcome', 'been', 'rate', 'pay', 'last', 'submit'],
      ['welcome', 'been', 'why', 'why-other', 'rate', 'submit'],
    ])
  })
})

import { check } from '../../contract/core/operation.ts'
import { addEmailRecipient, removeEmailRecipient, toggleEmailRecipient, viewEmails } from '../../contract/email.ts'
import { isObject, type DocumentProblem } from '../../model/document/shape.ts'
import { readEmails } from './letters.ts'
import { isMap, type Known, type Reading, type Section, type Step } from './section.ts'

type Recipients = Readonly<Record<string, { enabled?: boolean }>>
type Unnamed = Omit<Step, 'section'>

/** Who gets copies of answers, by address; complete once it is there. */
export const recipients: Section = {
  uses: [viewEmails, addEmailRecipient, toggleEmailRecipient, removeEmailRecipient],
  needsSight: true,
  read: async (reading) => {
    const rows = ((await readEmails(reading)).recipients ?? []).map(({ email = '', ...row }) => ({ ...row, email: email.toLowerCase() }))
    return {
      value: Object.fromEntries(rows.map(({ email, enabled = true }) => [email, isHalf(reading, email, enabled) ? {} : { enabled }])),
      ids: Object.fromEntries(rows.map(({ email, id }) => [email, id])),
    }
  },
  problems: (value) => (isObject(value) ? Object.entries(value).flatMap(([email, facts]) => problemsOf(email, facts)) : isMap(value)),
  resolve: (value) => ({
    value: Object.fromEntries(Object.entries(value as Recipients).map(([email, { enabled = true }]) => [email, { enabled }])),
  }),
  isUsual: (value) => Object.keys(value as Recipients).length === 0,
  losses: async (_context, _id, { now, next }) =>
    removed(now, next).map((email) => `recipients.${email} goes; to have it again, its owner has to confirm once more`),
  steps: ({ now, next }) => [
    ...removed(now, next).map((email): Unnamed => ({
      stage: 'off',
      operation: removeEmailRecipient,
      input: ({ id, idOf }) => ({ id, emailId: idOf(email) }),
    })),
    ...Object.entries(next as Recipients).flatMap(([email, { enabled = true }]) =>
      stepsOf(email, (now as Recipients | undefined)?.[email], enabled),
    ),
  ],
}

/** Made by a run that was cut off, before it was switched off. */
function isHalf({ ours, base }: Reading, email: string, enabled: boolean): boolean {
  const [mine, before] = [ours, base].map((side) => (side as Recipients | undefined)?.[email])
  return base !== undefined && before === undefined && mine?.enabled === false && enabled
}

const removed = (now: unknown, next: unknown): string[] =>
  Object.keys((now as Recipients | undefined) ?? {}).filter((email) => !Object.hasOwn(next as Recipients, email))

function stepsOf(email: string, now: Recipients[string] | undefined, enabled: boolean): Unnamed[] {
  if (!now)
    return [
      {
        stage: 'recipients',
        operation: addEmailRecipient,
        input: ({ id }) => ({ id, email }),
        makes: { key: email, id: (answer) => (isObject(answer) && typeof answer.email_id === 'number' ? answer.email_id : undefined) },
        letterTo: email,
      },
      ...(enabled ? [] : [flip(email, enabled, 'recipients')]),
    ]
  return now.enabled === enabled ? [] : [flip(email, enabled, enabled ? 'on' : 'off')]
}

/** The request only turns a switch over: it is looked at first how that stands. */
const flip = (email: string, enabled: boolean, stage: Step['stage']): Unnamed => ({
  stage,
  operation: toggleEmailRecipient,
  input: ({ id, idOf }: Known) => ({ id, emailId: idOf(email) }),
  isDone: async (context, { id, idOf }) => {
    const { recipients: rows = [] } = await context.call(viewEmails, { id })
    return rows.find((row) => row.id === idOf(email))?.enabled === enabled
  },
})

function problemsOf(email: string, facts: unknown): DocumentProblem[] {
  const wrong = check(addEmailRecipient, { id: 1, email }, ['body']).map(({ message }) => message)
  if (email !== email.toLowerCase()) wrong.push('must be written in lower case')
  const known = isObject(facts) && Object.keys(facts).every((name) => name === 'enabled')
  if (!known || !['boolean', 'undefined'].includes(typeof facts.enabled)) wrong.push('must be {enabled: true} or {enabled: false}')
  return wrong.map((message) => ({ path: [email], message }))
}

import { addEmailRecipient, removeEmailRecipient, toggleEmailRecipient, viewEmails } from '../../contract/integrations/email.ts'
import { isObject, type DocumentProblem } from '../../model/document/shape.ts'
import { readEmails } from './letters.ts'
import { bodyProblems, mapped, problemsOfEach, removed, type Reading, type Section, type SectionStep, type Step } from './section.ts'

type Recipients = Readonly<Record<string, { enabled?: boolean }>>

/** Addresses that get copies of answers. Once a file has the section, it lists all of them. */
export const recipients: Section<Recipients> = {
  uses: [viewEmails, addEmailRecipient, toggleEmailRecipient, removeEmailRecipient],
  mustBeRead: true,
  read: async (reading) => {
    const rows = ((await readEmails(reading)).recipients ?? []).map(({ email = '', ...row }) => ({ ...row, email: email.toLowerCase() }))
    return {
      value: Object.fromEntries(rows.map(({ email, enabled = true }) => [email, wasCutOff(reading, email, enabled) ? {} : { enabled }])),
      ids: Object.fromEntries(rows.map(({ email, id }) => [email, id])),
    }
  },
  problems: problemsOfEach(problemsOf),
  resolve: (value) => ({ value: mapped(value, ({ enabled = true }) => ({ enabled })) }),
  isDefault: (value) => Object.keys(value).length === 0,
  losses: async (_service, _id, { now, next }) =>
    removed(now, next).map((email) => `recipients.${email} is removed; if it is added again, its owner has to confirm once more`),
  steps: ({ now, next }) => [
    ...removed(now, next).map((email): SectionStep => ({
      stage: 'off',
      operation: removeEmailRecipient,
      input: ({ id, idOf }) => ({ id, emailId: idOf(email) }),
    })),
    ...Object.entries(next).flatMap(([email, { enabled = true }]) => stepsOf(email, now?.[email], enabled)),
  ],
}

/** Made by a run that was cut off, before it was switched off. */
function wasCutOff({ ours, base }: Reading<Recipients>, email: string, enabled: boolean): boolean {
  const [mine, before] = [ours?.[email], base?.[email]]
  return base !== undefined && before === undefined && mine?.enabled === false && enabled
}

function stepsOf(email: string, now: Recipients[string] | undefined, enabled: boolean): SectionStep[] {
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

/** The request inverts the switch, whichever way it is: hence `isDone`. */
const flip = (email: string, enabled: boolean, stage: Step['stage']): SectionStep => ({
  stage,
  operation: toggleEmailRecipient,
  input: ({ id, idOf }) => ({ id, emailId: idOf(email) }),
  isDone: async (service, { id, idOf }) => {
    const { recipients: rows = [] } = await service.call(viewEmails, { id })
    return rows.find((row) => row.id === idOf(email))?.enabled === enabled
  },
})

function problemsOf(email: string, facts: unknown): DocumentProblem[] {
  const wrong = bodyProblems(addEmailRecipient, { email }).map(({ message }) => message)
  if (email !== email.toLowerCase()) wrong.push('must be written in lower case')
  const known = isObject(facts) && Object.keys(facts).every((name) => name === 'enabled')
  if (!known || !['boolean', 'undefined'].includes(typeof facts.enabled)) wrong.push('must be {enabled: true} or {enabled: false}')
  return wrong.map((message) => ({ path: [email], message }))
}

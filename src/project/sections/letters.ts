import type { Service } from '../../service.ts'
import {
  letterFields,
  letters as letterNames,
  setEmailQuestions,
  setEmailTemplate,
  toggleEmail,
  viewEmails,
  type Letter,
} from '../../contract/integrations/email.ts'
import { changedKeys } from '../../model/document/difference.ts'
import { isObject, type DocumentProblem } from '../../model/document/shape.ts'
import { bodyProblems, problemsOfEach, unknownFields, type Reading, type Section, type SectionStep, type Step } from './section.ts'

type Fields = Record<string, unknown>
type Letters = Partial<Record<Letter, Fields>>

const ownFields: Readonly<Record<Letter, readonly string[]>> = {
  owner: Object.keys(letterFields),
  client: [...Object.keys(letterFields), 'source'],
}

/** One request reads letters and recipients. */
export const readEmails = ({ service, id, shared }: Pick<Reading, 'service' | 'id' | 'shared'>): ReturnType<typeof view> =>
  shared('emails', () => view(service, id))

const view = (service: Service, id: number) => service.call(viewEmails, { id })

const isEmpty = (value: unknown): boolean =>
  value === '' || value === false || value === null || (Array.isArray(value) && value.length === 0)
const isAssumed = ([name, value]: [string, unknown]): boolean => (name === 'use_default_tmpl' ? value === true : isEmpty(value))

function areDefault(value: Letters): boolean {
  return Object.values(value).every((fields) => Object.entries(fields).every(isAssumed))
}

/** The letter to the author and the one to the respondent; only the fields that a file has are managed. */
export const letters: Section<Letters> = {
  uses: [viewEmails, setEmailTemplate, setEmailQuestions, toggleEmail],
  mustBeRead: true,
  read: async (reading) => {
    const emails = await readEmails(reading)
    const settings = isObject(emails.settings) ? emails.settings : {}
    const value = letterNames.map((letter): [Letter, Fields] => {
      const known = [...ownFields[letter], 'enabled'].flatMap((name): [string, unknown][] => {
        const shown = settings[`${letter}_${name}`]
        return shown === undefined ? [] : [[name, shown]]
      })
      const excluded = emails[`${letter}_excluded_questions`]
      return [letter, { ...Object.fromEntries(known), ...(excluded !== undefined && { excluded_questions: excluded }) }]
    })
    return { value: Object.fromEntries(value) }
  },
  problems: problemsOfEach(problemsOf),
  isDefault: areDefault,
  onFirstPull: (value) =>
    Object.fromEntries(
      Object.entries(value).flatMap(([letter, fields]) => {
        const told = Object.entries(fields).filter((field) => !isAssumed(field))
        return told.length === 0 ? [] : [[letter, { enabled: false, ...Object.fromEntries(told) }]]
      }),
    ),
  steps: ({ now, next }) => {
    const changed = letterNames.map((letter) => [letter, changes(now?.[letter], next[letter])] as const)
    const template = fieldsOf(changed, (letter, name) => ownFields[letter].includes(name))
    const questions = fieldsOf(changed, (_, name) => name === 'excluded_questions')
    // The service lets questions be excluded only once a letter was written.
    const begun = Object.keys(template).length > 0 || Object.keys(questions).length === 0 || !areDefault(now ?? {})
    const written = begun ? template : { owner_use_default_tmpl: next.owner?.use_default_tmpl ?? true }
    return [
      ...sent('letters', setEmailTemplate, written),
      ...sent('letters', setEmailQuestions, questions),
      ...changed.flatMap(([type, { enabled }]) =>
        typeof enabled === 'boolean' ? sent(enabled ? 'on' : 'off', toggleEmail, { type, enabled }) : [],
      ),
    ]
  },
}

function changes(now: Fields = {}, next: Fields = {}): Fields {
  const names = changedKeys('letters', now, next).filter((name) => next[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, next[name]]))
}

const fieldsOf = (changed: readonly (readonly [Letter, Fields])[], picks: (letter: Letter, name: string) => boolean): Fields =>
  Object.fromEntries(
    changed.flatMap(([letter, fields]) =>
      Object.entries(fields).flatMap(([name, value]) => (picks(letter, name) ? [[`${letter}_${name}`, value]] : [])),
    ),
  )

const sent = (stage: Step['stage'], operation: Step['operation'], fields: Fields): SectionStep[] =>
  Object.keys(fields).length === 0 ? [] : [{ stage, operation, input: ({ id }) => ({ id, ...fields }) }]

function problemsOf(letter: string, fields: unknown): DocumentProblem[] {
  const own = letterNames.find((name) => name === letter)
  if (!own) return [{ path: [letter], message: `is not a letter; there are ${letterNames.join(', ')}` }]
  if (!isObject(fields)) return [{ path: [letter], message: 'must be an object' }]
  const known = ['enabled', 'excluded_questions', ...ownFields[own]]
  const { enabled, excluded_questions, ...texts } = fields
  const prefixed = Object.fromEntries(Object.entries(texts).map(([name, value]) => [`${letter}_${name}`, value]))
  const lists =
    excluded_questions === undefined ? [] : bodyProblems(setEmailQuestions, { [`${letter}_excluded_questions`]: excluded_questions })
  return [
    ...unknownFields(fields, known, [letter]),
    ...(enabled === undefined || typeof enabled === 'boolean' ? [] : [{ path: [letter, 'enabled'], message: 'must be true or false' }]),
    ...[...bodyProblems(setEmailTemplate, prefixed), ...lists].map(({ path: [name, ...rest], message }) => ({
      path: [letter, String(name).slice(letter.length + 1), ...rest],
      message,
    })),
  ]
}

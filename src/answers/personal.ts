/** What is made to be passed on holds no contacts of respondents: they are counted there, not listed. */
import type { Dictionary, KnownOption } from './dictionary/shape.ts'
import type { AnswerFacts, Stats } from './stats/result.ts'

/** Types of questions whose answers are contacts. */
export const contactTypes = ['email', 'phone']

/** In the place of a text. */
export const hiddenText = '(a text that looks like a contact)'

const mail = /[^\s@]@[^\s@]/
/** Digits in the groups in which numbers are written. */
const number = /(?<!\d)\+?\(?\d(?:[\s()./-]{0,2}\d){6,14}(?!\d)/g
const day = /^\d{4}-\d\d-\d\d$|^\d{1,2}[./]\d{1,2}[./]\d{4}$/

export const looksLikeContact = (text: string): boolean =>
  mail.test(text) || Array.from(text.matchAll(number)).some(([found]) => !day.test(found))

/** Without the texts of answers that fit no option and look like contacts. */
export function withoutContacts(dictionary: Dictionary): Dictionary {
  const hide = (option: KnownOption): KnownOption =>
    option.unlisted && looksLikeContact(option.title) ? { ...option, title: hiddenText } : option
  return { ...dictionary, questions: dictionary.questions.map((question) => ({ ...question, options: question.options.map(hide) })) }
}

interface Labelled {
  label: string
  unlisted?: true
}

type Hide = <One extends Labelled>(one: One) => One

const hideContact: Hide = (one) => (one.unlisted && looksLikeContact(one.label) ? { ...one, label: hiddenText } : one)
const hideUnlisted: Hide = (one) => (one.unlisted ? { ...one, label: '(a text that fits no option)' } : one)

const labelsOf = <Some extends AnswerFacts>({ options, rows, ...facts }: Some, hide: Hide): Some => ({
  ...(facts as Some),
  ...(options && { options: options.map(hide) }),
  ...(rows && { rows: rows.map((row) => ({ ...row, options: row.options.map(hide) })) }),
})

function textsOf<Some extends AnswerFacts>(facts: Some, type: string): Some {
  const { texts } = facts
  const isListed = ({ text }: { text: string }): boolean => !contactTypes.includes(type) && !looksLikeContact(text)
  return { ...facts, ...(texts && { texts: { ...texts, top: texts.top.filter(isListed), hidden: !texts.top.every(isListed) } }) }
}

function factsOf({ questions, ...stats }: Stats, hide: Hide, change: <Some extends AnswerFacts>(facts: Some, type: string) => Some): Stats {
  return {
    ...stats,
    questions: questions.map((question) => ({
      ...change(question, question.type),
      ...(question.by && { by: { ...question.by, groups: question.by.groups.map((group) => hide(change(group, question.type))) } }),
      ...(question.trend && { trend: question.trend.map((facts) => change(facts, question.type)) }),
    })),
  }
}

export function statsWithoutContacts(stats: Stats): Stats {
  const { selection } = stats
  const shown = factsOf(stats, hideContact, (facts, type) => textsOf(labelsOf(facts, hideContact), type))
  return { ...shown, selection: { ...selection, where: selection.where.map((text) => (looksLikeContact(text) ? hiddenText : text)) } }
}

/** Without what respondents wrote in the place of an option. */
export const statsWithoutUnlisted = (stats: Stats): Stats => ({
  ...factsOf(stats, hideUnlisted, (facts) => labelsOf(facts, hideUnlisted)),
  unlisted: [],
})

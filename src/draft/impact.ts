/** What an edit would do to the answers that there are, a row each. */
import { concernsOf, type Content } from '../model/document/index.ts'
import type { Service } from '../service.ts'
import { countImpacts, type Impact } from './loss.ts'
import { mentionsOfRemoved } from './mentions.ts'
import { namer } from './plan-lines.ts'

type RowFacts = Pick<Impact, 'class' | 'question' | 'title' | 'what' | 'answers' | 'at_least'> & Partial<Pick<Impact, 'option' | 'hint'>>

/** `mentions`: where removed questions are still used, which are the last rows, and what could not be searched. */
export async function impactRows(service: Service, id: number, before: Content, after: Content) {
  const impacts = await countImpacts(service, id, concernsOf(before, after))
  const mentions = await mentionsOfRemoved(service, id, before, after)
  const name = namer(before, after)
  const row = ({ class: kind, question, title, what, answers, at_least, option, hint }: RowFacts) => ({
    class: kind,
    question: question === '' ? null : name([question]),
    title,
    what,
    answers,
    at_least,
    option: option ?? null,
    question_id: question === '' ? null : question,
    hint: hint ?? null,
  })
  const mentioned = mentions.found.map(({ question, title, by }) =>
    row({ class: 'note', question, title, what: `removed, but still used: ${by}`, answers: null, at_least: false }),
  )
  const isAtRisk = impacts.some(({ class: kind, answers }) => kind !== 'note' && answers !== 0)
  return { rows: [...impacts.map(row), ...mentioned], mentions, isAtRisk }
}

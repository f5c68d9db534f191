/** What an edit would do to the answers that there are, a row each. */
import { concernsOf, type Concern, type Content } from '../model/document/index.ts'
import type { Service } from '../service.ts'
import { countImpacts } from './loss.ts'
import { mentionsOfRemoved, type Mentions } from './mentions.ts'
import { namer } from './plan-lines.ts'

interface ImpactRow {
  class: Concern['class']
  /** Its key; `null`: the whole survey. */
  question: string | null
  title: string
  what: string
  answers: number | null
  at_least: boolean
  option: string | null
  question_id: string | null
  hint: string | null
}

interface EditImpact {
  rows: ImpactRow[]
  /** Where removed questions are still used: the last rows, and what could not be looked at. */
  mentions: Mentions
  isAtRisk: boolean
}

export async function impactOf(service: Service, id: number, before: Content, after: Content): Promise<EditImpact> {
  const impacts = await countImpacts(service, id, concernsOf(before, after))
  const mentions = await mentionsOfRemoved(service, id, before, after)
  const name = namer(before, after)
  const counted = impacts.map(({ class: kind, question, title, what, answers, at_least, hint, option }): ImpactRow => ({
    class: kind,
    question: question === '' ? null : name([question]),
    title,
    what,
    answers,
    at_least,
    option: option ?? null,
    question_id: question === '' ? null : question,
    hint: hint ?? null,
  }))
  const mentioned = mentions.found.map(({ question, title, by }): ImpactRow => ({
    class: 'note',
    question: name([question]),
    title,
    what: `removed, but still used: ${by}`,
    answers: null,
    at_least: false,
    option: null,
    question_id: question,
    hint: null,
  }))
  const isAtRisk = impacts.some(({ class: kind, answers }) => kind !== 'note' && answers !== 0)
  return { rows: [...counted, ...mentioned], mentions, isAtRisk }
}

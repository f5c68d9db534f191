/** How many answers an edit concerns, and the refusal of one that would lose them or give them another meaning. */
import { asHelp, type Service } from '../service.ts'
import { listAnswers } from '../contract/answers/answer.ts'
import { viewReport, type ReportQuestion } from '../contract/answers/report.ts'
import { CommandError } from '../errors.ts'
import { concernsOf, countInReport, answerHolds, type Concern, type Content } from '../model/document/index.ts'
import { mentionsOfRemoved, reportMentions } from './mentions.ts'
import type { Draft } from './read.ts'

export interface Impact extends Concern {
  /** Answers; `null`: nobody counts this. */
  answers: number | null
  /** Counted from words, where two options may have the same. */
  at_least: boolean
}

/** The report's questions, by their id. */
export type Reported = ReadonlyMap<string, ReportQuestion>

/** `report`: where it was read already. */
export async function countImpacts(service: Service, id: number, concerns: readonly Concern[], report?: Reported): Promise<Impact[]> {
  if (concerns.length === 0) return []
  const reportQuestions = concerns.some(({ counts }) => isOfAnswers(counts)) ? (report ?? (await reported(service, id))) : undefined
  const counts = concerns.map((concern) =>
    reportQuestions && isOfAnswers(concern.counts) ? countInReport(concern, reportQuestions.get(concern.question)) : undefined,
  )
  const uncounted = concerns.filter((concern, index) => counts[index] === undefined && isOfAnswers(concern.counts))
  const counted = uncounted.length > 0 ? await countAnswers(service, id, uncounted) : new Map<Concern, number>()
  const incomplete = concerns.some((concern) => concern.counts === 'incomplete') ? await countIncomplete(service, id) : null
  return concerns.map((concern, index) => ({
    ...concern,
    answers: concern.counts === 'incomplete' ? incomplete : (counts[index] ?? counted.get(concern) ?? null),
    at_least: counted.has(concern) && concern.counts === 'option',
  }))
}

/** Of an edit, what answers lose or what gets another meaning. */
export const severeConcerns = (before: Content, after: Content): Concern[] =>
  concernsOf(before, after).filter(({ class: kind }) => kind !== 'note')

/** The severe concerns that an answer is known to hold, or that nobody can count. */
export const severeImpacts = async (service: Service, id: number, before: Content, after: Content): Promise<Impact[]> =>
  (await countImpacts(service, id, severeConcerns(before, after))).filter(({ answers }) => answers !== 0)

const isOfAnswers = (counts: Concern['counts']): boolean => counts === 'question' || counts === 'option' || counts === 'range'

/** The report's questions; `undefined` where it can't be read or doesn't say who answered. */
export async function reported(service: Pick<Service, 'call'>, id: number): Promise<Reported | undefined> {
  try {
    const { questions } = await service.call(viewReport, { id })
    return questions && new Map(questions.map((question) => [question.widget_id ?? '', question]))
  } catch (error) {
    if (error instanceof CommandError && ['forbidden', 'refused', 'not_found'].includes(error.kind)) return undefined
    throw error
  }
}

async function countAnswers(service: Service, id: number, concerns: readonly Concern[]): Promise<Map<Concern, number>> {
  const counts = new Map(concerns.map((concern) => [concern, 0]))
  for await (const rows of service.rows(listAnswers, { id, is_complete: true })) {
    for (const { answers } of rows) {
      const given = new Map((answers ?? []).map((each) => [each.question_id, each.answer]))
      for (const concern of concerns)
        if (answerHolds(concern, given.get(concern.question))) counts.set(concern, (counts.get(concern) ?? 0) + 1)
    }
  }
  return counts
}

async function countIncomplete(service: Service, id: number): Promise<number | null> {
  const read = service.rows(listAnswers, { id, is_complete: false }, { limit: 1 })
  for await (const _ of read) break
  return read.total ?? null
}

export const impactLine = ({ title, what, answers, at_least, hint }: Impact): string =>
  `"${title}": ${what}, ${answers === null ? 'nobody can say how many answers hold it' : `${at_least ? 'at least ' : ''}${answers} ${answers === 1 ? 'answer holds' : 'answers hold'} it`}${hint ? `. ${hint}` : ''}`

/** Stops an edit that answers would not survive; `allowed`: says so, and goes on. What can't be counted counts as at risk. */
export async function guardAnswers(
  service: Service,
  { id, answers, content }: Draft,
  after: Content,
  { allowed, instead, report }: { allowed: boolean; instead: string; report?: Reported | undefined },
): Promise<void> {
  reportMentions(service, await mentionsOfRemoved(service, id, content, after))
  const severe = severeConcerns(content, after)
  if (severe.length === 0 || answers === 0) return
  const counted = await asHelp(service, `How many answers of survey ${id} that concerns`, (call) =>
    countImpacts({ ...service, call }, id, severe, report),
  )
  const impacts = (counted ?? severe.map((concern) => ({ ...concern, answers: null, at_least: false }))).filter(
    ({ answers: held }) => held !== 0,
  )
  if (impacts.length === 0) return
  const lines = impacts.map(impactLine)
  if (allowed) return lines.forEach((line) => service.warn(line))
  throw new CommandError('refused', [`${instead}: answers would be lost or get another meaning`, ...lines], {
    code: 'answers_at_risk',
    hint: 'To continue anyway: --allow-loss',
    details: { impacts },
  })
}

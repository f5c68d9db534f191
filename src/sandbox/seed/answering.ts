/** Respondents made up: whole answers to a version, the same ones for the same seed. */
import { rulesOf, walk, type Rule, type Walk } from '../../model/logic.ts'
import { questionOf, type AnswerValues, type FileValue, type Question, type Content } from '../../model/survey.ts'
import type { AnswerRecord } from '../store/entities.ts'
import { isRequired, totalScore } from '../../model/question/index.ts'
import { plausible } from './plausible.ts'
import { seeded, type Random } from './random.ts'

export interface Answering {
  count: number
  /** Shares of `count`, 0 to 100; what they leave are completed answers. */
  incompletePercent?: number
  screenoutPercent?: number
  /** Completed, then deleted. */
  deletedPercent?: number
  seed?: number | string
  now: Date
  /** How many days back the first one was begun. */
  days?: number
  /** Makes the file that answers a `file` question. */
  file?: (question: Question, random: Random) => FileValue | undefined
}

/** An answer without what only the store gives. */
export type MadeAnswer = Omit<AnswerRecord, 'id' | 'quiz_id' | 'token' | 'version_id' | 'promo_code'>

type Kind = 'completed' | 'incomplete' | 'screenout' | 'deleted'

const day = 86_400_000

/** Answers in the order in which they were begun, one at a time. */
export function* answerTimes(version: Content, options: Answering): Generator<MadeAnswer> {
  const random = seeded(options.seed ?? 1)
  const rules = rulesOf(version.conditions)
  const hidden = Object.fromEntries(
    Object.entries(version.hidden_options).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  )
  const span = (options.days ?? 30) * day
  const kinds = kindsOf(options, random)
  for (let index = 0; index < options.count; index++) {
    const { values, ended, seconds } = respond(version, rules, kinds[index]!, random, options.file)
    const latest = options.now.getTime() - seconds * 1000
    const start = Math.min(options.now.getTime() - span + ((index + random.next()) / options.count) * span, latest)
    const end = new Date(start + seconds * 1000).toISOString()
    const device = random.pick(devices)
    yield {
      date_start: new Date(start).toISOString(),
      date_end: ended ? end : null,
      is_complete: ended === 'submit',
      is_screenout: ended === 'screenout',
      is_deleted: kinds[index] === 'deleted',
      // Networks that are set aside for documentation.
      ip_address: `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.between(1, 254)}`,
      user_agent: `respondent/1.0 (${device})`,
      device,
      values,
      hidden,
      score: ended ? totalScore(version, values) : null,
      updated_at: end,
    }
  }
}

const devices = ['desktop', 'desktop', 'mobile', 'mobile', 'mobile', 'tablet'] as const

/** Exact shares in a mixed order. */
function kindsOf({ count, incompletePercent = 0, screenoutPercent = 0, deletedPercent = 0 }: Answering, random: Random): Kind[] {
  const share = (percent: number): number => Math.round((count * percent) / 100)
  const kinds: Kind[] = []
  const add = (kind: Kind, many: number): void => {
    for (let left = Math.min(many, count - kinds.length); left > 0; left--) kinds.push(kind)
  }
  add('incomplete', share(incompletePercent))
  add('screenout', share(screenoutPercent))
  add('deleted', share(deletedPercent))
  add('completed', count)
  return random.shuffle(kinds)
}

interface Response {
  values: AnswerValues
  ended: Walk['end'] | null
  seconds: number
}

/** Tries that are made to get through the logic to the wanted end; past them any end will do. */
const tries = 20

function respond(version: Content, rules: readonly Rule[], kind: Kind, random: Random, file: Answering['file']): Response {
  const wanted = kind === 'screenout' ? 'screenout' : 'submit'
  const reachable = wanted === 'submit' || rules.some(({ then }) => then.action === 'screenout')
  let values = invent(version, random, file)
  let way = walk(version.widgets.ids, rules, values)
  for (let left = reachable ? tries : 0; left > 0 && way.end !== wanted; left--) {
    values = invent(version, random, file)
    way = walk(version.widgets.ids, rules, values)
  }
  // Nobody who gave up, or was screened out without a rule for it, got to the end.
  const cut = kind === 'incomplete' || (wanted === 'screenout' && way.end === 'submit')
  const path = cut ? way.path.slice(0, random.between(1, Math.max(way.path.length - 1, 1))) : way.path
  return {
    values: Object.fromEntries(path.filter((id) => values[id] !== undefined).map((id) => [id, values[id]!])),
    ended: kind === 'incomplete' ? null : wanted === 'submit' ? way.end : wanted,
    seconds: path.reduce((total) => total + random.between(3, 25), 2),
  }
}

function invent(version: Content, random: Random, file: Answering['file']): AnswerValues {
  const values: AnswerValues = {}
  for (const id of version.widgets.ids) {
    const question = questionOf(version, id)
    if (!question || question.isBlocked) continue
    if (!isRequired(question, version.settings.question_required_mode) && random.chance(0.08)) continue
    const value = question.type === 'file' ? fileValue(question, random, file) : plausible(question, random)
    if (value !== undefined) values[id] = value
  }
  return values
}

function fileValue(question: Question, random: Random, file: Answering['file']): FileValue[] | undefined {
  const made = file?.(question, random)
  return made && [made]
}

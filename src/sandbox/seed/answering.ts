/** Generates answers to a version; the same seed gives the same answers. */
import { rulesOf, type Rule } from '../../model/logic.ts'
import { walk, type Walk } from '../../model/walk.ts'
import { questionOf, type AnswerValue, type AnswerValues, type FileValue, type Question, type Content } from '../../model/survey.ts'
import type { AnswerRecord } from '../store/entities.ts'
import { fileLimitsOf, isRequired, totalScore } from '../../model/question/index.ts'
import { plausible, type Plausible } from './plausible.ts'
import { seeded, type Random } from '../engine/random.ts'

export interface GenerateOptions {
  count: number
  /** Percentages of `count`; the remaining answers are complete. */
  incompletePercent?: number
  screenoutPercent?: number
  /** Complete answers that were deleted. */
  deletedPercent?: number
  seed?: number | string
  now: Date
  /** How many days ago the first answer began. */
  days?: number
  /** Generates the file that answers a `file` question. */
  file?: (question: Question, random: Random) => FileValue | undefined
}

/** An answer before it is stored. */
export type GeneratedAnswer = Omit<AnswerRecord, 'id' | 'quiz_id' | 'token' | 'version_id' | 'promo_code'>

type Kind = 'completed' | 'incomplete' | 'screenout' | 'deleted'

const day = 86_400_000

/** Answers in the order in which they began, generated one at a time. */
export function* answersTo(version: Content, options: GenerateOptions): Generator<GeneratedAnswer> {
  const random = seeded(options.seed ?? 1)
  const rules = rulesOf(version.conditions)
  const asked = askedOf(version, options.file)
  const hidden = Object.fromEntries(
    Object.entries(version.hidden_options).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  )
  const span = (options.days ?? 30) * day
  for (const [index, kind] of kindsOf(options, random).entries()) {
    const { values, ended, seconds } = respond(version, asked, rules, kind, random)
    const latest = options.now.getTime() - seconds * 1000
    const start = Math.min(options.now.getTime() - span + ((index + random.next()) / options.count) * span, latest)
    const end = new Date(start + seconds * 1000).toISOString()
    const device = random.pick(devices)
    yield {
      date_start: new Date(start).toISOString(),
      date_end: ended ? end : null,
      is_complete: ended === 'submit',
      is_screenout: ended === 'screenout',
      is_deleted: kind === 'deleted',
      // Networks reserved for documentation.
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

/** The exact shares, in a random order. */
function kindsOf({ count, incompletePercent = 0, screenoutPercent = 0, deletedPercent = 0 }: GenerateOptions, random: Random): Kind[] {
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

/** Further answers that are invented until the logic leads to the wanted end; after them any end is accepted. */
const maxAttempts = 20

function respond({ widgets }: Content, asked: readonly Asked[], rules: readonly Rule[], kind: Kind, random: Random): Response {
  const wanted = kind === 'screenout' ? 'screenout' : 'submit'
  const reachable = wanted === 'submit' || rules.some(({ then }) => then.action === 'screenout')
  let values = invent(asked, random)
  let way = walk(widgets.ids, rules, values)
  for (let left = reachable ? maxAttempts : 0; left > 0 && way.end !== wanted; left--) {
    values = invent(asked, random)
    way = walk(widgets.ids, rules, values)
  }
  // Respondents who gave up, or were screened out without a rule for it, answered only a part.
  const isPartial = kind === 'incomplete' || (wanted === 'screenout' && way.end === 'submit')
  const path = isPartial ? way.path.slice(0, random.between(1, Math.max(way.path.length - 1, 1))) : way.path
  return {
    values: Object.fromEntries(path.flatMap((id): [string, AnswerValue][] => (values[id] === undefined ? [] : [[id, values[id]]]))),
    ended: kind === 'incomplete' ? null : wanted === 'submit' ? way.end : wanted,
    seconds: path.reduce((total) => total + random.between(3, 25), 2),
  }
}

/** A question that is answered, with what is the same for all its answers. */
interface Asked {
  id: string
  isRequired: boolean
  make: Plausible
}

const askedOf = (version: Content, file: GenerateOptions['file']): Asked[] =>
  version.widgets.ids.flatMap((id) => {
    const question = questionOf(version, id)
    if (!question || question.isBlocked) return []
    return {
      id,
      isRequired: isRequired(question, version.settings.question_required_mode),
      make: fileLimitsOf(question) ? (random) => fileAnswer(question, random, file) : plausible(question),
    }
  })

function invent(asked: readonly Asked[], random: Random): AnswerValues {
  const values: AnswerValues = {}
  for (const { id, isRequired, make } of asked) {
    if (!isRequired && random.chance(0.08)) continue
    const value = make(random)
    if (value !== undefined) values[id] = value
  }
  return values
}

function fileAnswer(question: Question, random: Random, file: GenerateOptions['file']): FileValue[] | undefined {
  const generated = file?.(question, random)
  return generated && [generated]
}

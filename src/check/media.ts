/** Pictures, videos and sounds that a survey names by their addresses. */
import { isPictureList } from '../contract/surveys/question.ts'
import { choicesOf } from '../model/question/index.ts'
import { optionFields } from '../model/document/fields.ts'
import { isLocal } from '../model/document/media.ts'
import type { Question } from '../model/survey.ts'
import { CommandError } from '../errors.ts'
import type { Service } from '../service.ts'
import { inParallel } from '../system/in-parallel.ts'
import { questionsOf, type Placed, type Snapshot } from './snapshot.ts'

export interface Medium {
  screen: Placed
  /** The field that names it. */
  path: string
  address: string
}

const fields = ['imgUrl', 'videoUrl', 'audioUrl'] as const

function addressesOf(question: Question): { path: string; address: string }[] {
  const own = fields.map((field) => ({ path: `multimedia.${field}`, address: question.multimedia?.[field] }))
  const lists = optionFields(question.type, { ...question })
  const pictures = lists.some(isPictureList)
    ? choicesOf(question).map(({ id, link }) => ({ path: `${lists[0]}.${id}`, address: link }))
    : []
  return [...own, ...pictures].filter(
    (each): each is { path: string; address: string } => Boolean(each.address) && !isLocal(String(each.address)),
  )
}

export const mediaOf = (survey: Snapshot): Medium[] =>
  questionsOf(survey).flatMap((screen) => addressesOf(screen.question).map((each) => ({ screen, ...each })))

const atOnce = 4

/** What is wrong, by address: each is asked for its first byte. */
export async function brokenMedia(service: Service, survey: Snapshot): Promise<Readonly<Record<string, string>>> {
  const problems: Record<string, string> = {}
  const addresses = [...new Set(mediaOf(survey).map(({ address }) => address))]
  await inParallel(addresses, atOnce, async (address) => {
    const problem = await problemOf(service, address)
    if (problem !== undefined) problems[address] = problem
  })
  return problems
}

/** What doesn't let this program in may still let a browser in. */
const undecided = [401, 403, 405, 406, 416, 429]

async function problemOf({ probe }: Service, address: string): Promise<string | undefined> {
  try {
    const status = await probe(address)
    return status !== undefined && status >= 400 && !undecided.includes(status) ? `answers ${status}` : undefined
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    if (error.kind === 'unavailable') return `cannot be reached: ${error.message}`
    // A redirect that may not be followed from here.
    if (error.kind === 'refused') return undefined
    throw error
  }
}

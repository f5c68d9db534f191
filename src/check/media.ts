/** Pictures, videos and sounds that a survey names by their addresses. */
import { isPictureList } from '../contract/surveys/question.ts'
import { choicesOf } from '../model/question/index.ts'
import { optionFields } from '../model/document/fields.ts'
import { isLocal } from '../model/document/media.ts'
import type { Question } from '../model/survey.ts'
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

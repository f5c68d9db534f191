/** Screens: whether the survey can be begun, answered and sent. */
import { isQuestionType } from '../../contract/surveys/question.ts'
import { isAnswerable } from '../../model/question/index.ts'
import type { Question } from '../../model/survey.ts'
import { nameOf, plain, questionsOf, screensOf, type Rule } from '../snapshot.ts'
import { commandLine } from '../../text/to-copy.ts'

/** Whether there is nothing on it to read, to look at or to do. */
function isEmpty(question: Question): boolean {
  const { title, withTitle, description, withDescription, multimedia } = question
  const words = [withTitle !== false && plain(title), withDescription !== false && plain(description)]
  const { imgUrl, videoUrl, audioUrl } = multimedia ?? {}
  const own = question.type === 'html' && question.htmlContent?.trim()
  return !isAnswerable(question) && ![...words, imgUrl, videoUrl, audioUrl, own].some(Boolean)
}

const save = ({ survey }: { survey: string }): string => commandLine`quiz edit ${survey}`

export const structureRules: readonly Rule[] = [
  {
    id: 'no-final-screen',
    severity: 'error',
    why: 'Without a final screen answers cannot be sent',
    *run(survey) {
      if (!survey.screens.ids.includes('submit')) yield { message: 'There is no final screen', fix: save(survey) }
    },
  },
  {
    id: 'final-not-last',
    severity: 'error',
    why: 'Nobody sees what comes after the final screen',
    *run(survey) {
      const { ids } = survey.screens
      if (ids.includes('submit') && ids.at(-1) !== 'submit')
        yield { screen: 'submit', message: 'Screens come after the final screen', fix: save(survey) }
    },
  },
  {
    id: 'welcome-not-first',
    severity: 'error',
    why: 'A start screen in the middle seems to begin the survey again',
    *run(survey) {
      const { ids } = survey.screens
      if (ids.includes('welcome') && ids[0] !== 'welcome')
        yield { screen: 'welcome', message: 'The start screen is not the first one', fix: save(survey) }
    },
  },
  {
    id: 'no-questions',
    severity: 'error',
    why: 'There is nothing to answer',
    *run(survey) {
      if (!questionsOf(survey).some(({ question }) => isAnswerable(question)))
        yield { message: 'No question can be answered', fix: commandLine`question add ${survey.survey} --type rating --title TITLE` }
    },
  },
  {
    id: 'unknown-type',
    severity: 'error',
    why: 'The service refuses a question of a type that it does not know',
    *run(survey) {
      for (const each of screensOf(survey))
        if (!isQuestionType(each.question.type))
          yield {
            screen: each.id,
            path: 'type',
            message: `${nameOf(each)} has the unknown type "${String(each.question.type)}"`,
            fix: save(survey),
          }
    },
  },
  {
    id: 'untitled',
    severity: 'warning',
    why: 'Reports and exports call it "Question N"',
    *run(survey) {
      for (const each of questionsOf(survey)) {
        if (!isAnswerable(each.question)) continue
        if (plain(each.question.title) === '')
          yield {
            screen: each.id,
            path: 'title',
            message: `${nameOf(each)} has no title`,
            fix: commandLine`question set ${survey.survey} ${each.number} title=TITLE`,
          }
        else if (each.question.withTitle === false)
          yield {
            screen: each.id,
            path: 'withTitle',
            message: `${nameOf(each)} hides its title`,
            fix: commandLine`question set ${survey.survey} ${each.number} withTitle=true`,
          }
      }
    },
  },
  {
    id: 'screen-empty',
    severity: 'warning',
    why: 'Respondents see an empty card with a button',
    *run(survey) {
      for (const each of questionsOf(survey))
        if (isEmpty(each.question))
          yield {
            screen: each.id,
            path: 'title',
            message: `${nameOf(each)} shows nothing`,
            fix: commandLine`question set ${survey.survey} ${each.number ?? each.id} title=TEXT`,
          }
    },
  },
  {
    id: 'duplicate-title',
    severity: 'warning',
    why: 'In exports, columns with the same name cannot be told apart',
    *run(survey) {
      const first = new Map<string, string>()
      for (const each of questionsOf(survey)) {
        const title = plain(each.question.title).toLowerCase()
        if (title === '' || !isAnswerable(each.question)) continue
        const before = first.get(title)
        if (before === undefined) first.set(title, nameOf(each))
        else
          yield {
            screen: each.id,
            path: 'title',
            message: `${nameOf(each)} has the same title as ${before}`,
            fix: commandLine`question set ${survey.survey} ${each.number} title=TITLE`,
          }
      }
    },
  },
]

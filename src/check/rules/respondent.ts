/** What a respondent meets: consent, pictures, sound, colours, length. */
import { isPictureList, type Multimedia } from '../../contract/surveys/question.ts'
import { askedBy, isAnswerable } from '../../model/question/index.ts'
import type { Question } from '../../model/survey.ts'
import { inside, nameOf, plain, questionsOf, type Rule, type Snapshot } from '../snapshot.ts'
import { contrast } from './publication.ts'
import { commandLine } from '../../text/to-copy.ts'

const consentWords = ['agree', 'consent', 'privacy', 'согла', 'персональн']
const personal = /\b(e-?mail|phone|full name|surname|birth|address|passport)\b|почт|телефон|фамили|паспорт|рождени/i

const consent = (survey: Snapshot): RegExp => {
  const words = survey.options.consent?.words
  return new RegExp((Array.isArray(words) ? words.map(String) : consentWords).join('|'), 'i')
}

const mediaOf = ({ multimedia }: Question): Multimedia | undefined => multimedia ?? undefined

function autoplays({ videoSettings }: Multimedia): boolean {
  if (!videoSettings || typeof videoSettings === 'string') return videoSettings === 'autoplay'
  return Array.isArray(videoSettings) ? videoSettings.includes('autoplay') : videoSettings.autoplay === true
}

export const respondentRules: readonly Rule[] = [
  {
    id: 'personal-data-no-consent',
    severity: 'warning',
    why: 'Personal data may only be kept with the consent of the respondent',
    *run(survey) {
      const words = consent(survey)
      for (const each of questionsOf(survey)) {
        const { question } = each
        const about = askedBy(question).personal
        if (about === 'consent' && question.isRequired && words.test(`${JSON.stringify(question)}`)) return
        if (about !== 'data' && !(about === 'data-by-title' && personal.test(plain(question.title)))) continue
        yield {
          screen: each.id,
          message: `${nameOf(each)} asks for personal data, but no required question before it asks for consent`,
          fix: commandLine`question add ${survey.survey} --type yesno --title TITLE --required --before ${each.number}`,
        }
        return
      }
    },
  },
  {
    id: 'image-without-text',
    severity: 'warning',
    why: 'People who cannot see the picture do not know what is asked',
    *run(survey) {
      for (const each of questionsOf(survey)) {
        const { question } = each
        if (mediaOf(question)?.imgUrl && plain(question.title) === '' && plain(question.description) === '')
          yield {
            screen: each.id,
            path: 'title',
            message: `${nameOf(each)} shows a picture without a word`,
            fix: commandLine`question set ${survey.survey} ${each.number ?? each.id} description=TEXT`,
          }
        for (const [path, options] of Object.entries(question)) {
          if (!isPictureList(path) || !Array.isArray(options)) continue
          const silent = options.findIndex((option) => inside(option, 'link') && plain(inside(option, 'title')) === '')
          if (silent < 0) continue
          yield {
            screen: each.id,
            path,
            message: `${nameOf(each)}: option ${silent + 1} is a picture without a title`,
            fix: commandLine`option set ${survey.survey} ${each.number} ${silent + 1} title=TITLE`,
          }
        }
      }
    },
  },
  {
    id: 'autoplay',
    severity: 'warning',
    why: 'Sound that starts by itself drives people away, and phones block it',
    *run(survey) {
      for (const each of questionsOf(survey)) {
        const media = mediaOf(each.question)
        if (media && autoplays(media))
          yield {
            screen: each.id,
            path: 'multimedia',
            message: `${nameOf(each)} plays by itself`,
            fix: commandLine`quiz edit ${survey.survey}`,
          }
      }
    },
  },
  {
    id: 'low-contrast',
    severity: 'warning',
    why: 'Many people cannot read it',
    *run(survey) {
      const { theme } = survey.detail
      const ratio = contrast(theme?.colors?.text, theme?.background)
      if (ratio !== undefined && ratio < 4.5)
        yield {
          path: 'theme',
          message: `Text and background have a contrast of ${ratio.toFixed(1)} to 1`,
          fix: commandLine`quiz theme ${survey.survey} THEME_ID`,
        }
    },
  },
  {
    id: 'too-long',
    severity: 'warning',
    why: 'Most people give up',
    *run(survey) {
      const questions = questionsOf(survey)
      const count = questions.filter(({ question }) => isAnswerable(question)).length
      const time = questions.reduce((sum, { question }) => sum + askedBy(question).seconds, 0)
      if (count > 30) yield { message: `${count} questions`, fix: commandLine`question list ${survey.survey}` }
      else if (time > 600)
        yield { message: `It takes about ${Math.round(time / 60)} minutes`, fix: commandLine`question list ${survey.survey}` }
    },
  },
]

/** The state of the survey: drafts that wait, locks, codes on walls, and the plan. */
import { momentOf } from '../../text/moment.ts'
import type { Rule, Snapshot } from '../snapshot.ts'
import { commandLine } from '../../text/to-copy.ts'
import { counted } from '../../text/counted.ts'

/** Within this time of a publication nothing was edited after it. */
const tolerance = 5000
const publish = ({ survey, detail }: Snapshot): string =>
  detail.editing_lock?.locked ? commandLine`quiz publish ${survey} --wait-unlock 30m` : commandLine`quiz publish ${survey}`
const time = (value: unknown): number => momentOf(value) ?? NaN

/** Contrast of two colours, 1 to 21: https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio */
export function contrast(a: unknown, b: unknown): number | undefined {
  const luminance = (color: unknown): number | undefined => {
    const [, hex] = /^#([\da-f]{6})/i.exec(typeof color === 'string' ? color : '') ?? []
    if (!hex) return undefined
    const linear = (at: number): number => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    }
    return 0.2126 * linear(0) + 0.7152 * linear(2) + 0.0722 * linear(4)
  }
  const [one, other] = [luminance(a), luminance(b)]
  if (one === undefined || other === undefined) return undefined
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

export const publicationRules: readonly Rule[] = [
  {
    id: 'never-published',
    severity: 'info',
    why: 'Respondents see nothing yet',
    *run(survey) {
      if (survey.detail.is_published === false) yield { message: 'The survey was never published', fix: publish(survey) }
    },
  },
  {
    id: 'unpublished-changes',
    severity: 'warning',
    why: 'Respondents see the older version',
    needs: ['versions'],
    *run(survey) {
      if (survey.detail.is_published !== true) return
      const published = time(survey.detail.published_at ?? survey.parts.versions?.newest)
      if (time(survey.detail.updated_at) - published > tolerance)
        yield { message: 'The draft was probably changed since the last publication', fix: publish(survey) }
    },
  },
  {
    id: 'locked',
    severity: 'warning',
    why: 'Questions cannot be saved or published until the campaign ends',
    *run(survey) {
      const lock = survey.detail.editing_lock
      if (lock?.locked) yield { message: `Locked by campaign "${lock.campaign.title}"`, fix: publish(survey) }
    },
  },
  {
    id: 'ai-build-pending',
    severity: 'warning',
    why: 'What the AI builds replaces edits made meanwhile',
    *run(survey) {
      const status = survey.detail.ai_quiz_job?.status
      if (status && ['pending', 'queued', 'processing', 'running', 'in_progress'].includes(status))
        yield { message: `The AI is still building the survey (${status})`, fix: commandLine`quiz view ${survey.survey}` }
    },
  },
  {
    id: 'qr-missing',
    severity: 'warning',
    why: 'There is no QR code to print',
    needs: ['qr'],
    *run(survey) {
      if (survey.detail.is_published === true && survey.detail.type !== 'micro' && survey.parts.qr && !survey.parts.qr.url)
        yield { path: 'qr', message: 'No QR code was built', fix: commandLine`qr build ${survey.survey}` }
    },
  },
  {
    id: 'qr-contrast',
    severity: 'warning',
    why: 'Cameras cannot read a code with low contrast',
    needs: ['qr'],
    *run(survey) {
      const { color, background } = survey.parts.qr ?? {}
      const ratio = contrast(color, background)
      if (ratio !== undefined && ratio < 3)
        yield {
          path: 'qr',
          message: `The QR code has a contrast of ${ratio.toFixed(1)} to 1`,
          fix: commandLine`qr build ${survey.survey} --color #000000 --background #FFFFFF`,
        }
    },
  },
  {
    id: 'plan-answers',
    severity: 'error',
    why: "The page closes for everybody until the plan's period starts again",
    needs: ['tariff'],
    *run({ parts }) {
      const { left, resets_on_day: day } = parts.tariff?.limits?.answers ?? {}
      if (left === 0)
        yield {
          message: `The plan takes no more answers${day ? ` until day ${day} of the month` : ''}`,
          fix: 'tariff view',
        }
    },
  },
  {
    id: 'plan-ending',
    severity: 'warning',
    why: 'What the plan allows ends with it',
    needs: ['tariff'],
    *run({ parts }) {
      const left = parts.tariff?.tariff?.days_left
      if (typeof left === 'number' && left <= 14) yield { message: `The plan ends in ${counted(left, 'day')}`, fix: 'tariff view' }
    },
  },
]

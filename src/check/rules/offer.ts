/** Promo codes and payment: what respondents are promised. */
import { settingsTouched, type Rule, type Snapshot } from '../snapshot.ts'
import { commandLine } from '../../text/to-copy.ts'
import { counted } from '../../text/counted.ts'

const statsOf = ({ parts }: Snapshot): { list: string; unused: number } | undefined => {
  const { list, stats } = parts.promo ?? {}
  return list && stats?.unused !== undefined ? { list: String(list.id), unused: stats.unused } : undefined
}

/** Answers that may still come. */
function allowed({ settings, detail }: Snapshot): number | undefined {
  if (!settings?.limit_answer_count_enabled || typeof settings.limit_answer_count_value !== 'number') return undefined
  return Math.max(settings.limit_answer_count_value - (detail.answer_count ?? 0), 0)
}

const more = ({ survey }: Snapshot, list: string): string => commandLine`promo import ${survey} FILE --list ${list}`

export const offerRules: readonly Rule[] = [
  {
    id: 'promo-empty',
    severity: 'error',
    why: 'Respondents are promised a code and get none',
    needs: ['promo'],
    *run(survey) {
      const stats = statsOf(survey)
      if (stats?.unused === 0)
        yield { path: 'promo', message: `Promo list ${stats.list} has no unused code`, fix: more(survey, stats.list) }
    },
  },
  {
    id: 'promo-low',
    severity: 'warning',
    why: 'The codes run out before the answers do',
    needs: ['promo'],
    isTouched: settingsTouched('limit_answer_count_enabled', 'limit_answer_count_value'),
    *run(survey) {
      const stats = statsOf(survey)
      const below = survey.options['promo-low']?.below
      const needed = typeof below === 'number' ? below : allowed(survey)
      if (stats && stats.unused > 0 && needed !== undefined && stats.unused < needed)
        yield {
          path: 'promo',
          message: `Promo list ${stats.list} has ${counted(stats.unused, 'unused code')}, but ${needed} are needed`,
          fix: more(survey, stats.list),
        }
    },
  },
  {
    id: 'promo-farming',
    severity: 'warning',
    why: 'One person can collect any number of codes',
    needs: ['promo'],
    isTouched: settingsTouched('multiple_ip', 'allow_multiple_answer'),
    *run(survey) {
      const { multiple_ip, allow_multiple_answer } = survey.settings ?? {}
      if (statsOf(survey) && multiple_ip && allow_multiple_answer)
        yield {
          path: 'allow_multiple_answer',
          message: 'Promo codes are given out, and one person may answer any number of times',
          fix: commandLine`quiz set ${survey.survey} allow_multiple_answer=false`,
        }
    },
  },
  {
    id: 'payment-not-ready',
    severity: 'error',
    why: 'Respondents cannot pay',
    needs: ['payment'],
    isTouched: settingsTouched('scoring_switcher'),
    *run(survey) {
      const { payment_type, payment_ready, payment_account_id } = survey.parts.payment ?? {}
      if (!payment_type) return
      if (payment_ready === false || !payment_account_id)
        yield {
          path: 'payment',
          message: 'A payment is required, but no seller account is connected',
          fix: commandLine`payment set ${survey.survey} --account ID`,
        }
      if (payment_type === 'scoring' && survey.settings && !survey.settings.scoring_switcher)
        yield {
          path: 'payment',
          message: 'The amount depends on points, but points are not counted',
          fix: commandLine`quiz set ${survey.survey} scoring_switcher=true`,
        }
    },
  },
]

/** Who gets in, and when: settings that keep everybody out, or let in whom they shouldn't. */
import { momentOf } from '../../text/moment.ts'
import { inside, nameOf, questionsOf, settingsTouched, type Rule, type Snapshot } from '../snapshot.ts'
import { commandLine } from '../../text/to-copy.ts'
import { counted } from '../../text/counted.ts'

const set = ({ survey }: Snapshot, change: string): string => commandLine`quiz set ${survey} ${change}`
const listed = (text: unknown): string[] =>
  typeof text === 'string'
    ? text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : []
const insecure = /\bhttp:\/\/(?!localhost|127\.)/i

export const accessRules: readonly Rule[] = [
  {
    id: 'closed',
    severity: 'error',
    why: 'The survey takes no answers',
    *run(survey) {
      if (survey.settings?.close_quiz_enabled)
        yield { path: 'close_quiz_enabled', message: 'The survey is closed', fix: set(survey, 'close_quiz_enabled=false') }
    },
  },
  {
    id: 'closes-in-past',
    severity: 'error',
    why: 'The survey takes no answers any more',
    *run(survey) {
      const { limit_time_enabled, limit_time_value } = survey.settings ?? {}
      const at = momentOf(limit_time_value) ?? NaN
      if (limit_time_enabled && at < survey.now.getTime())
        yield {
          path: 'limit_time_value',
          message: `The survey closed at ${limit_time_value}`,
          fix: set(survey, 'limit_time_enabled=false'),
        }
    },
  },
  {
    id: 'limit-reached',
    severity: 'error',
    why: 'The survey takes no answers any more',
    *run(survey) {
      const { limit_answer_count_enabled, limit_answer_count_value } = survey.settings ?? {}
      const count = survey.detail.answer_count
      if (
        limit_answer_count_enabled &&
        typeof count === 'number' &&
        typeof limit_answer_count_value === 'number' &&
        count >= limit_answer_count_value
      )
        yield {
          path: 'limit_answer_count_value',
          message: `${counted(count, 'answer')}, and the limit is ${limit_answer_count_value}`,
          fix: set(survey, `limit_answer_count_value=${count * 2 || 100}`),
        }
    },
  },
  {
    id: 'scripts-insecure',
    severity: 'warning',
    why: 'Browsers block what a page of https loads over http',
    *run(survey) {
      for (const name of ['scripts_in_head', 'scripts_in_body'] as const)
        if (insecure.test(survey.settings?.[name] ?? ''))
          yield { path: name, message: `${name} loads something over http`, fix: set(survey, `${name}=HTML`) }
      for (const each of questionsOf(survey))
        if (each.question.type === 'html' && insecure.test(each.question.htmlContent ?? ''))
          yield {
            screen: each.id,
            path: 'htmlContent',
            message: `${nameOf(each)} loads something over http`,
            fix: commandLine`question set ${survey.survey} ${each.number} htmlContent=HTML`,
          }
    },
  },
  {
    id: 'scores-unused',
    severity: 'warning',
    why: 'Points are given and never counted',
    *run(survey) {
      if (!survey.settings || survey.settings.scoring_switcher) return
      const scored = questionsOf(survey).find(({ question }) => hasPoints(question))
      if (scored)
        yield {
          screen: scored.id,
          path: 'scoring_switcher',
          message: `${nameOf(scored)} gives points, but points are not counted`,
          fix: set(survey, 'scoring_switcher=true'),
        }
    },
  },
  {
    id: 'password-missing',
    severity: 'error',
    why: 'Nobody gets in',
    needs: ['passwords'],
    isTouched: settingsTouched('use_password'),
    *run(survey) {
      if (survey.settings?.use_password && survey.parts.passwords === 0)
        yield {
          path: 'use_password',
          message: 'A password is required, but there is none',
          fix: commandLine`password add ${survey.survey} --generate 1`,
        }
    },
  },
  {
    id: 'password-unused',
    severity: 'warning',
    why: 'Everybody gets in without one',
    needs: ['passwords'],
    isTouched: settingsTouched('use_password'),
    *run(survey) {
      if (survey.settings && !survey.settings.use_password && (survey.parts.passwords ?? 0) > 0)
        yield {
          path: 'use_password',
          message: `There are ${survey.parts.passwords} passwords, but none is required`,
          fix: set(survey, 'use_password=true'),
        }
    },
  },
  {
    id: 'devices-none',
    severity: 'error',
    why: 'No device may answer',
    *run(survey) {
      if (survey.settings?.available_devices?.length === 0)
        yield { path: 'available_devices', message: 'No device may answer', fix: set(survey, 'available_devices=desktop,mobile,tablet') }
    },
  },
  {
    id: 'ip-lists',
    severity: 'error',
    why: 'The lists let nobody in, or contradict each other',
    *run(survey) {
      const { ip_list_enabled, ip_whitelist, ip_blacklist } = survey.settings ?? {}
      if (!ip_list_enabled) return
      const [allowed, refused] = [listed(ip_whitelist), listed(ip_blacklist)]
      if (allowed.length === 0 && refused.length === 0)
        yield { path: 'ip_list_enabled', message: 'The IP lists are on, but both are empty', fix: set(survey, 'ip_list_enabled=false') }
      const both = allowed.filter((address) => refused.includes(address))
      if (both.length > 0)
        yield { path: 'ip_whitelist', message: `${both.join(', ')} is on both lists`, fix: set(survey, 'ip_blacklist=ADDRESSES') }
    },
  },
]

/** Whether any answer to it gives points. */
function hasPoints(question: object): boolean {
  return Object.entries(question).some(([name, value]) => {
    if (name.endsWith('Score')) return value === true || (typeof value === 'number' && value !== 0)
    return Array.isArray(value) && value.some((option: unknown) => Number(inside(option, 'score') ?? 0) !== 0)
  })
}

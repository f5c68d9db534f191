/** Bounds, requirement and timers: where the service would assume something else than was meant. */
import { choicesOf, isAnswerable, limitsOf, rangeOf } from '../../model/question/index.ts'
import { finite } from '../../model/question/value.ts'
import { nameOf, questionsOf, questionsOfType, type Found, type Placed, type Rule, type Snapshot } from '../snapshot.ts'
import { counted } from '../../text/counted.ts'
import { commandLine } from '../../text/to-copy.ts'

interface Problem {
  message: string
  path: string
  to?: string
}

const each = (survey: Snapshot, problem: (one: Placed) => Problem | undefined): Iterable<Found> =>
  problemsOf(survey, questionsOf(survey), problem)

function* problemsOf<P extends Placed>(
  survey: Snapshot,
  questions: readonly P[],
  problem: (one: P) => Problem | undefined,
): Iterable<Found> {
  for (const one of questions) {
    const found = problem(one)
    if (!found) continue
    const { message, path, to = 'VALUE' } = found
    yield {
      screen: one.id,
      path,
      message: `${nameOf(one)}: ${message}`,
      fix: commandLine`question set ${survey.survey} ${one.number ?? one.id} ${path}=${to}`,
    }
  }
}

const given = <T>(value: T): value is NonNullable<T> => value !== undefined && value !== null && value !== ''

export const boundRules: readonly Rule[] = [
  {
    id: 'choice-bounds',
    severity: 'error',
    why: 'The service replaces bounds that no answer can meet',
    run: (survey) =>
      each(survey, ({ question }) => {
        const limits = limitsOf(question)
        if (!limits) return undefined
        const { several, least, most, fields } = limits
        const count = choicesOf(question).length
        const [min, max] = [finite(least, 1), finite(most, count)]
        if (!several && (given(least) || given(most)))
          return { path: fields.several ?? fields.least, message: 'has bounds, but takes one option only' }
        if (min > max) return { path: fields.least, message: `takes at least ${min} and at most ${counted(max, 'option')}` }
        if (min > count) return { path: fields.least, message: `requires ${min} of ${counted(count, 'option')}` }
        return max > count ? { path: fields.most, message: `allows ${max} of ${counted(count, 'option')}` } : undefined
      }),
  },
  {
    id: 'range-empty',
    severity: 'error',
    why: 'The service swaps or replaces the ends of an empty range',
    run: (survey) =>
      each(survey, ({ question }) => {
        const range = rangeOf(question)
        if (!range) return undefined
        const { from, to, step, fields } = range
        if (from >= to) return { path: fields.from, message: `goes from ${from} to ${to}` }
        const isStepped = step > 0 && step <= to - from
        return fields.step === undefined || isStepped
          ? undefined
          : { path: fields.step, message: `has steps of ${step} from ${from} to ${to}` }
      }),
  },
  {
    id: 'scale-large',
    severity: 'warning',
    why: 'Only some of the values are shown; the others cannot be chosen',
    run: (survey) =>
      each(survey, ({ question }) => {
        if (question.type === 'rating' && finite(question.ratingCount, 5) > 20)
          return { path: 'ratingCount', message: 'has more than 20 symbols' }
        if (question.type !== 'scale') return undefined
        const values = finite(question.scaleTo, 10) - finite(question.scaleFrom, 0) + 1
        return values > 101 ? { path: 'scaleTo', message: `has ${values} values; only 101 are shown` } : undefined
      }),
  },
  {
    id: 'date-window',
    severity: 'error',
    why: 'No date can be given',
    run: (survey) =>
      problemsOf(survey, questionsOfType(survey, 'datetime'), ({ question }) => {
        const { datetimeMin, datetimeMax, datetimeKind } = question
        if (given(datetimeMin) && given(datetimeMax) && datetimeMin > datetimeMax)
          return { path: 'datetimeMin', message: `takes dates from ${datetimeMin} to ${datetimeMax}` }
        const isPast = given(datetimeMax) && datetimeKind !== 'time' && given(datetimeMin) && Date.parse(datetimeMax) < survey.now.getTime()
        return isPast ? { path: 'datetimeMax', message: `takes no date after ${datetimeMax}, which is past` } : undefined
      }),
  },
  {
    id: 'required-blocked',
    severity: 'error',
    why: 'Nobody can answer it, so the requirement is ignored',
    run: (survey) =>
      each(survey, ({ question }) =>
        question.isRequired && question.isBlocked && isAnswerable(question)
          ? { path: 'isBlocked', message: 'is required and blocked', to: 'false' }
          : undefined,
      ),
  },
  {
    id: 'required-overridden',
    severity: 'info',
    why: 'The setting question_required_mode decides for all questions',
    *run(survey) {
      const mode = survey.settings?.question_required_mode
      if (mode !== 'all_required' && mode !== 'all_optional') return
      const differing = questionsOf(survey).filter(
        ({ question }) => isAnswerable(question) && (question.isRequired === true) !== (mode === 'all_required'),
      )
      if (differing.length > 0)
        yield {
          path: 'question_required_mode',
          message: `${mode} overrides isRequired of ${counted(differing.length, 'question')}`,
          fix: commandLine`quiz set ${survey.survey} question_required_mode=individual`,
        }
    },
  },
  {
    id: 'timer-zero',
    severity: 'error',
    why: 'The time is over before anybody can read',
    *run(survey) {
      yield* each(survey, ({ question }) =>
        question.filling_time_enabled && !finite(question.filling_time_seconds, 0)
          ? { path: 'filling_time_seconds', message: 'has a timer of 0 seconds' }
          : undefined,
      )
      const { filling_time_enabled, filling_time_seconds } = survey.settings ?? {}
      if (filling_time_enabled && !filling_time_seconds)
        yield {
          path: 'filling_time_seconds',
          message: 'The survey has a timer of 0 seconds',
          fix: commandLine`quiz set ${survey.survey} filling_time_seconds=600`,
        }
    },
  },
  {
    id: 'timer-short',
    severity: 'warning',
    why: 'Most people need longer',
    *run(survey) {
      yield* each(survey, ({ question }) => {
        const seconds = finite(question.filling_time_seconds, 0)
        const words = `${question.title ?? ''} ${question.description ?? ''}`.split(/\s+/).length
        return question.filling_time_enabled && seconds > 0 && seconds < 3 + words / 3
          ? { path: 'filling_time_seconds', message: `gives ${seconds} s for ${counted(words, 'word')}` }
          : undefined
      })
      const { filling_time_enabled, filling_time_seconds = 0 } = survey.settings ?? {}
      const count = questionsOf(survey).filter(({ question }) => isAnswerable(question)).length
      if (filling_time_enabled && filling_time_seconds > 0 && filling_time_seconds < count * 3)
        yield {
          path: 'filling_time_seconds',
          message: `The survey gives ${filling_time_seconds} s for ${counted(count, 'question')}`,
          fix: commandLine`quiz set ${survey.survey} filling_time_seconds=${count * 20}`,
        }
    },
  },
  {
    id: 'file-too-large',
    severity: 'warning',
    why: 'The account takes no file of that size',
    needs: ['tariff'],
    isTouched: (before, after) =>
      questionsOfType(after, 'file').some(({ id, question }) => question.fileMaxBytes !== before.screens.entities[id]?.fileMaxBytes),
    *run(survey) {
      const { file_size_limit_bytes, free_bytes } = survey.parts.tariff?.limits?.disk ?? {}
      const most = Math.min(file_size_limit_bytes ?? Infinity, free_bytes ?? Infinity)
      yield* each(survey, ({ question }) =>
        question.type === 'file' && finite(question.fileMaxBytes, 0) > most
          ? { path: 'fileMaxBytes', message: `allows files of ${finite(question.fileMaxBytes, 0)} bytes; the account takes ${most}` }
          : undefined,
      )
    },
  },
]

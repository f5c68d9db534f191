/** Navigation logic: references that lead nowhere, screens that nobody sees, rules that never decide. */
import { isObject } from '../../model/document/shape.ts'
import { rulesOf } from '../../model/logic.ts'
import { isRequired } from '../../model/question/index.ts'
import { leadsOn, reachOf, type Reach } from '../../model/reach.ts'
import { ruleProblems, type RuleProblem } from '../../model/rule-problems.ts'
import { nameOf, questionsOf, type Found, type Rule, type Snapshot } from '../snapshot.ts'
import { commandLine } from '../../text/to-copy.ts'

const number = (index: number): string => `rule ${index + 1}`
const fixLogic = ({ survey }: Snapshot): string => `condition list ${survey}`

const isOpaque = ({ conditions }: Snapshot): boolean =>
  isObject(conditions) && Object.keys(conditions).length > 0 && rulesOf(conditions).length === 0

const cache = new WeakMap<Snapshot, Reach>()

/** Computed once for all rules. */
function reachIn(survey: Snapshot): Reach {
  const known = cache.get(survey)
  if (known) return known
  const questions = Object.fromEntries(questionsOf(survey).map(({ id, question }) => [id, question]))
  const ids = survey.screens.ids.filter((id) => questions[id])
  const mode = survey.settings?.question_required_mode
  const made = reachOf({ ids, rules: rulesOf(survey.conditions), questions, ...(mode && { requiredMode: mode }) })
  cache.set(survey, made)
  return made
}

const named = (survey: Snapshot, id: string): string => {
  const found = questionsOf(survey).find((each) => each.id === id)
  return found ? nameOf(found) : id
}

/** Findings on rules that lead to other screens; none where not everything that can happen is known. */
function* leadingRules(survey: Snapshot, when: (reach: Reach, index: number) => Found | undefined): Iterable<Found> {
  const reach = reachIn(survey)
  if (!reach.complete) return
  for (const [index, rule] of rulesOf(survey.conditions).entries()) {
    const found = leadsOn(rule) ? when(reach, index) : undefined
    if (found) yield found
  }
}

function* wrongRules(survey: Snapshot, kind: RuleProblem['kind']): Iterable<Found> {
  for (const [index, rule] of rulesOf(survey.conditions).entries())
    for (const problem of ruleProblems(rule, survey.screens, (id) => named(survey, id)))
      if (problem.kind === kind)
        yield { path: `conditions.rules.${index}`, message: `${number(index)} ${problem.message}`, fix: fixLogic(survey) }
}

export const logicRules: readonly Rule[] = [
  {
    id: 'logic-opaque',
    severity: 'info',
    why: 'In logic of an unknown format only references to questions can be checked',
    *run(survey) {
      if (isOpaque(survey)) yield { path: 'conditions', message: 'The logic has a format that surveyctl does not know' }
      else if (!reachIn(survey).complete)
        yield { path: 'conditions', message: 'The logic has too many paths to follow all of them, so some rules were not checked' }
    },
  },
  {
    id: 'logic-dangling',
    severity: 'error',
    why: 'A condition on a deleted question is never true; a jump to one goes nowhere',
    run: (survey) => wrongRules(survey, 'dangling'),
  },
  {
    id: 'logic-value',
    severity: 'error',
    why: 'A condition on an impossible answer is never true, or always',
    run: (survey) => wrongRules(survey, 'value'),
  },
  {
    id: 'logic-backward',
    severity: 'error',
    why: 'Jumps go forward only: a jump back is ignored',
    run: (survey) => wrongRules(survey, 'backward'),
  },
  {
    id: 'unreachable-screen',
    severity: 'error',
    why: 'Nobody ever sees it',
    *run(survey) {
      const { complete, shown } = reachIn(survey)
      if (!complete) return
      for (const each of questionsOf(survey))
        if (!shown.has(each.id) && each.id !== 'submit')
          yield { screen: each.id, message: `${nameOf(each)} is never shown`, fix: fixLogic(survey) }
    },
  },
  {
    id: 'dead-end',
    severity: 'error',
    why: 'Everybody is screened out; nobody can complete the survey',
    *run(survey) {
      const { complete, ends } = reachIn(survey)
      if (complete && ends.has('screenout') && !ends.has('submit'))
        yield { path: 'conditions', message: 'Every path through the survey ends in a screenout', fix: fixLogic(survey) }
    },
  },
  {
    id: 'rule-never',
    severity: 'warning',
    why: 'Its conditions can never be true together',
    run: (survey) =>
      leadingRules(survey, ({ holding }, index) =>
        holding.has(index)
          ? undefined
          : {
              path: `conditions.rules.${index}`,
              message: `${number(index)} can never apply`,
              fix: commandLine`condition remove ${survey.survey} ${index + 1}`,
            },
      ),
  },
  {
    id: 'rule-shadowed',
    severity: 'warning',
    why: 'An earlier rule always applies first',
    run: (survey) =>
      leadingRules(survey, ({ holding, deciding }, index) =>
        deciding.has(index) || !holding.has(index)
          ? undefined
          : {
              path: `conditions.rules.${index}`,
              message: `${number(index)} never applies: an earlier rule always does`,
              fix: fixLogic(survey),
            },
      ),
  },
  {
    id: 'random-with-jumps',
    severity: 'warning',
    why: 'In a shuffled order a jump can skip questions that should be asked',
    *run(survey) {
      if (!survey.settings?.question_random_order) return
      const index = rulesOf(survey.conditions).findIndex(leadsOn)
      if (index >= 0)
        yield {
          path: 'question_random_order',
          message: `Questions are shuffled, and ${number(index)} jumps from one of them`,
          fix: commandLine`quiz set ${survey.survey} question_random_order=false`,
        }
    },
  },
  {
    id: 'required-in-branch',
    severity: 'info',
    why: 'A completed answer may not contain it',
    *run(survey) {
      const { complete, seen, missed } = reachIn(survey)
      if (!complete) return
      for (const each of questionsOf(survey))
        if (isRequired(each.question, survey.settings?.question_required_mode) && seen.has(each.id) && missed.has(each.id))
          yield { screen: each.id, message: `${nameOf(each)} is required, but some paths skip it` }
    },
  },
]

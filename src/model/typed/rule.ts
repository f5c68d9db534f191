/** A rule as people type it: tests, and what follows when they hold. */
import { usageError } from '../../errors.ts'
import { questionNamed, type NamedScreens } from '../document/index.ts'
import type { Rule } from '../logic.ts'
import { readTest } from './tests.ts'

export interface TypedRule {
  when?: string[] | undefined
  any?: boolean | undefined
  jump?: string | undefined
  show?: string[] | undefined
  hide?: string[] | undefined
  finish?: boolean | undefined
  screenout?: string | undefined
}

export function typedRule({ when = [], any, ...then }: TypedRule, named: NamedScreens): Rule {
  if (when.length === 0) throw usageError('--when is required')
  const tests = when.map((text) => readTest(text, named))
  return { if: any ? { any: tests } : { all: tests }, then: actionOf(then, named) }
}

function actionOf({ jump, show, hide, finish, screenout }: TypedRule, { id, rows }: NamedScreens): Rule['then'] {
  const given = [jump, show, hide, finish, screenout].filter((value) => value !== undefined)
  if (given.length !== 1) throw usageError('One of --jump, --show, --hide, --finish, --screenout is required')
  const idOf = (reference: string): string => questionNamed(rows, reference, id).id
  if (jump !== undefined) return { action: 'jump', to: idOf(jump) }
  if (show) return { action: 'show', questions: show.map(idOf) }
  if (hide) return { action: 'hide', questions: hide.map(idOf) }
  return finish ? { action: 'finish' } : { action: 'screenout', ...(screenout && { message: screenout }) }
}

/** Plans of changes: made by survey_plan, used once by survey_apply, of the draft that they were made of and no other. */
import { randomBytes } from 'node:crypto'
import { CommandError } from '../../errors.ts'
import type { Content, IdMap } from '../../model/document/index.ts'

interface Plan {
  survey: number
  name: string
  /** Of the draft that it was made of. */
  draft: string
  wanted: Content
  /** What its screens are called then. */
  idMap: IdMap
  changes: number
  /** What of it can be undone, in words. */
  undoable: string | undefined
  /** In words, what answers would lose. */
  losses: readonly string[]
}

const hour = 3_600_000
const most = 100

export class Plans {
  readonly #plans = new Map<string, { plan: Plan; until: number; used: boolean }>()

  add(plan: Plan): string {
    const id = `plan_${randomBytes(9).toString('base64url')}`
    this.#plans.set(id, { plan, until: Date.now() + hour, used: false })
    for (const old of [...this.#plans.keys()].slice(0, -most)) this.#plans.delete(old)
    return id
  }

  find(id: string): Plan {
    const found = this.#plans.get(id)
    if (!found || found.until < Date.now()) throw unusable('There is no such plan, or it is older than an hour')
    if (found.used) throw unusable('This plan was used: each is for one survey_apply')
    return found.plan
  }

  use(id: string): void {
    const found = this.#plans.get(id)
    if (found) found.used = true
  }
}

const unusable = (why: string): CommandError =>
  new CommandError('refused', why, { code: 'plan_unusable', hint: 'Make a new one: survey_plan' })

/** How far work is that takes a while, and how long it will still take. */
import type { Progress } from '../answers/derive/work.ts'
import type { Context } from '../cli/context.ts'

const noteEvery = 5000

export const pagesAhead = ({ flags }: Context): number => Math.min(flags.concurrency ?? 4, 8)

export const metersOfSurvey = (context: Context, quiz: number): Meters => metersOf(context, `Survey ${quiz}: `, ' answers')

export interface Meters {
  progress: Progress
  end: () => void
}

/** On a terminal a meter for each step, with the time that is left; elsewhere a line now and then. Steps follow each other. */
export function metersOf({ show }: Pick<Context, 'show'>, before = '', unit = ''): Meters {
  let noted = Date.now()
  let meter: ReturnType<typeof show.meter> | undefined
  let [step, known, expected] = ['', 0, 0]
  const progress: Progress = (what, done, total = 0) => {
    if (step !== what) {
      meter?.end()
      meter = show.meter(`${before}${what}`)
      ;[step, known, expected] = [what, 0, 0]
    }
    meter?.expect(total - expected)
    meter?.advance(done - known)
    ;[known, expected] = [done, total]
    const isWhole = done >= total && total > 0
    const isNoteDue = !isWhole && meter?.isDrawn !== true && Date.now() - noted >= noteEvery
    // What is whole makes room for the meter of what it is a part of.
    if (isWhole) {
      meter?.end()
      ;[meter, step] = [undefined, '']
    }
    if (!isNoteDue) return
    noted = Date.now()
    show.note(`${before}${what} ${done.toLocaleString('en')}${total === 0 ? '' : ` of ${total.toLocaleString('en')}`}${unit}`)
  }
  return { progress, end: () => meter?.end() }
}

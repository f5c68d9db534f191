/** How long lists of answers are read, and how far that is. */
import type { Progress } from '../../../answers/derive/work.ts'
import type { Context } from '../../../cli/context.ts'

const noteEvery = 5000

export const pagesAhead = ({ flags }: Context): number => Math.min(flags.concurrency ?? 4, 8)

/** On a terminal a meter for each step, with the time that is left; elsewhere a line now and then. */
export function meterOf({ show }: Context, quiz: number): { progress: Progress; end: () => void } {
  let noted = Date.now()
  let meter: ReturnType<typeof show.meter> | undefined
  let [step, before, expected] = ['', 0, 0]
  const progress: Progress = (what, done, total = 0) => {
    if (step !== what) {
      meter?.end()
      meter = show.meter(`Survey ${quiz}: ${what}`)
      ;[step, before, expected] = [what, 0, 0]
    }
    meter?.expect(total - expected)
    meter?.advance(done - before)
    ;[before, expected] = [done, total]
    if (meter?.isDrawn || Date.now() - noted < noteEvery) return
    noted = Date.now()
    show.note(`Survey ${quiz}: ${what} ${done.toLocaleString('en')}${total === 0 ? '' : ` of ${total.toLocaleString('en')}`} answers`)
  }
  return { progress, end: () => meter?.end() }
}

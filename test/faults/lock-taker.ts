/** A process of lock.test.ts: told a lock, it takes it as often as it is told, and says whether anyone else was in there. */
import { closeSync, openSync, unlinkSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { tryLock } from '../../src/system/lock.ts'

export interface Round {
  lock: string
  /** Only one may have made it. */
  inside: string
  times: number
}

process.on('message', async ({ lock, inside, times }: Round) => {
  let overlaps = 0
  for (let done = 0; done < times;) {
    const taken = tryLock(lock)
    if (typeof taken === 'number') {
      await wait(1)
      continue
    }
    try {
      closeSync(openSync(inside, 'wx'))
      if (Math.random() < 0.5) await wait(Math.random() * 2)
      unlinkSync(inside)
    } catch {
      overlaps++
    }
    taken()
    done++
  }
  process.send!(overlaps)
})

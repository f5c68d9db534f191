import { afterEach, expect, it, vi } from 'vitest'
import { Deadline } from '../../src/client/transport/deadline.ts'
import type { Incoming } from '../../src/client/transport/exchange.ts'
import { inTurn, nextTurn, sleep } from '../../src/system/timers.ts'

afterEach(() => vi.useRealTimers())

it.each([1, 2 ** 31 - 1, 2 ** 31, 3e9, 1e11])('a wait of %d ms takes that long, whatever a timer can hold', async (millis) => {
  vi.useFakeTimers()
  let over = false
  void sleep(millis).then(() => (over = true))
  await vi.advanceTimersByTimeAsync(millis - 1)
  expect(over).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toBe(true)
})

it.each(['before', 'while'])('a wait ends with the reason of who ends it %s it goes on', async (when) => {
  const stop = new AbortController()
  if (when === 'before') stop.abort(new Error('Interrupted'))
  const waiting = sleep(1e11, stop.signal)
  stop.abort(new Error('Interrupted'))
  await expect(waiting).rejects.toThrow('Interrupted')
})

it('the time that a reader takes is not the service’s', async () => {
  vi.useFakeTimers()
  let discarded = false
  const body = { discard: () => (discarded = true) }
  const deadline = new Deadline({ since: performance.now(), body } as unknown as Incoming, 1000)
  await vi.advanceTimersByTimeAsync(600)
  deadline.stop()
  await vi.advanceTimersByTimeAsync(5000)
  deadline.start()
  await vi.advanceTimersByTimeAsync(300)
  expect(discarded).toBe(false)
  deadline.take(2 ** 20)
  await vi.advanceTimersByTimeAsync(900)
  expect([discarded, deadline.judge(new Error('as it was'))]).toEqual([false, new Error('as it was')])
  await vi.advanceTimersByTimeAsync(200)
  expect([discarded, deadline.judge(new Error('as it was'))]).toMatchObject([true, { code: 'ENDLESS' }])
})

it('gives each caller a turn of its own, in which other work is done', async () => {
  const turn = inTurn()
  const order: string[] = []
  const others = (async () => {
    for (const name of ['x', 'y', 'z']) {
      await nextTurn()
      order.push(name)
    }
  })()
  await Promise.all([...['a', 'b', 'c'].map(async (name) => (await turn(), order.push(name))), others])
  expect(order.filter((name) => name < 'd')).toEqual(['a', 'b', 'c'])
  expect(order.join('')).not.toMatch(/[abc]{2}/)
})

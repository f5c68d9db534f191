/** The one lock: of any number of processes one has it, whatever became of those who had it before. */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { holderName, isRunning, locked, startOf, tryLock } from '../../src/system/lock.ts'
import { freshFolder } from '../support/program.ts'
import type { Round } from './lock-taker.ts'

const rounds = process.env.SURVEYCTL_FULL === '1' ? 1000 : 100
const most = 8

let takers: ChildProcess[]
beforeAll(() => {
  takers = Array.from({ length: most }, () => fork(join(import.meta.dirname, 'lock-taker.ts')))
})
afterAll(() => takers.forEach((taker) => taker.kill()))

const holders = ['none', 'dead', 'dying', 'living'] as const

/** Puts the lock into the hands of another process, which is dead, is being killed, or will be in a moment. */
async function plant(lock: string, holder: (typeof holders)[number]): Promise<void> {
  if (holder === 'none') return
  const child = spawn('sleep', ['60'], { stdio: 'ignore' })
  mkdirSync(lock)
  writeFileSync(join(lock, holderName(child.pid!)), '')
  if (holder === 'living') return void wait(Math.random() * 4).then(() => child.kill('SIGKILL'))
  child.kill('SIGKILL')
  if (holder === 'dead') await once(child, 'exit')
}

it(`lets one in at a time: ${rounds} rounds of two to eight takers`, async () => {
  const folder = freshFolder()
  let overlaps = 0
  for (let round = 0; round < rounds; round++) {
    const lock = join(folder, `${round}.lock`)
    const asked: Round = { lock, inside: join(folder, `${round}.inside`), times: 2 }
    await plant(lock, holders[round % holders.length]!)
    const answers = takers.slice(0, 2 + (round % (most - 1))).map(async (taker) => {
      const answer = once(taker, 'message')
      taker.send(asked)
      return Number((await answer)[0])
    })
    for (const found of await Promise.all(answers)) overlaps += found
  }
  expect(overlaps).toBe(0)
  expect(readdirSync(folder)).toEqual([])
})

it('names its holder to others, and is free once that one has let go', () => {
  const lock = join(freshFolder(), 'a.lock')
  const release = tryLock(lock) as () => void
  expect(tryLock(lock)).toBe(process.pid)
  release()
  expect(existsSync(lock)).toBe(false)
  ;(tryLock(lock) as () => void)()
})

it('is not given up by a second release, when another has it by now', () => {
  const lock = join(freshFolder(), 'a.lock')
  const release = tryLock(lock) as () => void
  release()
  const second = tryLock(lock) as () => void
  release()
  expect(tryLock(lock)).toBe(process.pid)
  second()
})

it('of a process whose number another one has now is taken over', () => {
  const lock = join(freshFolder(), 'a.lock')
  mkdirSync(lock)
  writeFileSync(join(lock, holderName(process.ppid).replace(/-\d*-/, '-1-')), '')
  expect(tryLock(lock)).toBeTypeOf(process.platform === 'linux' ? 'function' : 'number')
})

it('of a living process whose namespace could not be read is left alone', () => {
  const lock = join(freshFolder(), 'a.lock')
  mkdirSync(lock)
  writeFileSync(join(lock, holderName(process.ppid).replace(/-[^-]*-([^-]*)$/, '--$1')), '')
  expect(tryLock(lock)).toBe(process.ppid)
})

it.each([
  ['of our own number', (name: string) => name.replace(/^\d+/, String(process.pid))],
  ['of another boot or container', (name: string) => name.replace(/-([^-]*)-([^-]*)$/, '-x$1-$2')],
  ['of a program that named it otherwise', () => `${process.ppid}-1-x`],
])('%s, left by a process before us, is taken over', (_, named) => {
  const lock = join(freshFolder(), 'a.lock')
  mkdirSync(lock)
  writeFileSync(join(lock, named(holderName(process.ppid))), '')
  expect(tryLock(lock)).toBeTypeOf('function')
})

it('is free again when the work failed, and waited for while it is held', async () => {
  const lock = join(freshFolder(), 'a.lock')
  await expect(locked(lock, 'a thing', () => expect.fail('failed'))).rejects.toThrow('failed')
  const release = tryLock(lock) as () => void
  const order: string[] = []
  const waiting = locked(lock, 'a thing', () => order.push('work'))
  await wait(40)
  order.push('release')
  release()
  await waiting
  expect(order).toEqual(['release', 'work'])
})

describe('is waited for', () => {
  const others = [spawn('sleep', ['60'], { stdio: 'ignore' }), spawn('sleep', ['60'], { stdio: 'ignore' })]
  afterAll(() => others.forEach((other) => other.kill()))

  /** A minute passes at each look at the clock; `of` tells which of the others has the lock then, or that nobody has. */
  async function waitingFor(of: (minute: number) => number | undefined): Promise<string> {
    const lock = join(freshFolder(), 'a.lock')
    const give = (minute: number): void => {
      rmSync(lock, { recursive: true, force: true })
      const holder = of(minute)
      if (holder === undefined) return
      mkdirSync(lock)
      writeFileSync(join(lock, holderName(others[holder]!.pid!)), '')
    }
    let minute = 0
    give(minute)
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
      give(++minute)
      return minute * 60_000
    })
    return locked(lock, 'a thing', () => 'done')
      .catch((error: Error) => error.message)
      .finally(() => clock.mockRestore())
  }

  it('for a minute, where one and the same process holds it', async () => {
    const refused = `Another surveyctl (process ${others[0]!.pid}) has been changing a thing for too long`
    expect(await waitingFor(() => 0)).toBe(refused)
  })
  it('for as long as it goes from one to another', async () => {
    expect(await waitingFor((minute) => (minute < 12 ? (minute >> 1) % 2 : undefined))).toBe('done')
  })
})

it('a process lives until it has ended, also while nobody has reaped it', async () => {
  // The shell's child ends at once and stays a zombie, as `sleep` in its place never asks for it.
  const parent = spawn('bash', ['-c', 'true & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const zombie = Number(String((await once(parent.stdout, 'data'))[0]))
  await expect.poll(() => isRunning(zombie)).toBe(false)
  expect([isRunning(parent.pid!), isRunning(parent.pid!, startOf(parent.pid!)), isRunning(0), isRunning(NaN)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  expect(isRunning(parent.pid!)).toBe(false)
})

import { fc } from '../support/property.ts'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openRun } from '../../src/cli/bulk/runs.ts'
import { journalPath, openJournal, peekJournal } from '../../src/cli/bulk/journal.ts'
import { holderName } from '../../src/system/lock.ts'

const root = mkdtempSync(join(tmpdir(), 'surveyctl-journal-'))
const folder = (): string => mkdtempSync(join(root, 'run-'))
afterAll(() => rmSync(root, { recursive: true }))

const item = fc.constantFrom('1', '2', 'Spring "A"', 'line\nbreak', '😀')
const value = fc.option(fc.record({ list_id: fc.nat(9) }), { nil: undefined })
const step = fc.oneof(
  fc.record({ kind: fc.constant('begin' as const), item, value }),
  fc.record({ kind: fc.constant('end' as const), item, outcome: fc.constantFrom('done' as const, 'failed' as const), value }),
)

describe('journal', () => {
  it('says what its whole lines say, wherever the process was killed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.double({ min: 0, max: 1, noNaN: true }), async (steps, part) => {
        const where = folder()
        const journal = openJournal(where, 'work', { total: 5, resume: false })
        for (const one of steps)
          await (one.kind === 'begin' ? journal.begin(one.item, one.value) : journal.end(one.item, one.outcome, one.value))
        journal.close(false)

        const bytes = readFileSync(journalPath(where, 'work'))
        const cut = bytes.subarray(0, Math.round(bytes.length * part))
        const whole = cut.toString('latin1').split('\n').length - 1
        writeFileSync(journalPath(where, 'work'), cut)

        const again = openJournal(where, 'work', { total: 5, resume: true })
        const known = new Map<string, object>(
          steps
            .slice(0, Math.max(0, whole - 1))
            .map((one) => [one.item, { state: one.kind === 'begin' ? 'begun' : one.outcome, value: one.value }]),
        )
        for (const name of ['1', '2', 'Spring "A"', 'line\nbreak', '😀']) expect({ ...again.entry(name) }).toEqual({ ...known.get(name) })

        await again.begin('more')
        await again.end('more', 'done')
        again.close(false)
        const third = openJournal(where, 'work', { total: 5, resume: true })
        expect(third.outcome('more')).toBe('done')
        third.close(true)
      }),
      { numRuns: 150 },
    )
  })

  it('starts anew without --resume, and for another number of items', async () => {
    const where = folder()
    const first = openJournal(where, 'work', { total: 2, resume: false })
    await first.begin('1')
    first.close(false)
    expect(peekJournal(where, 'work', 2).size).toBe(1)
    expect(peekJournal(where, 'work', 3).size).toBe(0)
    const other = openJournal(where, 'work', { total: 3, resume: true })
    expect(other.outcome('1')).toBeUndefined()
    other.close(false)
    const anew = openJournal(where, 'work', { total: 3, resume: false })
    expect(anew.outcome('1')).toBeUndefined()
    anew.close(true)
    expect(peekJournal(where, 'work', 3).size).toBe(0)
  })

  it.each([
    ['a line', (text: string) => text.replace('{"item":"1"', '{"it\0\0\0\0\0')],
    ['an outcome', (text: string) => text.replace('"done"', '"d\0\0e"')],
    ['its head', (text: string) => text.replace('{"journal"', '\0\0\0\0\0\0\0\0\0\0')],
  ])('refuses one with %s that is damaged, as its items would be done twice', async (_, damage) => {
    const where = folder()
    const promos = openJournal(where, 'work', { total: 2, resume: false })
    await promos.end('1', 'done')
    promos.close(false)
    const path = journalPath(where, 'work')
    writeFileSync(path, damage(readFileSync(path, 'utf8')))
    expect(() => peekJournal(where, 'work', 2)).toThrow(`The journal of an earlier run is damaged: ${path}`)

    const items = new Map([['1', 'Spring']])
    const { journal } = await openRun(where, 'bulk', items, false)
    await journal.end('1', 'done')
    journal.close(false)
    const run = journalPath(where, 'bulk').replace('.jsonl', '-1.jsonl')
    writeFileSync(run, damage(readFileSync(run, 'utf8')))
    await expect(openRun(where, 'bulk', items, true)).rejects.toThrow(`The journal of an earlier run is damaged: ${run}`)
  })

  it('refuses a run whose items are damaged', async () => {
    const where = folder()
    const { journal } = await openRun(where, 'bulk', new Map([['1', 'Spring']]), false)
    journal.close(false)
    const path = journalPath(where, 'bulk').replace('.jsonl', '-1.jsonl')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"items"', '"it\\u0000ms"'))
    await expect(openRun(where, 'bulk', new Map([['1', 'Spring']]), true)).rejects.toThrow('damaged')
  })

  it('keeps a second run of the same work away, but not one of other work', () => {
    const where = folder()
    const first = openJournal(where, 'work', { total: 1, resume: false })
    expect(() => openJournal(where, 'work', { total: 1, resume: true })).toThrow('being done by another surveyctl')
    openJournal(where, 'other', { total: 1, resume: false }).close(true)
    first.close(true)
    openJournal(where, 'work', { total: 1, resume: false }).close(true)
  })

  it('takes over the lock of a process that is gone', () => {
    const where = folder()
    const lock = journalPath(where, 'work').replace(/jsonl$/, 'lock')
    mkdirSync(lock)
    writeFileSync(join(lock, holderName(2147483646)), '')
    openJournal(where, 'work', { total: 1, resume: false }).close(true)
  })

  it('lets many items wait for the disk together', async () => {
    const where = folder()
    const journal = openJournal(where, 'work', { total: 5000, resume: false })
    await Promise.all(
      Array.from({ length: 5000 }, async (_, index) => {
        await journal.begin(String(index))
        await journal.end(String(index), 'done')
      }),
    )
    journal.close(false)
    const again = openJournal(where, 'work', { total: 5000, resume: true })
    expect(Array.from({ length: 5000 }, (_, index) => again.outcome(String(index))).every((state) => state === 'done')).toBe(true)
    again.close(true)
  })
})

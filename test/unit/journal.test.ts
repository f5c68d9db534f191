import { fc } from '../support/property.ts'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openJournal, peekJournal, type Journal } from '../../src/system/journal.ts'
import { holderName } from '../../src/system/lock.ts'
import { changeJournal, journalIn, journalRows } from '../support/journal.ts'

const root = mkdtempSync(join(tmpdir(), 'surveyctl-journal-'))
const config = (): string => mkdtempSync(join(root, 'run-'))
const folder = (where: string): string => join(where, 'state')
afterAll(() => rmSync(root, { recursive: true }))

const whole = (where: string, resume: boolean, name = 'work'): Journal => openJournal(folder(where), name, { resume })
const over = (where: string, items: readonly string[], resume = true): Journal =>
  openJournal(folder(where), 'publish', { resume, items: new Map(items.map((item) => [item, `name of ${item}`])) })

const item = fc.constantFrom('1', '2', 'Spring "A"', 'line\nbreak', '😀')
const value = fc.option(fc.record({ list_id: fc.nat(9) }), { nil: undefined })
const step = fc.oneof(
  fc.record({ kind: fc.constant('begin' as const), item, value }),
  fc.record({ kind: fc.constant('end' as const), item, outcome: fc.constantFrom('done' as const, 'failed' as const), value }),
)

describe('journal', () => {
  it('says what it was told last of each item', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const where = config()
        const journal = whole(where, false)
        for (const one of steps)
          await (one.kind === 'begin' ? journal.begin(one.item, one.value) : journal.end(one.item, one.outcome, one.value))
        journal.close(false)
        const again = whole(where, true)
        const known = new Map<string, object>(
          steps.map((one) => [one.item, { state: one.kind === 'begin' ? 'begun' : one.outcome, value: one.value }]),
        )
        for (const name of ['1', '2', 'Spring "A"', 'line\nbreak', '😀']) expect({ ...again.entry(name) }).toEqual({ ...known.get(name) })
        again.close(true)
        expect(journalRows(where)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('starts anew without --resume', async () => {
    const where = config()
    const first = whole(where, false)
    await first.begin('1')
    first.close(false)
    expect([...peekJournal(folder(where), 'work')]).toEqual([['1', { reference: '', entry: { state: 'begun' } }]])
    const anew = whole(where, false)
    expect(anew.entry('1')).toBeUndefined()
    anew.close(true)
    expect(peekJournal(folder(where), 'work').size).toBe(0)
  })

  it('forgets a job once each part of it is told to be done', async () => {
    const where = config()
    const first = over(where, ['1', '2', '3'])
    await first.begin('1')
    await first.end('1', 'done')
    first.close(false)
    const part = over(where, ['2', '9'])
    expect([...part.known]).toEqual([['2', { reference: 'name of 2' }]])
    part.close(true)
    expect(journalRows(where).map((row) => row.item)).toEqual(['1', '2', '3', '9'])
    const rest = over(where, ['1', '3'])
    expect([rest.entry('1'), rest.entry('3')]).toEqual([{ state: 'done' }, undefined])
    rest.close(true)
    expect(journalRows(where)).toEqual([])
  })

  it.each([
    ['its head', 0],
    ['its rows', 4096],
  ])('refuses one with %s that is damaged, as its items would be done twice', async (_, from) => {
    const where = config()
    const journal = over(where, ['1'])
    await journal.end('1', 'done')
    journal.close(false)
    const file = openSync(journalIn(where), 'r+')
    writeSync(file, Buffer.alloc(3000, 'x'), 0, 3000, from)
    closeSync(file)
    expect(() => over(where, ['1'])).toThrow(`The journal of earlier runs is damaged: ${journalIn(where)}`)
    expect(() => peekJournal(folder(where), 'publish')).toThrow('is damaged')
  })

  it('refuses a value or state that somebody changed', async () => {
    const where = config()
    const journal = over(where, ['1'])
    await journal.end('1', 'done', { list: 1 })
    journal.close(false)
    changeJournal(where, (database) => database.run("update item set value = '{'"))
    expect(() => over(where, ['1'])).toThrow('is damaged')
    changeJournal(where, (database) => {
      database.exec('pragma ignore_check_constraints = 1')
      database.run("update item set state = 'sent', value = null")
    })
    expect(() => over(where, ['1'])).toThrow('is damaged')
  })

  it('keeps a second run of the same work away, but not one of other work or other items', () => {
    const where = config()
    const [first, some] = [whole(where, false), over(where, ['1', '2'])]
    expect(() => whole(where, true)).toThrow('being done by another surveyctl')
    expect(() => over(where, ['2', '3'])).toThrow('being done by another surveyctl')
    whole(where, false, 'other').close(true)
    over(where, ['3']).close(true)
    for (const journal of [first, some]) journal.close(true)
    whole(where, false).close(true)
    expect(journalRows(where)).toEqual([])
  })

  it('takes over what a process held that is gone', () => {
    const where = config()
    whole(where, false).close(false)
    changeJournal(where, (database) => database.run('update item set holder = ?', holderName(2147483646)))
    whole(where, false).close(true)
  })

  it('forgets what nobody went on with for two months', () => {
    const where = config()
    over(where, ['1']).close(false)
    changeJournal(where, (database) => database.run('update item set at = at - 61 * 86400000'))
    expect(peekJournal(folder(where), 'publish').size).toBe(0)
  })

  it('lets many items wait for the disk together', async () => {
    const where = config()
    const journal = whole(where, false)
    await Promise.all(
      Array.from({ length: 5000 }, async (_, index) => {
        await journal.begin(String(index))
        await journal.end(String(index), 'done')
      }),
    )
    journal.close(false)
    const again = whole(where, true)
    expect(Array.from({ length: 5000 }, (_, index) => again.entry(String(index))).every((entry) => entry?.state === 'done')).toBe(true)
    again.close(true)
  })
})

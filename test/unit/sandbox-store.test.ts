import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { Store } from '../../src/sandbox/store/store.ts'
import { WriteQueue } from '../../src/sandbox/engine/write-queue.ts'
import { firstSandboxSchema } from '../support/first-sandbox-schema.ts'
import { freshFolder } from '../support/program.ts'

const open = (): Store => new Store(':memory:')
interface Note {
  text: string
  seen?: boolean
}

it('keeps records by kind, survey and key', () => {
  const notes = open().records<Note>('note')
  const first = notes.insert({ text: 'a' }, { workspace_id: 7, quiz_id: 42, key: 'x' })
  notes.insert({ text: 'b' }, { workspace_id: 7, quiz_id: 43 })
  expect(notes.get(first)).toEqual({ id: first, workspace_id: 7, quiz_id: 42, key: 'x', text: 'a' })
  expect(notes.list({ workspace_id: 7, order: 'desc' }).map(({ text }) => text)).toEqual(['b', 'a'])
  expect(notes.find({ quiz_id: 43, key: null })?.text).toBe('b')
  expect(notes.count({ quiz_id: 42, key: 'y' })).toBe(0)
  expect(notes.update(first, { seen: true })).toMatchObject({ text: 'a', seen: true })
  expect(notes.put({ quiz_id: 42, key: 'x' }, { text: 'c' })).toMatchObject({ id: first, text: 'c' })
})

it('never gives an id again', () => {
  const notes = open().records<Note>('note')
  notes.insert({ text: 'seed' }, {}, 9)
  const next = notes.insert({ text: 'next' })
  notes.remove(next)
  expect([next, notes.insert({ text: 'after' })]).toEqual([10, 11])
})

it('counts anew once something was written or undone', () => {
  const store = open()
  const total = (kind = 'note'): number => store.cachedCount('select count(*) from record where kind = ?', kind)
  expect([total(), total('letter')]).toEqual([0, 0])
  const id = store.records<Note>('note').insert({ text: 'a' })
  expect([total(), total('letter')]).toEqual([1, 0])
  store.records<Note>('note').remove(id)
  expect(total()).toBe(0)
  const undone = () =>
    store.transaction(() => {
      store.records<Note>('note').insert({ text: 'c' })
      expect(total()).toBe(1)
      throw new Error('no')
    })
  expect(undone).toThrow('no')
  expect(total()).toBe(0)
})

it('undoes an inner transaction alone, and all of an outer one', () => {
  const store = open()
  const notes = store.records<Note>('note')
  const fail = (): never => {
    throw new Error('no')
  }
  store.transaction(() => {
    notes.insert({ text: 'kept' })
    expect(() =>
      store.transaction(() => {
        notes.insert({ text: 'undone' })
        fail()
      }),
    ).toThrow('no')
  })
  expect(notes.list().map(({ text }) => text)).toEqual(['kept'])
  expect(() =>
    store.transaction(() => {
      notes.insert({ text: 'gone' })
      fail()
    }),
  ).toThrow('no')
  expect(notes.count()).toBe(1)
})

it('undoes what is not in the database only when the transaction is undone', () => {
  const store = open()
  const undone: string[] = []
  store.transaction(() => store.onRollback(() => undone.push('first')))
  expect(() =>
    store.transaction(() => {
      store.onRollback(() => undone.push('second'))
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(undone).toEqual(['second'])
})

it('lets one write run after the other, also across waiting', async () => {
  const store = open()
  const writes = new WriteQueue(store, () => {})
  const steps: string[] = []
  const slow = writes.write(async () => {
    steps.push('slow begins')
    await Promise.resolve()
    await Promise.resolve()
    steps.push('slow ends')
  })
  const quick = writes.write(() => {
    steps.push('quick')
  })
  const read = writes.read(() => {
    steps.push('read')
  })
  await Promise.all([slow, quick, read])
  expect(steps.slice(0, 3)).toEqual(['slow begins', 'slow ends', 'quick'])
  expect(steps).toContain('read')
})

it('does later work only after a write that was kept', async () => {
  const store = open()
  const failed: unknown[] = []
  const writes = new WriteQueue(store, (error) => failed.push(error))
  const ran: string[] = []
  await writes.write(() => {
    writes.after(() => {
      ran.push('kept')
    })
  })
  await expect(
    writes.write(() => {
      writes.after(() => {
        ran.push('dropped')
      })
      throw new Error('refused')
    }),
  ).rejects.toThrow('refused')
  writes.after(() => {
    throw new Error('delivery')
  })
  await writes.idle()
  expect(ran).toEqual(['kept'])
  expect(failed).toEqual([new Error('delivery')])
  await expect(writes.write(() => 'next')).resolves.toBe('next')
})

describe('a folder of the first sandbox', () => {
  const path = join(freshFolder(), 'old.db')
  const old = new DatabaseSync(path)
  old.exec(firstSandboxSchema)
  const row = "1, 7, 1, 1, 'regular', 'old', 'Old', '', '{}', null, null, 0, null, null, null, '', '', null, null, null"
  old.exec(`insert into quiz values (${row}); insert into quiz values (${row.replace('1,', '2,').replace("'old'", "'older'")})`)
  old.close()
  const reading = <T>(read: (store: Store) => T): T => {
    const store = new Store(path)
    try {
      return read(store)
    } finally {
      store.close()
    }
  }

  it('gets every column that a new one has', () => {
    const columnsOf = (store: Store): unknown[] =>
      store.all(
        `select t.name as "table", c.name as "column" from pragma_table_list t, pragma_table_info(t.name) c
         where t.schema = 'main' and t.name not like 'sqlite_%' order by 1, 2`,
      )
    const columns = columnsOf(open())
    expect(columns.length).toBeGreaterThan(80)
    expect(reading(columnsOf)).toEqual(columns)
  })

  it('gets a key for the preview of each survey, once', () => {
    const keysOf = (store: Store): string[] =>
      store.all<{ preview_key: string }>('select preview_key from quiz').map((quiz) => quiz.preview_key)
    const keys = reading(keysOf)
    expect(keys).toEqual([expect.stringMatching(/^[\da-f]{32}$/), expect.stringMatching(/^[\da-f]{32}$/)])
    expect(new Set(keys).size).toBe(2)
    expect(reading(keysOf)).toEqual(keys)
  })
})

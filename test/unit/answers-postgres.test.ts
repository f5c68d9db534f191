/** Where PostgreSQL keeps a variable, and where its password is found. */
import { describe, expect, it } from 'vitest'
import type { Column } from '../../src/answers/dictionary/columns.ts'
import type { KnownQuestion } from '../../src/answers/dictionary/shape.ts'
import { readAddress } from '../../src/answers/postgres/address.ts'
import { layOut } from '../../src/answers/postgres/layout.ts'
import { find } from '../../src/answers/postgres/password.ts'
import { literal } from '../../src/answers/postgres/sql.ts'

const column = (name: string, type: Column['type'] = 'text', id = name): Column => ({
  name,
  type,
  label: name,
  question: { id, kind: 'text', key: name } as KnownQuestion,
})
const none = { known: [], taken: new Set<string>(), mayRename: () => true }
const id: Column = { name: 'id', type: 'integer', label: 'Answer' }

describe('names of columns', () => {
  const namesOf = (names: string[], taken: string[] = []) =>
    layOut([id, ...names.map((name, index) => column(name, 'text', String(index)))], {
      known: [],
      taken: new Set(taken),
      mayRename: () => true,
    })
      .slice(1)
      .map(({ name }) => name)
  it('stay as they are', () => expect(namesOf(['a', 'A', 'select', 'b c"d'])).toEqual(['a', 'A', 'select', 'b c"d']))
  it('are cut to 63 bytes, each to another one', () => {
    const names = namesOf(['x'.repeat(80), `${'x'.repeat(79)}y`, 'ж'.repeat(40), 'x'.repeat(63)])
    expect(new Set(names).size).toBe(4)
    for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63)
    expect(names[3]).toBe('x'.repeat(63))
    expect(names[2]).toMatch(/^ж+_[0-9a-f]{8}$/)
  })
  it.each(['xmin', 'ctid', 'tableoid', 'mine'])("%s is somebody else's", (name) => {
    expect(namesOf([name], ['mine'])[0]).toMatch(new RegExp(`^${name}_[0-9a-f]{8}$`))
  })
})

it('columns stay where they are when others come in front of them, and a full row goes on in another table', () => {
  const many = Array.from({ length: 500 }, (_, index) => column(`old${index}`, 'number'))
  const first = layOut([id, ...many], none)
  expect(new Set(first.map(({ table }) => table))).toEqual(new Set(['answers']))
  const known = first.map(({ identity, table, name, type }) => ({ identity, table, name, type }))
  const later = layOut([id, ...many.map((_, index) => column(`new${index}`, 'number')), ...many], { ...none, known })
  for (const one of first)
    expect(later.find(({ identity }) => identity === one.identity)).toMatchObject({ table: one.table, name: one.name })
  expect(later.filter(({ table }) => table === 'answers_2').length).toBeGreaterThan(20)
})

describe('a password file', () => {
  const address = readAddress('postgres://me@db.example.com:5433/own', {})
  const cases: [string, string, string | undefined][] = [
    ['the line that fits', 'db.example.com:5433:own:me:secret', 'secret'],
    ['stars', '*:*:*:*:secret', 'secret'],
    ['escapes', 'db.example.com:5433:own:me:a\\:b\\\\c', 'a:b\\c'],
    ['the first of two', '#\n\n*:5433:*:me:one\n*:*:*:*:two', 'one'],
    ['another user', '*:*:*:you:secret', undefined],
    ['another port', '*:5432:*:*:secret', undefined],
    ['a broken line', '*:*:*:secret', undefined],
  ]
  it.each(cases)('%s', (_, text, password) => expect(find(text, address)).toBe(password))
})

describe('an address', () => {
  const cases: [string, NodeJS.ProcessEnv, object][] = [
    ['postgres://me@h/d', {}, { host: 'h', port: 5432, user: 'me', database: 'd', sslmode: 'require' }],
    ['postgresql://me@h/d?sslmode=verify-full', { PGSSLMODE: 'disable' }, { sslmode: 'verify-full' }],
    ['postgres://me@[::1]:5433/d', {}, { host: '::1', port: 5433, sslmode: 'prefer' }],
    ['postgres://localhost', { PGUSER: 'you', PGPORT: '7' }, { user: 'you', database: 'you', port: 7, sslmode: 'prefer' }],
    ['postgres:///d?host=/run/pg', { PGUSER: 'you' }, { host: '/run/pg', database: 'd' }],
    ['postgres://m%40e@h/a%20b', {}, { user: 'm@e', database: 'a b' }],
    ['postgres://', { PGHOST: 'h', PGDATABASE: 'd', PGUSER: 'u' }, { host: 'h', database: 'd', user: 'u' }],
  ]
  it.each(cases)('%s', (text, environment, facts) => expect(readAddress(text, environment)).toMatchObject(facts))
  it.each(['postgres://u:p@h/d', 'postgres://u@h/d?sslpassword=p', 'postgres://u@h:x/d', 'postgres://u@h/d#x', 'postgres://u@h/d/e'])(
    '%s is refused',
    (text) => expect(() => readAddress(text, {})).toThrow(),
  )
})

it.each([
  ["it's", "'it''s'"],
  ['a\\b', "E'a\\\\b'"],
  ['\0', "'\uFFFD'"],
])('%j as SQL', (text, sql) => expect(literal(text).trim()).toBe(sql))

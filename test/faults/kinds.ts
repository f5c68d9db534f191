/** One request of each kind, with the answer it should get, and what a fault of the service makes of it. */
import { join } from 'node:path'
import { json, type Behaviour, type Good } from './hostile.ts'

export const quiz = {
  id: 42,
  name: 'Spring',
  type: 'regular',
  is_published: true,
  url_shared: 'https://surveys.example/s/abc',
  folder: { id: 2, name: 'Customers' },
}
export const rows = Array.from({ length: 30 }, (_, index) => ({ ...quiz, id: index + 1 }))
export const csv = Buffer.from('id,answer\n1,yes\n2,no\n'.repeat(50))

/** One of each kind of request, with the answer it should get. */
export const kinds = {
  list: { args: ['quiz', 'list'], good: json(rows) },
  pages: {
    args: ['promo', 'list', '42', '--all'],
    good: json({
      total: 2,
      limit: 500,
      offset: 0,
      data: [
        { id: 1, name: 'May' },
        { id: 2, name: 'June' },
      ],
    }),
  },
  view: { args: ['quiz', 'view', '42'], good: json(quiz) },
  /** A write that may be repeated. */
  rename: { args: ['quiz', 'rename', '42', 'Spring'], good: json({ status: true, name: 'Spring' }) },
  /** One that must not be. */
  create: { args: ['folder', 'create', 'Customers'], good: json({ status: true, folder_id: 2 }) },
  file: {
    args: ['export', 'csv', '42', '-o', 'answers.csv'],
    good: { status: 200, headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="answers.csv"' }, body: csv },
  },
} satisfies Record<string, { args: string[]; good: Good }>
export type Kind = keyof typeof kinds
export const allKinds = Object.keys(kinds) as Kind[]

/** A picture of one dot. */
export const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const isFile = (word: string): boolean => /^(answers\.\w+|photo\.png|in\/)$/.test(word)
/** A command line whose files lie in this folder, whichever is worked in: those of one folder run side by side in the tests' process. */
export const inside = (folder: string, words: readonly string[]): string[] =>
  words.map((word) => (isFile(word) ? join(folder, word) : word))

/** Exit codes: of all kinds, and of those that differ. */
type Codes = number | ({ rest: number } & Partial<Record<Kind, number>>)
export const codeOf = (codes: Codes, kind: Kind): number => (typeof codes === 'number' ? codes : (codes[kind] ?? codes.rest))

export interface Fault {
  name: string
  codes: Codes
  behave: (good: Good) => Behaviour
  /** Seconds for `--timeout`, short where nothing comes. */
  timeout?: number
  /** Kinds of request that meet it. */
  kinds?: readonly Kind[]
  /** Requests that the write that must not be repeated may send. */
  creates?: number
}

export const streamed: readonly Kind[] = ['list', 'view', 'create', 'file']
export const asData: readonly Kind[] = ['list', 'pages', 'view', 'rename', 'create']

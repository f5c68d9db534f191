/** The tables of an LSS file: rows of texts. XML without a DTD, and without entities beyond the five of XML itself. */
import { SaxesParser } from 'saxes'
import { limits } from '../../form.ts'
import { notReadAs, unreadable } from '../json.ts'

export type LssRow = Readonly<Record<string, string>>

export interface Tables {
  kind: string
  rows: (table: string) => readonly LssRow[]
}

const deepest = 20
const mostRows = 500_000

export function readTables(text: string, name: string): Tables {
  if (text.length > limits.textBytes) throw unreadable(`${name} is larger than ${limits.textBytes / 2 ** 20} MB`)
  const tables = new Map<string, LssRow[]>()
  const path: string[] = []
  let [kind, value, rows] = ['', '', 0]
  let row: Map<string, string> | undefined
  const parser = new SaxesParser()
  parser.on('doctype', () => {
    throw unreadable(`${name} has a DTD, which is not read`)
  })
  parser.on('opentag', ({ name: tag }) => {
    path.push(tag)
    value = ''
    if (path.length > deepest) throw unreadable(`${name} is nested deeper than ${deepest} levels`)
    if (tag === 'row' && path.length === 4) {
      row = new Map()
      if (++rows > mostRows) throw unreadable(`${name} has more than ${mostRows} rows`)
    }
  })
  const add = (more: string): void => void (value += more)
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', ({ name: tag }) => {
    if (path.length === 5) row?.set(tag, value)
    if (tag === 'row' && row) {
      const table = path[1] ?? ''
      const known = tables.get(table)
      if (known) known.push(Object.fromEntries(row))
      else tables.set(table, [Object.fromEntries(row)])
      row = undefined
    }
    if (tag === 'LimeSurveyDocType') kind = value.trim()
    path.pop()
  })
  try {
    parser.write(text).close()
  } catch (error) {
    throw notReadAs('XML', error, name)
  }
  return { kind, rows: (table) => tables.get(table) ?? [] }
}

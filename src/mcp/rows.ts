import { isObject } from '../text/is-object.ts'

/** A value in a row of columns that tabs part. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Rows that have the same simple fields as a table, with a line that names its columns; else a JSON each. */
export function linesOf(rows: readonly unknown[]): { columns?: string; lines: string[] } {
  const names = [...new Set(rows.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))]
  const isFlat = rows.every((row) => isObject(row) && Object.values(row).every((value) => value === null || typeof value !== 'object'))
  if (rows.length < 2 || !isFlat) return { lines: rows.map((row) => JSON.stringify(row)) }
  return {
    columns: names.join('\t'),
    lines: rows.map((row) => names.map((name) => cell(isObject(row) ? row[name] : undefined)).join('\t')),
  }
}

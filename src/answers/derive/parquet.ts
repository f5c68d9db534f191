/** Parquet: one row group at a time is held in memory. Its columns are those of `dictionary/columns.ts`, each with a type of Parquet. */
import { zstdCompressSync } from 'node:zlib'
import type { SchemaElement } from 'hyparquet'
import type { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { Cell, Column, ColumnType } from '../dictionary/columns.ts'
import type { PartFormat, MonthWriter } from './partitions.ts'
import type { Draft } from './draft.ts'

/** Cells of a row group, which bounds the memory it takes. */
const groupCells = 500_000
const mostGroupRows = 50_000

const dayLength = 86_400_000

interface ParquetType {
  element: Omit<SchemaElement, 'name' | 'repetition_type'>
  /** A cell as the library expects it. */
  value?: (cell: NonNullable<Cell>) => unknown
}

const toBigInt = (cell: NonNullable<Cell>): bigint => BigInt(cell)

const types: Record<ColumnType, ParquetType> = {
  integer: { element: { type: 'INT32' } },
  number: { element: { type: 'DOUBLE' } },
  boolean: { element: { type: 'BOOLEAN' } },
  label: { element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } },
  text: { element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } },
  date: {
    element: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
    value: (day) => Date.parse(String(day)) / dayLength,
  },
  // Microseconds, though a respondent gives minutes: Spark reads times in no other unit.
  time: {
    element: { type: 'INT64', converted_type: 'TIME_MICROS', logical_type: { type: 'TIME', isAdjustedToUTC: false, unit: 'MICROS' } },
    value: (time) => BigInt(Date.parse(`1970-01-01T${String(time)}Z`)) * 1000n,
  },
  timestamp: { element: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MILLIS' } }, value: toBigInt },
}

/** Times of the answer itself are instants in UTC; those that respondents entered have no zone. */
const typeOf = ({ name, type, question }: Column): ParquetType => {
  if (name === 'id' && !question) return { element: { type: 'INT64' }, value: toBigInt }
  if (type !== 'timestamp' || question) return types[type]
  const logical_type = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } as const
  return {
    element: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', logical_type },
    value: toBigInt,
  }
}

export const parquet: PartFormat = {
  name: 'parquet',
  open: async (draft, { columns }) => {
    const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
    const writer = intoDraft(new ByteWriter(), draft)
    const compressors = { ZSTD: compress }
    return inGroups(columns, new ParquetWriter({ writer, schema: schemaOf(columns), codec: 'ZSTD', compressors, createdBy: 'surveyctl' }))
  },
}

const compress = (bytes: Uint8Array): Uint8Array => zstdCompressSync(bytes)

const schemaOf = (columns: readonly Column[]): SchemaElement[] => [
  { name: 'schema', num_children: columns.length },
  ...columns.map((column): SchemaElement => ({
    name: column.name,
    ...typeOf(column).element,
    repetition_type: column.name === 'id' && !column.question ? 'REQUIRED' : 'OPTIONAL',
  })),
]

/** Makes the library write into the file after each row group, in place of holding all of it. */
function intoDraft(writer: ByteWriter, draft: Draft): ByteWriter {
  const flush = (): void => {
    draft.bytes(new Uint8Array(writer.buffer, 0, writer.index))
    writer.index = 0
  }
  return Object.assign(writer, { flush, finish: flush })
}

interface GroupColumn {
  name: string
  value: ParquetType['value']
  data: unknown[]
}

function inGroups(columns: readonly Column[], writer: ParquetWriter): MonthWriter {
  const groupRows = Math.max(1000, Math.min(mostGroupRows, Math.floor(groupCells / columns.length)))
  const group = columns.map((column): GroupColumn => ({ name: column.name, value: typeOf(column).value, data: [] }))
  let rows = 0
  const writeGroup = (): void => {
    if (rows === 0) return
    writer.write({ columnData: group.map(({ name, data }) => ({ name, data })), rowGroupSize: groupRows })
    for (const column of group) column.data = []
    rows = 0
  }
  return {
    add: (_, cells) => {
      const all = cells()
      group.forEach(({ value, data }, index) => {
        const cell = all[index] ?? null
        data.push(cell === null || !value ? cell : value(cell))
      })
      if (++rows === groupRows) writeGroup()
    },
    end: () => {
      writeGroup()
      writer.finish()
    },
  }
}

/** The head of an SPSS system file: everything before the data. */
import { attributeRecord, displayRecord, setsRecord, valueLabelRecords, type MultipleSet } from './sav-facts.ts'
import { blocks, caseBlocks, shortName, type Variable } from './sav-layout.ts'
import { extension, float64, int32, padded, record } from './sav-records.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number): string => String(value).padStart(2, '0')

function header(title: string, variables: readonly Variable[], cases: number, now: Date): Buffer {
  const date = `${two(now.getUTCDate())} ${months[now.getUTCMonth()]} ${two(now.getUTCFullYear() % 100)}`
  const time = [now.getUTCHours(), now.getUTCMinutes(), now.getUTCSeconds()].map(two).join(':')
  const byteCode = 1
  return Buffer.concat([
    Buffer.from('$FL2'),
    padded('@(#) SPSS DATA FILE', 60),
    int32(2, caseBlocks(variables), byteCode, 0, cases > 0x7fff_ffff ? -1 : cases),
    float64(100),
    padded(date, 9),
    padded(time, 8),
    padded(title, 64),
    Buffer.alloc(3),
  ])
}

const labelBytes = (label: Buffer): Buffer => Buffer.concat([int32(label.length), padded(label, Math.ceil(label.length / 4) * 4)])

const formatTypes = { A: 1, F: 5, DATE: 20, TIME: 21, DATETIME: 22 } as const

function formatOf(width: number, format: Variable['format']): number {
  if (!format) return (formatTypes.A << 16) | (width << 8)
  return (formatTypes[format.type] << 16) | (format.width << 8) | (format.decimals ?? 0)
}

/** A segment's record, and one placeholder for each further block of 8 bytes. */
function segmentRecords({ label, format, missing, segments }: Variable): Buffer[] {
  return segments.map(({ shortName: name, width }, index) => {
    const shown = formatOf(width, width === 0 ? (format ?? { type: 'F', width: 8, decimals: 2 }) : undefined)
    const blanks = width === 0 ? (missing ?? []) : []
    const isLabelled = index === 0 && label.length > 0
    const first = record(
      2,
      int32(width, isLabelled ? 1 : 0, blanks.length, shown, shown),
      padded(name, 8),
      ...(isLabelled ? [labelBytes(label)] : []),
      float64(...blanks),
    )
    const more = record(2, int32(-1, 0, 0, 0, 0), padded('', 8))
    return Buffer.concat([first, ...Array<Buffer>(blocks(width) - 1).fill(more)])
  })
}

function extensions(variables: readonly Variable[], cases: number, sets: readonly MultipleSet[]): Buffer[] {
  const names = variables.map((variable) => `${shortName(variable)}=${variable.name}`).join('\t')
  const long = variables
    .filter(({ segments }) => segments.length > 1)
    .map((variable) => `${shortName(variable)}=${String(variable.width).padStart(5, '0')}\0\t`)
    .join('')
  const caseCount = Buffer.alloc(16)
  caseCount.writeBigInt64LE(1n, 0)
  caseCount.writeBigInt64LE(BigInt(cases), 8)
  const utf8 = 65_001
  return [
    extension(3, 4, int32(1, 0, 0, -1, 1, 1, 2, utf8)),
    extension(4, 8, float64(-Number.MAX_VALUE, Number.MAX_VALUE, nextAfterLowest)),
    ...setsRecord(variables, sets),
    ...displayRecord(variables),
    extension(13, 1, Buffer.from(names)),
    ...(long ? [extension(14, 1, Buffer.from(long))] : []),
    extension(16, 8, caseCount),
    ...attributeRecord(variables),
    extension(20, 1, Buffer.from('UTF-8')),
  ]
}

/** The second lowest number: SPSS writes LOWEST so. */
const nextAfterLowest = -1.7976931348623155e308

export interface Head {
  title: string
  variables: readonly Variable[]
  cases: number
  now: Date
  sets: readonly MultipleSet[]
}

export const dictionary = ({ title, variables, cases, now, sets }: Head): Buffer =>
  Buffer.concat([
    header(title, variables, cases, now),
    ...variables.flatMap(segmentRecords),
    ...valueLabelRecords(variables),
    ...extensions(variables, cases, sets),
    record(999, int32(0)),
  ])

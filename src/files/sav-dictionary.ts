/** The head of an SPSS system file: everything before the data. Integers are little-endian. */
import { blocks, caseBlocks, type Variable } from './sav-layout.ts'
import { cutBytes } from './text.ts'

const int32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeInt32LE(value, index * 4))
  return bytes
}

const float64 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 8)
  values.forEach((value, index) => bytes.writeDoubleLE(value, index * 8))
  return bytes
}

/** Text padded with spaces to `width` bytes. */
const padded = (text: string | Buffer, width: number): Buffer => {
  const bytes = Buffer.alloc(width, ' ')
  ;(typeof text === 'string' ? cutBytes(text, width) : text).copy(bytes)
  return bytes
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number): string => String(value).padStart(2, '0')

function header(title: string, variables: readonly Variable[], cases: number, now: Date): Buffer {
  const date = `${two(now.getUTCDate())} ${months[now.getUTCMonth()]} ${two(now.getUTCFullYear() % 100)}`
  const time = [now.getUTCHours(), now.getUTCMinutes(), now.getUTCSeconds()].map(two).join(':')
  const byteCode = 1
  return Buffer.concat([
    Buffer.from('$FL2'),
    padded('@(#) SPSS DATA FILE', 60),
    int32(2, caseBlocks(variables), byteCode, 0, cases),
    float64(100),
    padded(date, 9),
    padded(time, 8),
    padded(title, 64),
    Buffer.alloc(3),
  ])
}

const record = (type: number, ...parts: Buffer[]): Buffer => Buffer.concat([int32(type), ...parts])

/** An extension record: 7, its number, the size and count of its elements, the data. */
const extension = (subtype: number, size: number, data: Buffer): Buffer => record(7, int32(subtype, size, data.length / size), data)

const labelBytes = (label: Buffer): Buffer => Buffer.concat([int32(label.length), padded(label, Math.ceil(label.length / 4) * 4)])

/** A segment's record, and one placeholder for each further block of 8 bytes. */
function segmentRecords(shortName: string, width: number, label: Buffer | undefined): Buffer {
  const format = (1 << 16) | (width << 8)
  const first = record(2, int32(width, label ? 1 : 0, 0, format, format), padded(shortName, 8), ...(label ? [labelBytes(label)] : []))
  const more = record(2, int32(-1, 0, 0, 0, 0), padded('', 8))
  return Buffer.concat([first, ...Array<Buffer>(blocks(width) - 1).fill(more)])
}

const variableRecords = ({ label, segments }: Variable): Buffer =>
  Buffer.concat(
    segments.map(({ shortName, width }, index) => segmentRecords(shortName, width, index === 0 && label.length > 0 ? label : undefined)),
  )

function extensions(variables: readonly Variable[], cases: number): Buffer[] {
  const short = (variable: Variable): string => variable.segments[0]!.shortName
  const names = variables.map((variable) => `${short(variable)}=${variable.name}`).join('\t')
  const long = variables
    .filter(({ segments }) => segments.length > 1)
    .map((variable) => `${short(variable)}=${String(variable.width).padStart(5, '0')}\0\t`)
    .join('')
  const caseCount = Buffer.alloc(16)
  caseCount.writeBigInt64LE(1n, 0)
  caseCount.writeBigInt64LE(BigInt(cases), 8)
  const utf8 = 65_001
  return [
    extension(3, 4, int32(1, 0, 0, -1, 1, 1, 2, utf8)),
    extension(4, 8, float64(-Number.MAX_VALUE, Number.MAX_VALUE, nextAfterLowest)),
    extension(13, 1, Buffer.from(names)),
    ...(long ? [extension(14, 1, Buffer.from(long))] : []),
    extension(16, 8, caseCount),
    extension(20, 1, Buffer.from('UTF-8')),
  ]
}

/** The second lowest number: SPSS writes LOWEST so. */
const nextAfterLowest = -1.7976931348623155e308

export const dictionary = (title: string, variables: readonly Variable[], cases: number, now: Date): Buffer =>
  Buffer.concat([
    header(title, variables, cases, now),
    ...variables.map(variableRecords),
    ...extensions(variables, cases),
    record(999, int32(0)),
  ])

/** The bytes that records of an SPSS system file are made of. Integers are little-endian. */
import { cutBytes } from './text.ts'

export const int32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeInt32LE(value, index * 4))
  return bytes
}

export const float64 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 8)
  values.forEach((value, index) => bytes.writeDoubleLE(value, index * 8))
  return bytes
}

/** Text padded with spaces to `width` bytes. */
export const padded = (text: string | Buffer, width: number): Buffer => {
  const bytes = Buffer.alloc(width, ' ')
  ;(typeof text === 'string' ? cutBytes(text, width) : text).copy(bytes)
  return bytes
}

export const record = (type: number, ...parts: Buffer[]): Buffer => Buffer.concat([int32(type), ...parts])

/** An extension record: 7, its number, the size and count of its elements, the data. */
export const extension = (subtype: number, size: number, data: Buffer): Buffer => record(7, int32(subtype, size, data.length / size), data)

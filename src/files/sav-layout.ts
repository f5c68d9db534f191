/** How texts lie in an SPSS system file: variables, their segments, and the bytes of a cell. */
import { cutBytes, oneLine } from './text.ts'

/** The longest string a variable holds. */
const maxWidth = 32_766
/** A segment is written 255 wide, but counts as 252 of the whole width. */
const segmentWidth = 255
const segmentShare = 252
const maxLabel = 255

interface Segment {
  shortName: string
  width: number
}

export interface Variable {
  name: string
  label: Buffer
  width: number
  /** One for each 252 bytes of the width when that is over 255. */
  segments: readonly Segment[]
}

/** Widths of the segments of a string. */
function segmentWidths(width: number): number[] {
  if (width <= segmentWidth) return [width]
  const count = Math.ceil(width / segmentShare)
  return [...Array<number>(count - 1).fill(segmentWidth), width - segmentShare * (count - 1)]
}

/** `VAR_1`, `VAR_2`, ... with their questions as labels. Short names (8 bytes) never meet the long ones. */
export function layout(titles: readonly string[], widths: readonly number[]): Variable[] {
  let serial = 0
  return titles.map((title, index) => {
    const width = Math.min(Math.max(widths[index] ?? 1, 1), maxWidth)
    const segments = segmentWidths(width).map((part) => ({ shortName: `V${(serial += 1)}`, width: part }))
    return { name: `VAR_${index + 1}`, label: cutBytes(oneLine(title), maxLabel), width, segments }
  })
}

/** Blocks of 8 bytes. */
export const blocks = (width: number): number => Math.ceil(width / 8)

export const caseBlocks = (variables: readonly Variable[]): number =>
  variables.reduce((sum, { segments }) => sum + segments.reduce((part, { width }) => part + blocks(width), 0), 0)

/** Bytes of a cell: NUL would end the text in many readers, so it is left out. */
export const cellBytes = (text: string): Buffer => cutBytes(text.replaceAll('\0', ''), maxWidth)

/** The part of a cell that a segment holds: contents are cut at 255 bytes, unlike the widths. */
export const segmentBytes = (bytes: Buffer, segment: number): Buffer => bytes.subarray(segment * segmentWidth, (segment + 1) * segmentWidth)

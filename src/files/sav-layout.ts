/** How variables lie in an SPSS system file: their segments, and the bytes of a text. */
import { cutBytes, oneLine } from './text.ts'

/** The longest string a variable holds. */
const maxWidth = 32_766
/** A segment is written 255 wide, but counts as 252 of the whole width. */
const segmentWidth = 255
const segmentShare = 252
const maxLabel = 255

/** A variable as the writer is given it. */
export interface SavVariable {
  name: string
  label: string
  /** In bytes; 0 for a number. */
  width: number
  /** Of a typed one, as what follows. */
  measure?: 'nominal' | 'ordinal' | 'scale'
  /** Of a number: how it is shown. */
  format?: { type: 'F' | 'DATE' | 'TIME' | 'DATETIME'; width: number; decimals?: number }
  /** Variables with the very same list share it in the file. */
  values?: ReadonlyMap<number, string>
  /** At most three numbers that stand for no answer. */
  missing?: readonly number[]
  attributes?: Readonly<Record<string, string>>
}

interface Segment {
  shortName: string
  width: number
}

export interface Variable extends Omit<SavVariable, 'label'> {
  label: Buffer
  /** One for each 252 bytes of the width when that is over 255. */
  segments: readonly Segment[]
}

/** That of the first segment stands for the variable. */
export const shortName = ({ segments: [first] }: Variable): string => first?.shortName ?? ''

/** Widths of the segments of a string. */
function segmentWidths(width: number): number[] {
  if (width <= segmentWidth) return [width]
  const count = Math.ceil(width / segmentShare)
  return [...Array<number>(count - 1).fill(segmentWidth), width - segmentShare * (count - 1)]
}

/** Short names (of 8 bytes) are numbered, so that they are unique. */
export function layout(variables: readonly SavVariable[]): Variable[] {
  let serial = 0
  return variables.map((variable) => {
    const width = Math.min(variable.width, maxWidth)
    const segments = segmentWidths(width).map((part) => ({ shortName: `V${(serial += 1)}`, width: part }))
    return { ...variable, width, segments, label: cutBytes(oneLine(variable.label), maxLabel) }
  })
}

/** Blocks of 8 bytes; a number is one. */
export const blocks = (width: number): number => Math.max(1, Math.ceil(width / 8))

export const caseBlocks = (variables: readonly Variable[]): number =>
  variables.reduce((sum, { segments }) => sum + segments.reduce((part, { width }) => part + blocks(width), 0), 0)

/** Bytes of a cell: NUL would end the text in many readers, so it is left out. */
export const cellBytes = (text: string): Buffer => cutBytes(text.replaceAll('\0', ''), maxWidth)

/** The part of a cell that a segment holds: contents are cut at 255 bytes, unlike the widths. */
export const segmentBytes = (bytes: Buffer, segment: number): Buffer => bytes.subarray(segment * segmentWidth, (segment + 1) * segmentWidth)

/** Rounded up in steps, so that the structure of the file stays the same when another answer is a little longer. */
const steps = [16, 64, 255, 1024, 4096, maxWidth]
export const roundedWidth = (bytes: number): number => steps.find((step) => bytes <= step) ?? maxWidth

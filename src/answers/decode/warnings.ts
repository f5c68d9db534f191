/** How many answers could not be read for certain. */
import { counted } from '../../text/counted.ts'

export interface DecodeWarnings {
  /** Matched no option: each such text gets a code of its own, from 1001. */
  unlisted: number
  /** Could be read in two ways. */
  ambiguous: number
  /** No number, date or time where one is expected, or too long to be told apart: kept in the store, blank in the data. */
  unreadable: number
}

export const noWarnings = (): DecodeWarnings => ({ unlisted: 0, ambiguous: 0, unreadable: 0 })

export function addWarnings(sum: DecodeWarnings, { unlisted, ambiguous, unreadable }: DecodeWarnings): void {
  sum.unlisted += unlisted
  sum.ambiguous += ambiguous
  sum.unreadable += unreadable
}

const some = (count: number, one: string, many = one): string[] => (count === 0 ? [] : [counted(count, one, many)])

/** In words; none where everything was read. */
export const warningTexts = ({ unlisted, ambiguous, unreadable }: DecodeWarnings): string[] => [
  ...some(unlisted, 'fits no option (its text has a code from 1001)', 'fit no option (their texts have codes from 1001)'),
  ...some(ambiguous, 'could be read in two ways'),
  ...some(
    unreadable,
    'could not be read as a number, date or list of options (blank in the data)',
    'could not be read as numbers, dates or lists of options (blank in the data)',
  ),
]

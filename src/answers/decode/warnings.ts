/** How many answers could not be read for certain. */
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

const fewOrMany = (count: number, one: string, many: string): string[] => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`])

/** In words; none where everything was read. */
export const warningTexts = ({ unlisted, ambiguous, unreadable }: DecodeWarnings): string[] => [
  ...fewOrMany(unlisted, 'fits no option (its text has a code from 1001)', 'fit no option (their texts have codes from 1001)'),
  ...fewOrMany(ambiguous, 'could be read in two ways', 'could be read in two ways'),
  ...fewOrMany(
    unreadable,
    'could not be read as a number, date or list of options (blank in the data)',
    'could not be read as numbers, dates or lists of options (blank in the data)',
  ),
]

/** Flags of typed exports. */
const typed = { flag: '--typed', about: 'With types: a column per option, dates as dates' } as const
const synced = { flag: '--synced <folder>', about: 'With --typed: a folder of "answer sync", read instead of the service' } as const
const keys = { flag: '--keys <file>', about: 'With --typed: names of the variables: UUID: KEY lines' } as const

const days = {
  fromDate: { flag: '--from-date <day>', about: 'With --typed: only answers started on this day (UTC) or later; told apart here' },
  toDate: { flag: '--to-date <day>', about: 'With --typed: only answers started on this day (UTC) or earlier' },
} as const

/** Respondents may type text that begins like a formula. */
export const safeCsvFlag = {
  flag: '--safe-csv',
  about: 'Put an apostrophe before =, +, -, @ and tab, so that a spreadsheet runs no formula; numbers stay as they are',
} as const

export const tableFlags = {
  typed,
  synced,
  keys,
  labels: { flag: '--labels', about: 'With --typed: labels where one option is chosen (default)' },
  codes: { flag: '--codes', about: 'With --typed: codes where one option is chosen' },
  long: { flag: '--long', about: 'With --typed: a row for each single value' },
  ...days,
} as const

export const savFlags = {
  typed: { flag: '--typed', about: 'With types: a variable per option, dates as dates; the codebook is saved beside it' },
  synced,
  keys,
  seenBlank: { flag: '--seen-blank <code>', about: 'With --typed: code for questions that were seen but not answered, e.g. -99' },
  notShown: { flag: '--not-shown <code>', about: 'With --typed: code for questions that were not shown, e.g. -98' },
  notReached: { flag: '--not-reached <code>', about: 'With --typed: code for questions that were not reached, e.g. -97' },
  ...days,
} as const

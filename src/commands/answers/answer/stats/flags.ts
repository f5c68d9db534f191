/** What statistics may be told. */
export const statsFlags = {
  by: { flag: '--by <question>', about: 'Compare groups by their answer to this question' },
  trend: {
    flag: '--trend <unit>',
    about: 'Answers over time, by when they were started, also for each QUESTION',
    choices: ['day', 'week', 'month'],
  },
  funnel: { flag: '--funnel', about: 'How far people get, and where they leave' },
  where: {
    flag: '--where <key=code>',
    about: 'Only respondents who gave this answer; repeatable. Of a matrix: KEY_ROW=CODE',
    many: true,
  },
  fromDate: { flag: '--from-date <day>', about: 'Only answers started on this day (UTC) or later' },
  toDate: { flag: '--to-date <day>', about: 'Only answers started on this day (UTC) or earlier' },
  complete: { flag: '--complete', about: 'Only complete answers (default)' },
  incomplete: { flag: '--incomplete', about: 'Only incomplete answers, without screened-out ones' },
  all: { flag: '--all', about: 'All answers, screened-out ones as well (default of --funnel)' },
  top: { flag: '--top <n>', about: 'How many of the most frequent texts are shown (default 5)' },
  synced: { flag: '--synced <folder>', about: 'A folder of "answer sync", read instead of the service' },
  keys: { flag: '--keys <file>', about: 'Names of the variables: UUID: KEY lines; former labels of options: labels' },
  html: { flag: '--html <file>', about: 'Save one printable page as well', saves: ['html'] },
  personal: { flag: '--personal', about: 'With --html: list e-mail addresses and phone numbers as well' },
  force: { flag: '--force', about: 'With --html: replace an existing file' },
} as const

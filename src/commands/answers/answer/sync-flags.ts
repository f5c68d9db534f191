/** What a sync may be told. */
export const syncFlags = {
  to: {
    flag: '--to <formats>',
    about: 'Also write ndjson,parquet,csv,csv-long,sqlite,changes, or a database postgres://USER@HOST/DATABASE; at first ndjson,parquet',
  },
  only: { flag: '--only <formats>', about: 'Write these from now on, and nothing else' },
  stop: { flag: '--stop <formats>', about: 'Write these no longer (postgres: the database); their files stay' },
  schema: { flag: '--schema <name>', about: 'Schema of the database that is named (default survey_ID), created where it is missing' },
  all: { flag: '--all', about: 'Every survey, each in a folder of its own' },
  incomplete: {
    flag: '--incomplete <which>',
    about: 'Incomplete answers to read again: those of the last 30 days, all or none',
    choices: ['recent', 'all', 'none'],
  },
  values: { flag: '--values <form>', about: 'How a chosen option is written', choices: ['labels', 'codes', 'both'] },
  keys: { flag: '--keys <file>', about: 'Names of the variables: UUID: KEY lines, as YAML or JSON' },
  full: { flag: '--full', about: 'Read everything again, to find edits that changed no date' },
  rewrite: { flag: '--rewrite', about: 'Write all files again, and rows of databases that somebody changed' },
  allowSchemaChange: {
    flag: '--allow-schema-change',
    about: 'Allow columns of a database to be renamed or dropped, as their questions were',
  },
  every: { flag: '--every <time>', about: 'Sync again and again until interrupted, e.g. every 5m', endless: true },
  withNetwork: { flag: '--with-network', about: "Also keep respondents' IP addresses and browsers (kept for later syncs)" },
  withoutNetwork: { flag: '--without-network', about: 'Keep them no longer: they are taken out of everything that is written' },
  exclude: {
    flag: '--exclude <keys>',
    about: 'Leave these variables out of everything that is kept, from now on (ip_address and user_agent too)',
  },
  hash: {
    flag: '--hash <keys>',
    about: 'Keep only digests of these, with the key of SURVEYCTL_HASH_KEY or of the folder, from now on',
  },
  include: { flag: '--include <keys>', about: 'Keep these as they are again' },
  grant: { flag: '--grant <roles>', about: 'Roles of the database that may read its tables, those that come later as well' },
  safeCsv: { flag: '--safe-csv', about: 'Write CSV so that a spreadsheet runs no formula of an answer (kept for later syncs)' },
  dryRun: { flag: '--dry-run', about: 'Print what would change, with the statements for tables of databases, and write nothing' },
  log: {
    flag: '--log',
    about: 'Begin each line with a time, as --every does off a terminal; with --json an object a line',
    endless: true,
  },
  strict: { flag: '--strict', about: 'Exit with 10 when an answer could not be decoded' },
} as const

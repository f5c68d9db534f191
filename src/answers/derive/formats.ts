/** Formats of a folder, each with its file, or with the folder of its files. */
export const fileOf = {
  ndjson: 'ndjson',
  parquet: 'parquet',
  csv: 'csv/wide.csv',
  'csv-long': 'csv/long.csv',
  sqlite: 'answers.sqlite',
  changes: 'changes.ndjson',
} as const
export type Format = keyof typeof fileOf

// `Object.keys` gives texts only.
export const formats = Object.keys(fileOf) as Format[]

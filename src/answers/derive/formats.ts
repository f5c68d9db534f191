export const formats = ['ndjson', 'parquet', 'csv', 'csv-long', 'sqlite', 'changes'] as const
export type Format = (typeof formats)[number]

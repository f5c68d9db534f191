/** `README.md` of a synced folder: how to read it with the usual tools. */
import type { Dictionary } from '../dictionary/shape.ts'
import { markdownText } from '../../files/text.ts'
import { showSigns } from '../../text/signs.ts'
import type { Format } from './formats.ts'

export function readme({ quiz, name }: Dictionary, formats: readonly Format[], schema?: string): string {
  const database = schema === undefined ? [] : [postgres(schema)]
  const parts = [head(quiz, markdownText(showSigns(name))), ...formats.flatMap((format) => sections[format] ?? []), ...database, tail]
  return `${parts.join('\n\n')}\n`
}

const head = (quiz: number, name: string): string => `# Answers of survey ${quiz}${name && ` "${name}"`}

Kept by \`surveyctl answer sync ${quiz} FOLDER\`. \`store.sqlite\` is what the next sync goes on from; every other file is made of
it, and made again when it is missing. \`dictionary.json\` says what each variable and code means.

- A variable is named by its question's key; an option's by \`KEY_CODE\`, a matrix row's by \`KEY_ROW\`.
- Of a question that was not answered all variables are empty, never false.
- Files appear whole under their names; a month is one file, so it is read as it was before a sync or as it is after. Names that begin with a dot are being written.
- A month's files are written again when one of its answers changed; all of them when an option or a key was renamed, or other variables are kept.
- \`tombstones.ndjson\` lists the answers that were deleted on the service.`

const sections: Partial<Record<Format, string>> = {
  parquet: `## Parquet

Partitioned by the month (UTC) in which the answer was begun. Older months lack the columns of newer questions: read by name.

DuckDB:

\`\`\`sql
select * from read_parquet('parquet/**/*.parquet', hive_partitioning = true, union_by_name = true);
\`\`\`

Spark:

\`\`\`python
spark.read.option("mergeSchema", "true").parquet("parquet")
\`\`\`

Spark reads times of day (of a question that asks for no date) from 4.1 on; an older one needs a schema without them
(\`spark.read.schema(...)\`).

Trino (catalog property \`hive.parquet.use-column-names=true\`; its Hive connector knows no times of day: leave such columns out):

\`\`\`sql
create table answers (id bigint, ..., month varchar)
with (external_location = 's3://BUCKET/parquet', format = 'PARQUET', partitioned_by = array['month']);
call system.sync_partition_metadata('SCHEMA', 'answers', 'FULL');
\`\`\`

BigQuery:

\`\`\`sh
bq load --source_format=PARQUET --hive_partitioning_mode=AUTO --hive_partitioning_source_uri_prefix=gs://BUCKET/parquet \\
  --replace DATASET.answers 'gs://BUCKET/parquet/*.parquet'
\`\`\`

It takes files of the same columns only: after the survey has got new questions or options, \`surveyctl answer sync --rewrite\`
gives the older months theirs.

pandas:

\`\`\`python
import glob, pandas
answers = pandas.concat(pandas.read_parquet(path) for path in sorted(glob.glob("parquet/*/*.parquet")))
\`\`\`

R:

\`\`\`r
answers <- dplyr::collect(arrow::open_dataset("parquet", unify_schemas = TRUE))
\`\`\`

To put it into a bucket: \`rclone sync parquet REMOTE:BUCKET/parquet\` or \`aws s3 sync parquet s3://BUCKET/parquet --delete\`.
Months without changes keep their bytes, so only the others are sent.`,
  ndjson: `## NDJSON

One object a line: lists for multiple choices and rankings, objects for matrices.

\`\`\`sh
cat ndjson/*/*.ndjson | jq -c 'select(.is_complete)'
\`\`\`

\`\`\`sql
select * from read_json('ndjson/**/*.ndjson', union_by_name = true);
\`\`\``,
  csv: `## CSV

\`csv/wide.csv\`: one line an answer, one column a variable; UTF-8 with a byte order mark, RFC 4180. A CSV has no types:
without what stands here, a reader takes the text "NA" for a blank and the text "007" for a number.

\`\`\`python
import json, pandas
texts = {one["key"]: "string" for one in json.load(open("dictionary.json", encoding="utf-8"))["variables"] if one["type"] == "text"}
answers = pandas.read_csv("csv/wide.csv", encoding="utf-8-sig", dtype=texts, parse_dates=["date_start", "date_end"],
                          keep_default_na=False, na_values=[""], float_precision="round_trip")
\`\`\`

\`\`\`r
answers <- readr::read_csv("csv/wide.csv", na = "", trim_ws = FALSE, guess_max = Inf)
\`\`\``,
  'csv-long': `## Long CSV

\`csv/long.csv\`: one line for each given value (\`answer_id, key, row, code, label, number, text, position\`).`,
  sqlite: `## SQLite

\`answers.sqlite\`: tables \`answers\` (typed), \`questions\`, \`options\`, and the view \`answers_long\`, in which several files of
one answer are one line.

\`\`\`sh
sqlite3 -header -column answers.sqlite 'select key, label, count(*) from answers_long where code is not null group by 1, 2 order by 1, 3 desc'
\`\`\``,
  changes: `## Changes

\`changes.ndjson\` is appended at each sync: \`{"op": "upsert" | "delete", "sync": N, "id": …, …}\`. A follower keeps how many bytes it
has read.`,
}

const postgres = (schema: string): string => `## PostgreSQL

Schema \`${schema}\`: tables \`answers\` (typed; \`answers_2\` … hold what doesn't fit into one row), \`questions\`, \`options\`, \`variables\` (which
column holds what: names are cut to 63 bytes), \`answers_long\` with a line for each given value (several files of one answer are one line), \`runs\` and
\`deletions\`. Labels are the comments of columns (\`\\d+ answers\`); \`synced_at\` says when a row was last changed.

\`\`\`sql
select key, label, count(*) from "${schema}".answers_long where code is not null group by 1, 2 order by 1, 3 desc;
\`\`\`

Columns, indexes, views and grants that you add stay. New columns are added; columns are renamed by \`--keys\` only, and never dropped. A zero
byte in a text, which PostgreSQL can't hold, is shown as \`\uFFFD\`. Rows that somebody changed there by hand are put right by
\`surveyctl answer sync --rewrite\`.`

const tail = `## What a sync can't see

The service says of an answer when it was begun and ended, not when it was edited. An edit that moves neither is only found by
\`surveyctl answer sync --full\`, which reads everything again: once a week is good advice.`

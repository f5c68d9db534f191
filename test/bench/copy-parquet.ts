/** `node copy-parquet.ts FROM TO`: the Parquet files of a folder written once more, by DuckDB. */
import { DuckDBInstance } from '@duckdb/node-api'

const [from, to] = process.argv.slice(2)
const connection = await (await DuckDBInstance.create()).connect()
await connection.run(`copy (select * from read_parquet('${from}/**/*.parquet')) to '${to}' (format parquet, codec zstd)`)

/** Rows on their way into a file: read once, one at a time. */
export type Rows<Row> = AsyncIterable<Row> | Iterable<Row>

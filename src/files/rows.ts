/** The rows of a file that is written; they are iterated once. */
export type FileRows<Row> = AsyncIterable<Row> | Iterable<Row>

/** What a failure says: what is thrown need not be an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

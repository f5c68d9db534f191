/** The forms of output. */

/** Each has a flag of its name, and may be what a profile or SURVEYCTL_OUTPUT prefers. Of several that are asked for, the last one holds. */
export const chosenForms = ['json', 'ndjson'] as const
export type ChosenForm = (typeof chosenForms)[number]

/** A person's tables and lines, tab-separated rows for scripts: standard output decides between the two. */
export type OutputForm = 'human' | 'tsv' | ChosenForm

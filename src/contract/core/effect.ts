/** What a request does to others. */
export type Given = Readonly<Record<string, unknown>>

/**
 * `draft`: nobody but colleagues sees it, and nothing is lost. `live`: holds at once, for respondents or the account. `sends`: a letter, a call or answers
 * go out. `deletes`: something is lost.
 */
export type Effect = 'read' | 'draft' | 'live' | 'sends' | 'deletes'

/** Of an operation of several actions it follows from the input. */
export const effectOf = ({ effect = 'read' }: { effect?: Effect | ((input: Given) => Effect) }, input: Given): Effect =>
  typeof effect === 'function' ? effect(input) : effect

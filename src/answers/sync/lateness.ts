/** How far back new answers are looked for: one may be stored later than the time that it carries. */

export const lateness = 3_600_000

/** The largest page that the service gives. */
export const maxPageRows = 1000

/** Whether those before `time` need no look, after `known` that are known: an hour before the latest; where very many came in it, `enough`. */
export const isFarEnough = (time: number, latest: number, known: number, enough: number): boolean =>
  time < latest - lateness || (time < latest && known >= enough)

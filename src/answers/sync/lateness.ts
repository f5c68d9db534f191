/** How far back new answers are read: one may be stored later than the time that it carries. */

export const lateness = 3_600_000

/** The largest page that the service gives. */
export const maxPageRows = 1000

/** Whether answers before `time` need not be read: it is an hour before the latest one; or, where very many came in that hour, `enough` known ones were met. */
export const isFarEnough = (time: number, latest: number, known: number, enough: number): boolean =>
  time < latest - lateness || (time < latest && known >= enough)

/** Times of the service and of people, in milliseconds: read by this alone. Without a zone they are UTC. */
export function momentOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || text === '') return undefined
  const hasZone = /[zZ]|[+-]\d\d:?\d\d$/.test(text) || isDay(text)
  const moment = Date.parse(hasZone ? text : `${text.replace(' ', 'T')}Z`)
  return Number.isNaN(moment) ? undefined : moment
}

/** A calendar date, `2026-01-31`: Date.parse takes 31 February for March. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

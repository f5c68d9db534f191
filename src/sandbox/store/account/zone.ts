/** Clocks of time zones. Times are milliseconds since 1970 (UTC); a name that is no time zone counts as UTC. */

/** The moment at which clocks in the time zone show what clocks in UTC show at `local`. */
export function momentAt(zone: string, local: number): number {
  const guess = local - offsetAt(zone, local)
  // Near a change of the clocks the offset at the guess may differ from that at `local`.
  return local - offsetAt(zone, guess)
}

/** Milliseconds by which clocks in the time zone are ahead of UTC. */
export function offsetAt(zone: string, time: number): number {
  const name = formatOf(zone)
    ?.formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? []
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0
}

export const isZone = (name: string): boolean => formatOf(name) !== undefined

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch {
    return undefined
  }
}

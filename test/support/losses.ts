/** Whether what differs after a restore is what it said is lost. */

/** Of `account diff --json`. */
export interface Line {
  survey: number | null
  path: string
  status: string
  line: string
}
/** Of `account restore --json`. */
export interface Loss {
  survey: number | null
  what: string
  why: string
}

/** The section, or the thing of the account, that a difference is in, as a loss calls it. */
const lostAs: readonly [path: RegExp, what: RegExp][] = [
  [/^hidden/, /^hidden variables$/],
  [/^webhooks\./, /^webhook "/],
  [/^qr/, /^QR code$/],
  [/^settings\.allow_restart_progress/, /^its date/],
  [/^roles\./, /^role "/],
  [/^promo lists\./, /used code|promo list/],
  [/^schedulers\./, /^scheduler "/],
  [/^appearance/, /^how charts of reports look/],
  [/^(\w+)/, /^(\w+)/],
]
export const isLost = ({ survey, path }: Line, losses: readonly Loss[]): boolean => {
  if (path === 'folder') return losses.some(({ what }) => what.startsWith('folder "'))
  const [, what] = lostAs.find(([pattern]) => pattern.test(path))!
  const section = /^[\w ]+/.exec(path)?.[0]
  return losses.some(
    (loss) => loss.survey === survey && what.test(loss.what) && (what.source !== '^(\\w+)' || loss.what.startsWith(section!)),
  )
}

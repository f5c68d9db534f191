/** `doctor --updates`: the one request that goes to anybody but the profile's service, without a key, when it is typed. */
import type { Context } from '../../../cli/context.ts'
import { version } from '../../../cli/place.ts'
import { CommandError } from '../../../errors.ts'
import { ownReleases, type Releases } from '../../../releases.ts'
import { bad, good, type Finding } from './finding.ts'
import { ownCopy, wayOf } from './installed.ts'

/** A list of checksums is a page; bytes. */
const mostBytes = 2 ** 16

async function newestOf({ newest }: Releases, context: Context): Promise<string> {
  const client = await context.settings.connect({ base_url: new URL(newest).origin })
  const pieces: Buffer[] = []
  let bytes = 0
  const write = (piece: Buffer): void => {
    bytes += piece.byteLength
    if (bytes > mostBytes) throw new CommandError('refused', `${newest} is no list of checksums`)
    // The piece is the transport's own.
    pieces.push(Buffer.from(piece))
  }
  await client.downloadFrom(newest, { once: true, open: () => ({ write, finish: () => {}, abort: () => {} }) })
  const named = /^[0-9a-f]{64} [ *]surveyctl-(\d+\.\d+\.\d+)\.tgz$/m.exec(Buffer.concat(pieces).toString())?.[1]
  if (named === undefined) throw new CommandError('refused', `${newest} names no version`)
  return named
}

/** Of versions of three numbers; what a prerelease adds to them counts as older. */
export function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split(/[-+]/, 1)[0]!.split('.').map(Number))
  const at = a!.findIndex((part, index) => part !== b![index])
  return at === -1 ? other.includes('-') && !one.includes('-') : a![at]! > b![at]!
}

/** What isn't known is no fault of this copy. */
export async function updateFindings(context: Context): Promise<Finding[]> {
  const way = wayOf(ownCopy())
  const installed = (advice: string | null): Finding => ({ ...good('installed', way.how), advice })
  const releases = ownReleases()
  const untold = (why: string): Finding => good('version', `${version}; the newest could not be told: ${why}`)
  if (releases === undefined) return [untold('this copy does not say where it is released'), installed(null)]
  try {
    const newest = await newestOf(releases, context)
    return isNewer(newest, version)
      ? [bad('version', `${version}; ${newest} is released`, way.renew(releases, newest)), installed(null)]
      : [good('version', `${version} is the newest`), installed(null)]
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind === 'interrupted') throw error
    return [untold(error.message), installed(`Releases: ${releases.repository}/releases`)]
  }
}

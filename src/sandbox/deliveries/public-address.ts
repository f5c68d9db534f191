/** Which addresses a webhook may call: public ones only, whatever name or form they hide behind. */
import { lookup, type LookupAddress } from 'node:dns'
import { promisify } from 'node:util'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const resolveName = promisify(lookup)

class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

/** The IPv6 addresses in public use; `::127.0.0.1` and other deprecated forms lie outside. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

export function isPublic(address: string, allowLocal: boolean): boolean {
  if (!ipaddr.isValid(address)) return false
  // An IPv4 address that is written as IPv6 becomes IPv4.
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (allowLocal && range === 'loopback') return true
  return range === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast))
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** The address to connect to; throws unless every address of the name is public. */
export async function publicAddressOf(url: URL, allowLocal: boolean): Promise<LookupAddress> {
  const host = hostOf(url)
  const family = isIP(host)
  const addresses: LookupAddress[] = family === 0 ? await resolveName(host, { all: true }) : [{ address: host, family }]
  const first = addresses[0]
  if (!first || addresses.some(({ address }) => !isPublic(address, allowLocal))) throw new PrivateAddress('The address is not public')
  return first
}

/** Whether a webhook may be saved with this URL: false for a private address, also when the host name resolves to one within a second. */
export async function maySave(address: string, allowLocal: boolean): Promise<boolean> {
  const giveUp = new Promise<true>((done) => setTimeout(done, 1000, true).unref())
  const isAllowed = publicAddressOf(new URL(address), allowLocal).then(
    () => true,
    (error: unknown) => !(error instanceof PrivateAddress),
  )
  return Promise.race([isAllowed, giveUp])
}

/** Which addresses a webhook may call: public ones only, whatever name or form they hide behind. */
import { lookup, type LookupAddress } from 'node:dns'
import { promisify } from 'node:util'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const resolveName = promisify(lookup)

export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

/** All that is given out for use between networks; `::127.0.0.1` and other old forms lie outside of it. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** `process` unwraps an IPv4 address that is written as IPv6. */
export function isPublic(address: string, allowLocal: boolean): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (allowLocal && range === 'loopback') return true
  return range === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast))
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** The address to connect to. Every one that the name has must be public: which one is used is not ours to choose later. */
export async function publicAddressOf(url: URL, allowLocal: boolean): Promise<LookupAddress> {
  const host = hostOf(url)
  const family = isIP(host)
  const addresses: LookupAddress[] = family === 0 ? await resolveName(host, { all: true }) : [{ address: host, family }]
  const first = addresses[0]
  if (!first || addresses.some(({ address }) => !isPublic(address, allowLocal))) throw new PrivateAddress('The address is not a public one')
  return first
}

/** Whether an address may be kept: a literal one is judged at once, a name if it resolves within `patience`. */
export async function mayKeep(address: string, allowLocal: boolean, patience = 1000): Promise<boolean> {
  const giveUp = new Promise<true>((done) => setTimeout(done, patience, true).unref())
  const judged = publicAddressOf(new URL(address), allowLocal).then(
    () => true,
    (error: unknown) => !(error instanceof PrivateAddress),
  )
  return Promise.race([judged, giveUp])
}

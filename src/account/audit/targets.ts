/** Where answers of surveys leave for. */
import { isObject } from '../../text/is-object.ts'
import { commandLine } from '../../text/to-copy.ts'
import type { Facts, AccountView } from './facts.ts'

interface Target {
  view: AccountView
  what: string
  host: string
  url?: string
  fix: string
}

const hostOf = (url: string | undefined): string => URL.parse(url ?? '')?.hostname ?? ''
const domainOf = (address: unknown): string => (typeof address === 'string' ? (address.split('@').at(-1) ?? '').toLowerCase() : '')

export const targetsOf = (facts: Facts): Promise<Target[]> =>
  facts.each(async (view): Promise<Target[]> => {
    const { id } = view
    const hooks = await facts.webhooks(id)
    const { recipients = [], settings } = await facts.emails(id)
    const replies = (['owner', 'client'] as const).flatMap((whose) => {
      const address = isObject(settings) ? settings[`${whose}_reply_to_address`] : undefined
      return typeof address === 'string' && address !== '' ? [{ whose, address }] : []
    })
    return [
      ...hooks.map((hook) => ({
        view,
        what: `Webhook ${hook.id}`,
        host: hostOf(hook.url),
        ...(hook.url !== undefined && { url: hook.url }),
        fix: commandLine`webhook edit ${id} ${hook.id} --url URL`,
      })),
      ...recipients.map(({ id: own, email }) => ({
        view,
        what: `Recipient ${email ?? own}`,
        host: domainOf(email),
        fix: commandLine`email recipient-remove ${id} ${own}`,
      })),
      ...replies.map(({ whose, address }) => ({
        view,
        what: `Replies to the ${whose} letter`,
        host: domainOf(address),
        fix: commandLine`email template ${id} ${whose}`,
      })),
    ]
  })

/** Hosts of the scripts in respondents' pages; `the page itself` for those that are written there. */
export function scriptHosts(settings: Readonly<Record<string, unknown>>): string[] {
  const hosts = new Set<string>()
  for (const place of ['head', 'body']) {
    const text = settings[`scripts_in_${place}`]
    if (settings[`scripts_in_${place}_enabled`] !== true || typeof text !== 'string' || text.trim() === '') continue
    const found = [...text.matchAll(/<script\b[^>]*?[\s/"']src\s*=\s*["']?([^"'\s>]+)/gi)].map(([, address]) =>
      hostOf(address?.startsWith('//') ? `https:${address}` : address),
    )
    for (const host of found.length > 0 ? found : ['the page itself']) hosts.add(host)
  }
  return [...hosts]
}

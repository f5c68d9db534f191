/** Which proxy a request goes through, as HTTPS_PROXY, HTTP_PROXY and NO_PROXY say. */
import { usageError } from '../../errors.ts'
import { keepSecret } from '../../text/secrets.ts'

type Env = Readonly<Record<string, string | undefined>>

const setting = (env: Env, name: string): string | undefined => env[name.toLowerCase()] || env[name] || undefined

/** This machine is never reached through a proxy. */
export const isLoopback = (hostname: string): boolean => /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i.test(hostname)

/** `NO_PROXY`: names (also of their sub-domains), addresses, each with or without a port, or `*`. */
export function isExempt(url: URL, list: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '')
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === '*') return true
      const [, name = '', entryPort] = /^\*?\.?(\[[^\]]+\]|[^:]+|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? []
      const bare = name.replace(/^\[|\]$/g, '')
      return (entryPort === undefined || entryPort === port) && (host === bare || host.endsWith(`.${bare}`))
    })
}

export function proxyFor(origin: string, env: Env): URL | undefined {
  const url = new URL(origin)
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const proxy = setting(env, name)
  if (!proxy || isLoopback(url.hostname) || isExempt(url, setting(env, 'NO_PROXY') ?? '')) return undefined
  return readProxy(proxy, name)
}

const isEscaped = (text: string): boolean => {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    return false
  }
}

function readProxy(text: string, name: string): URL {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  if (url && ['http:', 'https:'].includes(url.protocol) && isEscaped(url.username + url.password)) {
    keepSecret(decodeURIComponent(url.password))
    return url
  }
  throw usageError(`${name} does not hold the address of an HTTP proxy`, 'It looks like http://proxy.example:3128')
}

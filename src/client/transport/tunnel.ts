/** A socket through an HTTP proxy (CONNECT), and TLS to the service inside it. */
import { connect as connectPlain, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { Connector } from './transport.ts'
import type { CloseNotifyWatch } from './close-notify.ts'

const headLimit = 16 * 1024

const proxyError = (code: string, message: string): Error => Object.assign(new Error(message), { code })

const openProxy = (proxy: URL): Socket => {
  const host = proxy.hostname.replace(/^\[|\]$/g, '')
  const port = Number(proxy.port || (proxy.protocol === 'https:' ? 443 : 80))
  return proxy.protocol === 'https:' ? connectTls({ host, port, servername: host }) : connectPlain({ host, port })
}

function greeting(proxy: URL, target: string): string {
  const { username, password } = proxy
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  return [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`, ...(username ? [`Proxy-Authorization: Basic ${credentials}`] : []), '', ''].join(
    '\r\n',
  )
}

/** Reads the proxy's answer to CONNECT; bytes after it belong to the tunnel. */
function awaitGrant(socket: Socket): Promise<void> {
  let head = Buffer.alloc(0)
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return head.length > headLimit ? reject(proxyError('PROXY_ANSWER', 'The proxy does not answer as a proxy')) : undefined
      socket.off('data', take)
      socket.pause()
      if (head.length > end + 4) socket.unshift(head.subarray(end + 4))
      const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1'))?.[1])
      if (status >= 200 && status < 300) return resolve()
      reject(
        status === 407
          ? proxyError('PROXY_AUTH', 'The proxy requires a user name and a password')
          : proxyError('PROXY_REFUSED', `The proxy refused the connection (${status || 'no HTTP'})`),
      )
    }
    socket.on('data', take)
    socket.once('error', (error) => reject(proxyError('PROXY_UNREACHABLE', error.message)))
    socket.once('close', () => reject(proxyError('PROXY_UNREACHABLE', 'The proxy closed the connection')))
  })
}

const secured = (socket: Duplex, servername: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const inner = connectTls({ socket, servername, ALPNProtocols: ['http/1.1'] }, () => resolve(inner))
    inner.once('error', reject)
  })

/** A connector for undici that goes through `proxy`. */
export const tunnel =
  (proxy: URL, timeout: number, watch: CloseNotifyWatch | undefined): Connector =>
  (options, done) => {
    const { protocol, hostname } = options
    const port = options.port || (protocol === 'https:' ? '443' : '80')
    const outer = openProxy(proxy)
    const timer = setTimeout(() => outer.destroy(proxyError('PROXY_TIMEOUT', 'The proxy did not answer in time')), timeout)
    const open = async (): Promise<Socket> => {
      outer.write(greeting(proxy, `${hostname}:${port}`))
      await awaitGrant(outer)
      return protocol === 'https:' ? secured(watch?.below(outer) ?? outer, options.servername ?? hostname) : outer
    }
    open()
      .then(
        (socket) => done(null, socket),
        (error: Error) => {
          outer.destroy()
          done(error, null)
        },
      )
      .finally(() => clearTimeout(timer))
  }

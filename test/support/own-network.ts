/**
 * A network of our own, in which a public address is on this machine and names lead where we say: run by
 * `unshare`, it makes webhooks of a sandbox that lets nothing local through, and prints what became of them.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { serve } from './served.ts'

export const publicAddress = '93.184.216.34'

export interface Tried {
  url: string
  /** Of `webhook add` or `webhook edit`. */
  exitCode: number
  /** What is wrong with the address. */
  problems?: string[]
  /** Of its delivery, where it was taken. */
  status?: string
  error?: string | null
}

export interface Findings {
  direct: Tried[]
  redirected: Tried[]
  rebound: Tried
  /** What the receiver was asked for. */
  heard: string[]
}

if (import.meta.main) process.stdout.write(JSON.stringify(await findings(process.argv[2]!)))

/** `hosts` is the file that stands in for /etc/hosts. */
async function findings(hosts: string): Promise<Findings> {
  const name = (address: string): void => writeFileSync(hosts, `127.0.0.1 localhost inside.example\n${address} changing.example\n`)
  name(publicAddress)
  const heard: string[] = []
  const receiver = createServer(({ url }, response) => {
    heard.push(url!)
    const target = new URL(url!, 'http://receiver').searchParams.get('to')
    response.writeHead(target === null ? 200 : 302, target === null ? {} : { location: target }).end()
  })
  await new Promise<void>((ready) => void receiver.listen(0, '::', ready))
  const { port } = receiver.address() as AddressInfo
  const served = await serve('demo')
  const at = (host: string, path: string): string => `http://${host}:${port}${path}`

  const deliver = async (webhook: string, tried: Tried): Promise<Tried> => {
    await served.control('answer', { quiz: 46, count: 1, seed: 1 })
    await served.sandbox.idle()
    const [latest] = (await served.run(`webhook logs 46 ${webhook} --json`)).json
    return { ...tried, status: latest.status, error: latest.error }
  }
  const add = async (url: string): Promise<Tried & { webhook: string }> => {
    const { exitCode, stdout, error } = await served.run([
      'webhook',
      'add',
      '46',
      url,
      '--title',
      'T',
      '--method',
      'post',
      '--active',
      '--json',
    ])
    return { url, exitCode, problems: error?.fields?.url, webhook: exitCode === 0 ? String(JSON.parse(stdout).webhook_id) : '' }
  }

  const direct: Tried[] = []
  for (const host of ['127.0.0.1', '[::1]', '169.254.1.1', 'localhost', 'inside.example']) {
    const { webhook: _, ...tried } = await add(at(host, '/inside'))
    direct.push(tried)
  }
  const { webhook, ...taken } = await add(at(publicAddress, '/outside'))
  direct.push(await deliver(webhook, taken))

  const redirected: Tried[] = []
  for (const host of ['127.0.0.1', '[::1]', '169.254.1.1', 'inside.example', publicAddress]) {
    const url = at(publicAddress, `/redirect?to=${encodeURIComponent(at(host, host === publicAddress ? '/outside' : '/inside'))}`)
    const { exitCode } = await served.run(['webhook', 'edit', '46', webhook, '--url', url])
    redirected.push(await deliver(webhook, { url: host, exitCode }))
  }
  await served.run(`webhook remove 46 ${webhook} --yes`)

  const { webhook: changing, ...named } = await add(at('changing.example', '/inside'))
  name('127.0.0.1')
  const rebound = await deliver(changing, named)
  await served.close()
  receiver.close()
  return { direct, redirected, rebound, heard }
}

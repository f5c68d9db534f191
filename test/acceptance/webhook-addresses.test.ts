/** A sandbox as it stands calls public addresses only: literal ones, names, and every step of a redirect. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { publicAddress, type Findings } from '../support/own-network.ts'
import { freshFolder } from '../support/program.ts'

const hosts = join(freshFolder(), 'hosts')
writeFileSync(hosts, '')
const setUp = `ip link set lo up && ip addr add ${publicAddress}/32 dev lo && mount --bind "$0" /etc/hosts`
const inside = (command: string) =>
  spawnSync('unshare', ['--map-root-user', '--net', '--mount', 'sh', '-c', `${setUp} && ${command}`, hosts], {
    encoding: 'utf8',
    timeout: 240_000,
  })

/** Machines differ in what they let an ordinary process do. */
const missing = inside('true').status === 0 ? '' : ' (skipped: no network of our own can be made here)'
const refused = ['127.0.0.1', '[::1]', '169.254.1.1', 'localhost', 'inside.example']
const ofThisMachine = ['127.0.0.1', '[::1]', 'localhost', 'inside.example']
const flagThatAllows = '; to allow addresses of this machine, start the sandbox with --allow-local-webhooks'

describe.skipIf(missing)(`what is not public is never called${missing}`, () => {
  let found: Findings

  beforeAll(() => {
    const { status, stdout, stderr } = inside(
      `exec "${process.execPath}" "${join(import.meta.dirname, '..', 'support', 'own-network.ts')}" "$0"`,
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    found = JSON.parse(stdout)
  })

  it('an address is refused when the webhook is made', () => {
    expect(found.direct.map(({ url, exitCode, problems }) => [new URL(url).hostname, exitCode, problems])).toEqual([
      ...refused.map((host) => [host, 6, [`must be a public address${ofThisMachine.includes(host) ? flagThatAllows : ''}`]]),
      [publicAddress, 0, undefined],
    ])
  })

  it('a public one hears of it', () => {
    expect(found.direct.at(-1)).toMatchObject({ status: 'sent', error: null })
  })

  it('a redirect leads nowhere else either', () => {
    const failed = { exitCode: 0, status: 'failed', error: 'The address is not public' }
    const hostsOf = refused.filter((host) => host !== 'localhost')
    expect(found.redirected).toMatchObject([
      ...hostsOf.map((url) => ({ url, ...failed })),
      { url: publicAddress, exitCode: 0, status: 'sent', error: null },
    ])
  })

  it('a name is judged again at each delivery', () => {
    expect(found.rebound).toMatchObject({ exitCode: 0, status: 'failed', error: 'The address is not public' })
  })

  it('nothing came in by any of these ways', () => {
    expect(found.heard.filter((path) => path.startsWith('/inside'))).toEqual([])
    expect(found.heard.filter((path) => path.startsWith('/outside'))).toHaveLength(2)
  })
})

/** `doctor --updates`: whom it asks, what it says of how a copy was installed, and that nothing goes wrong where it can't ask. */
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isNewer } from '../../src/commands/tool/doctor/updates.ts'
import { wayOf } from '../../src/commands/tool/doctor/installed.ts'
import { releasesOf } from '../../src/releases.ts'
import { authority, hasOpenssl } from '../support/certificates.ts'
import { withEnvironment } from '../../src/system/environment.ts'
import { environment, freshFolder, surveyctl } from '../support/program.ts'
import { noStrace, traced } from '../support/traced.ts'

const root = join(import.meta.dirname, '..', '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const list = (newest: string): string =>
  `${'0'.repeat(64)}  surveyctl-${newest}-linux-x64.tar.gz\n${'1'.repeat(64)}  surveyctl-${newest}.tgz\n`

const servers: Server[] = []
async function serving(
  answer: RequestListener,
  certificate?: { cert: string; key: string },
): Promise<{ origin: string; port: number; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = []
  const listen: RequestListener = (request, response) => {
    asked.push(request)
    answer(request, response)
  }
  const server = certificate ? createTlsServer(certificate, listen) : createServer(listen)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http${certificate ? 's' : ''}://127.0.0.1:${port}`, port, asked }
}
afterAll(() => servers.forEach((server) => server.close()))

/** The package as it is installed at a place, that says this of where it is released. */
function copyAt(folder: string, repository?: unknown): string {
  for (const name of ['bin', 'dist', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true })
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, repository }))
  return join(folder, 'bin', 'surveyctl.js')
}

const key = 'key-that-stays'
const env = (more: Record<string, string> = {}) =>
  environment({ baseUrl: 'https://service.example/api/v3', apiKey: key, env: { NODE_DISABLE_COMPILE_CACHE: '1', ...more } })

async function updates(launcher: string, more: Record<string, string> = {}) {
  const run = await execa(process.execPath, [launcher, 'doctor', '--updates', '--json'], {
    env: env(more),
    extendEnv: false,
    reject: false,
  })
  const found: { check: string; ok: boolean; finding: string; advice: string | null }[] = JSON.parse(run.stdout)
  const [of, installed] = ['version', 'installed'].map((name) => found.find(({ check }) => check === name))
  return { ...run, version: of!, installed: installed! }
}

describe('the newest version', () => {
  /** As code hosts do: to the newest one, and from there to where files lie. */
  const released = async (newest: string, certificate?: { cert: string; key: string }) => {
    const files = await serving((_, response) => void response.end(list(newest)))
    const host = await serving(({ url }, response) => {
      const next =
        url === '/acme/surveyctl/releases/latest/download/SHA256SUMS'
          ? `/acme/surveyctl/releases/download/v${newest}/SHA256SUMS`
          : undefined
      response.writeHead(302, { location: next ?? `${files.origin}/stored?signature=x` }).end()
    }, certificate)
    return { host, files, repository: `${host.origin}/acme/surveyctl` }
  }

  it('is told with the command that renews this copy, and the key goes to nobody', async () => {
    const { host, files, repository } = await released('9.9.9')
    const run = await updates(copyAt(join(freshFolder(), 'lib', 'node_modules', 'surveyctl'), `git+${repository}.git`))
    expect(run).toMatchObject({ exitCode: 1, version: { ok: false, finding: `${version}; 9.9.9 is released` } })
    expect(run.version.advice).toBe(`npm install --global ${repository}/releases/download/v9.9.9/surveyctl-9.9.9.tgz`)
    expect([host.asked.length, files.asked.length]).toEqual([2, 1])
    for (const { headers } of [...host.asked, ...files.asked]) {
      expect(headers).not.toHaveProperty('authorization')
      expect(JSON.stringify(headers)).not.toContain(key)
    }
  })

  it.each([version, '0.0.1'])('that is %s is no finding', async (newest) => {
    const { repository } = await released(newest)
    expect(await updates(copyAt(freshFolder(), { type: 'git', url: repository }))).toMatchObject({
      exitCode: 0,
      version: { ok: true, finding: `${version} is the newest` },
    })
  })

  it.skipIf(noStrace)(`is asked of that place, and of nobody else${noStrace ? ` (${noStrace})` : ''}`, async () => {
    const { host, files, repository } = await released('9.9.9')
    const launcher = copyAt(freshFolder(), repository)
    const { exitCode, connections, programs } = await traced(process.execPath, {
      args: [launcher, 'doctor', '--updates'],
      env: env(),
      cwd: root,
    })
    expect([exitCode, connections]).toEqual([1, [host, files].map(({ port }) => `127.0.0.1:${port}`).toSorted()])
    expect(programs).toHaveLength(1)
  })

  it.skipIf(!hasOpenssl)('is asked over TLS and through a proxy, as all else (openssl makes the certificates)', async () => {
    const own = authority()
    const host = await serving((_, response) => void response.end(list('9.9.9')), own.issue('releases.example'))
    const proxy = await serving(() => {})
    const tunnels: string[] = []
    servers.at(-1)!.on('connect', ({ url }, socket) => {
      tunnels.push(url!)
      const to = connect(host.port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
      to.on('error', () => {})
        .pipe(socket.on('error', () => {}))
        .pipe(to)
    })
    const launcher = copyAt(freshFolder(), 'https://releases.example/acme/surveyctl')
    const through = { HTTPS_PROXY: proxy.origin }
    expect(await updates(launcher, { ...through, NODE_EXTRA_CA_CERTS: own.file })).toMatchObject({ exitCode: 1, version: { ok: false } })
    expect(tunnels).toEqual(['releases.example:443'])
    const untrusted = await updates(launcher, through)
    expect(untrusted).toMatchObject({
      exitCode: 0,
      version: { finding: expect.stringMatching(/could not be told: .*authority|certificate/) },
    })
  })
})

describe('24: could not be told, which is no failure, where', () => {
  it.each<[string, RequestListener | undefined, RegExp]>([
    ['nobody answers', undefined, /refuses connections/],
    ['nothing is released yet', (_, response) => void response.writeHead(404).end(), /404|not there|does not exist/],
    ['it is busy', (_, response) => void response.writeHead(503).end(), /503|unavailable|busy/],
    ['another page comes', (_, response) => void response.setHeader('content-type', 'text/html').end('<html>Sign in</html>'), /page|not/],
    ['no version is named', (_, response) => void response.end('nothing'), /names no version/],
    ['too much comes', (_, response) => void response.end('0'.repeat(2 ** 17)), /is no list/],
  ])('%s', async (_, answer, why) => {
    const { origin, asked } = await serving(answer ?? (() => {}))
    if (!answer) await new Promise((closed) => servers.pop()!.close(closed))
    const run = await updates(copyAt(freshFolder(), `${origin}/acme/surveyctl`))
    expect([run.exitCode, run.stderr]).toEqual([0, ''])
    expect(run.version.finding).toMatch(/could not be told: /)
    expect(run.version.finding).toMatch(why)
    expect(run.installed.advice).toBe(`Releases: ${origin}/acme/surveyctl/releases`)
    expect(asked).toHaveLength(answer ? 1 : 0)
  })

  it.each([undefined, 'acme/surveyctl', { url: 7 }, 'ssh://git@host.example/acme/surveyctl'])(
    'the package names no place: %j',
    async (repository) => {
      const run = await updates(copyAt(freshFolder(), repository))
      expect(run).toMatchObject({ exitCode: 0, version: { finding: expect.stringContaining('does not say where it is released') } })
    },
  )
})

describe('how a copy was installed', () => {
  const at = releasesOf({ repository: 'https://host.example/acme/surveyctl' })!
  const renews = (place: Parameters<typeof wayOf>[0]) => wayOf(place).renew(at, '1.2.3')
  let project: string
  beforeAll(() => {
    project = freshFolder()
    writeFileSync(join(project, 'package.json'), '{}')
  })

  it.each([
    ['node_modules/.modules.yaml', 'node_modules/.pnpm/surveyctl@1.0.0/node_modules/surveyctl', 'by pnpm', 'pnpm add --dir'],
    ['node_modules/.yarn-integrity', 'node_modules/surveyctl', 'by Yarn', 'yarn --cwd'],
    ['node_modules/.yarn-state.yml', 'node_modules/surveyctl', 'by Yarn', 'yarn --cwd'],
    ['bun.lock', 'node_modules/surveyctl', 'by Bun', 'bun add --cwd'],
  ])('is seen from %s', (mark, place, how, words) => {
    const folder = freshFolder()
    const own = join(folder, place)
    mkdirSync(own, { recursive: true })
    writeFileSync(join(folder, mark), '')
    const copy = { program: process.execPath, folder: own }
    expect(wayOf(copy).how).toContain(`${how} in the project ${folder}`)
    expect(renews(copy)).toContain(`${words} ${folder} `)
  })

  it('is told of a container, whose image is what is renewed', () => {
    const copy = { program: '/usr/local/bin/surveyctl' }
    const [how, renewed] = withEnvironment({ container: 'oci' }, () => [wayOf(copy).how, renews(copy)])
    expect([how, renewed]).toEqual([expect.stringMatching(/^in a container, /), expect.stringMatching(/in its place, in the image$/)])
  })

  it('is told of a checkout, by the program itself', async () => {
    const { json } = await surveyctl()('doctor --updates --json')
    const { finding } = json.find(({ check }: { check: string }) => check === 'installed')
    // This test may run in one.
    expect(finding.replace('in a container, ', '')).toBe(`from a checkout, ${root}`)
  })

  it('is seen from where it lies', () => {
    const program = process.execPath
    const inProject = join(project, 'node_modules', 'surveyctl')
    mkdirSync(dirname(inProject), { recursive: true })
    writeFileSync(join(project, 'node_modules', '.package-lock.json'), '{}')
    const file = 'https://host.example/acme/surveyctl/releases/download/v1.2.3'
    expect(renews({ program, folder: inProject })).toBe(
      `npm install --prefix ${project} --save-exact --ignore-scripts ${file}/surveyctl-1.2.3.tgz`,
    )
    expect(renews({ program, folder: '/opt/lib/node_modules/surveyctl' })).toBe(`npm install --global ${file}/surveyctl-1.2.3.tgz`)
    expect(renews({ program, folder: '/opt/homebrew/Cellar/surveyctl/1.0.0/libexec/lib/node_modules/surveyctl' })).toBe(
      'brew upgrade surveyctl',
    )
    expect(renews({ program: String.raw`C:\Users\me\scoop\apps\surveyctl\current\surveyctl.exe` })).toBe('scoop update surveyctl')
    expect(renews({ program: String.raw`C:\Users\me\AppData\Local\Microsoft\WinGet\Links\surveyctl.exe` })).toBe('winget upgrade surveyctl')
    for (const [folder, words] of [
      ['/home/me/.npm/_npx/0123abcd/node_modules/surveyctl', 'npx --yes'],
      ['/home/me/.cache/pnpm/dlx/0123abcd/node_modules/.pnpm/surveyctl@1.0.0/node_modules/surveyctl', 'pnpm dlx'],
      ['/home/me/.local/share/pnpm/global/5/.pnpm/surveyctl@1.0.0/node_modules/surveyctl', 'pnpm add --global'],
      ['/home/me/.config/yarn/global/node_modules/surveyctl', 'yarn global add'],
      ['/home/me/.bun/install/global/node_modules/surveyctl', 'bun add --global'],
      ['/srv/app/vendor/surveyctl', 'With the program that installed it:'],
    ] as const)
      expect(renews({ program, folder }), folder).toBe(`${words} ${file}/surveyctl-1.2.3.tgz`)
    expect(renews({ program: '/home/me/.local/bin/surveyctl' })).toContain(`${file}/surveyctl-1.2.3-${process.platform}-${process.arch}.`)
  })
})

it('versions are compared by number, and one that is not out yet is older', () => {
  const newer: [string, string][] = [
    ['0.10.0', '0.9.9'],
    ['1.0.0', '0.99.99'],
    ['1.0.1', '1.0.0'],
    ['1.0.0', '1.0.0-rc.1'],
  ]
  for (const [one, other] of newer) expect([isNewer(one, other), isNewer(other, one)], `${one} ${other}`).toEqual([true, false])
  expect(isNewer('1.0.0', '1.0.0')).toBe(false)
})

/**
 * `node build/reproduce.ts [COMMIT] [--all] [--published SHA256SUMS]`: builds a commit in two folders, and compares what would be
 * published, byte for byte; or in one, and compares it with the checksums of what was. With `--all` what is made of the executable too:
 * archives, and the package for Debian.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './sources.ts'

const run = (command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): string =>
  execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

/** SHA-256 of each file, by its name. */
function built(commit: string, all: boolean): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'surveyctl-reproduce-'))
  try {
    const [checkout, out] = [join(folder, 'checkout'), join(folder, 'out')]
    run('git', ['clone', '-q', '--no-hardlinks', root, checkout], folder)
    run('git', ['checkout', '-q', '--detach', commit], checkout)
    // As installed anew: a link to a folder elsewhere would name the files of the bundle by its path.
    run('npm', ['ci', '--silent', '--prefer-offline'], checkout)
    run('mkdir', [out], folder)
    const node = join(checkout, 'node_modules', '.bin', 'node')
    run(node, ['build/build.ts'], checkout)
    run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', out], checkout)
    run('cp', [join(checkout, 'dist', 'sbom.cdx.json'), out], checkout)
    if (all) for (const script of ['archive', 'deb']) run(node, [`build/package/${script}.ts`, out], checkout)
    return new Map(
      readdirSync(out).map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex'),
      ]),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As `sha256sum` wrote them. */
const told = (path: string): Map<string, string> =>
  new Map(Array.from(readFileSync(path, 'utf8').matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm), ([, sum, name]) => [name!, sum!]))

const options = { all: { type: 'boolean', default: false }, published: { type: 'string' } } as const
const { positionals, values } = parseArgs({ options, allowPositionals: true })
const hash = run('git', ['rev-parse', `${positionals[0] ?? 'HEAD'}^{commit}`], root).trim()
const first = built(hash, values.all)
const second = values.published === undefined ? built(hash, values.all) : told(values.published)
for (const [name, sum] of first) {
  const isSame = second.get(name) === sum
  console.log(`${isSame ? 'same' : 'different'}  ${sum}  ${basename(name)}`)
  if (!isSame) process.exitCode = 1
}

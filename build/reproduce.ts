/**
 * `node build/reproduce.ts [COMMIT] [--all]`: builds a commit in two folders, and compares what would be published, byte for byte. With
 * `--all` what is made of the executable too: archives, and the package for Debian.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
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

const words = process.argv.slice(2)
const commit = words.find((word) => word !== '--all') ?? 'HEAD'
const hash = run('git', ['rev-parse', `${commit}^{commit}`], root).trim()
const [first, second] = [built(hash, words.includes('--all')), built(hash, words.includes('--all'))]
for (const [name, sum] of first) {
  const isSame = second.get(name) === sum
  console.log(`${isSame ? 'same' : 'different'}  ${sum}  ${basename(name)}`)
  if (!isSame) process.exitCode = 1
}

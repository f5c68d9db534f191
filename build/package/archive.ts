/** `node build/package/archive.ts FOLDER`: the executable with man pages, completions and licences, packed for this system. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { makeExecutable } from '../executable.ts'
import { root } from '../sources.ts'
import { moment } from './moment.ts'

export async function makeArchive(folder: string, program?: string): Promise<string> {
  const stage = mkdtempSync(join(tmpdir(), 'surveyctl-archive-'))
  try {
    const executable = join(stage, process.platform === 'win32' ? 'surveyctl.exe' : 'surveyctl')
    if (program === undefined) await makeExecutable(executable)
    else copyFileSync(program, executable)
    for (const name of ['dist/man', 'completions']) cpSync(join(root, name), join(stage, name.replace('dist/', '')), { recursive: true })
    for (const name of ['LICENSE', 'CHANGELOG.md', 'dist/THIRD-PARTY-NOTICES', 'dist/sbom.cdx.json'])
      copyFileSync(join(root, name), join(stage, name.replace('dist/', '')))
    const made = resolve(folder, `surveyctl-${packageJson.version}-${process.platform}-${process.arch}.tar.gz`)
    // GNU tar alone can say these: on other systems the time of packing stands in it.
    const alike = process.platform === 'linux' ? ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${moment()}`] : []
    execFileSync('tar', [...alike, '-czf', made, '-C', stage, '.'], {
      env: { ...process.env, GZIP: '-n' },
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    return made
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

if (import.meta.main) console.log(await makeArchive(process.argv[2] ?? '.'))

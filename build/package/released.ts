/** `node build/package/released.ts TAG`: ends with 1 unless the tag is the version of package.json, and the first one in the changelog. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is wrong, if so. */
export function notReleased(tag: string, folder: string): string | undefined {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  if (tag !== `v${version}`) return `The tag ${tag} is not v${version}, the version in package.json`
  const first = /^## (.*)$/m.exec(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'))?.[1]
  return first?.split(' ')[0] === version ? undefined : `CHANGELOG.md begins with "${first}", not with ${version}`
}

if (import.meta.main) {
  const problem = notReleased(process.argv[2] ?? '', join(import.meta.dirname, '..', '..'))
  if (problem) {
    console.error(problem)
    process.exitCode = 1
  }
}

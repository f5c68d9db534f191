/** What README and the guides tell people to type, and a `surveyctl` to type it with. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, launcher } from './program.ts'

const root = join(import.meta.dirname, '..', '..')

/** The blocks of a page in one language, or of one of its sections. */
export function blocks(page: string, language: string, heading?: string): string[] {
  const text = readFileSync(join(root, page), 'utf8')
  const section = heading === undefined ? text : (text.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ')[0]!
  return [...section.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))].map(([, block]) => block!)
}

/** A folder with a `surveyctl` in it that is the built program. */
export function programFolder(): string {
  const folder = freshFolder()
  writeFileSync(join(folder, 'surveyctl'), `#!/bin/sh\nexec "${process.execPath}" "${launcher}" "$@"\n`)
  chmodSync(join(folder, 'surveyctl'), 0o755)
  return folder
}

/** What README tells people to type, and a `surveyctl` to type it with. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, launcher } from './program.ts'

const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8')

/** The blocks of a section, in one language. */
export function blocks(heading: string, language: string): string[] {
  const [, section = ''] = readme.split(`\n## ${heading}\n`)
  return [...section.split('\n## ')[0]!.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))].map(([, text]) => text!)
}

/** A folder with a `surveyctl` in it that is the built program. */
export function programFolder(): string {
  const folder = freshFolder()
  writeFileSync(join(folder, 'surveyctl'), `#!/bin/sh\nexec "${process.execPath}" "${launcher}" "$@"\n`)
  chmodSync(join(folder, 'surveyctl'), 0o755)
  return folder
}

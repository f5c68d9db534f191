import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freshFolder } from './program.ts'

/** A folder with these files, by their paths in it. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const root = freshFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** Scripts of pages: bundled by the build, each from its folder `browser`. Who runs the sources gets those of the last build. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const built = import.meta.filename.endsWith('.ts') ? join(import.meta.dirname, '..', '..', '..', 'dist') : import.meta.dirname
const read = new Map<string, string>()

export function pageScript(page: 'respondent' | 'console'): string {
  const script = read.get(page) ?? readFileSync(join(built, 'assets', `${page}.js`), 'utf8')
  read.set(page, script)
  return script
}

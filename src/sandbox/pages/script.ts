/** Scripts of pages: bundled by the build, each from its folder `browser`. Who runs the sources gets those of the last build. */
import { asset } from '../../assets.ts'

const read = new Map<string, string>()

export function pageScript(page: 'respondent' | 'console'): string {
  const script = read.get(page) ?? asset(`${page}.js`).toString()
  read.set(page, script)
  return script
}

/** Writes dist/THIRD-PARTY-NOTICES: the licences of everything that ended up in the bundle. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'
import { manifestOf, packagesIn } from './bundled.ts'

function licenceTexts(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|notice|copying|copyright)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
}

/** A package without a licence's text is named with where it comes from. */
function notice(folder: string): string {
  const { name, version, license, homepage } = manifestOf(folder)
  const heading = `${name} ${version} (${license ?? 'see below'})`
  const texts = licenceTexts(folder)
  return [
    heading,
    '-'.repeat(heading.length),
    '',
    ...(texts.length > 0 ? texts : [homepage ?? `https://www.npmjs.com/package/${name}`]),
  ].join('\n')
}

export const thirdPartyNotices = (extra: readonly string[]): Plugin => ({
  name: 'third-party-notices',
  generateBundle(_, bundle) {
    const notices = packagesIn(bundle, extra)
      .map(notice)
      .sort((a, b) => a.localeCompare(b, 'en'))
    const preface = 'surveyctl contains the following software, each under its own licence.'
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES', source: `${[preface, ...new Set(notices)].join('\n\n\n')}\n` })
  },
})

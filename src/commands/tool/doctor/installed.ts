/** How this very copy was installed, as where it lies shows, and what brings another version in the same way. */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { packageFolder } from '../../../assets.ts'
import type { Releases } from '../../../releases.ts'
import { pathWord } from '../../../text/to-copy.ts'

export interface Copy {
  /** The program that runs: the executable, or Node. */
  program: string
  /** Of the package; absent: the executable. */
  folder?: string | undefined
}

export interface Way {
  /** "installed ..." */
  how: string
  /** The command for a version. */
  renew: (releases: Releases, version: string) => string
}

export const ownCopy = (): Copy => ({ program: process.execPath, folder: packageFolder() })

/** Debian's name for it. */
const architecture = process.arch === 'x64' ? 'amd64' : process.arch

const isIn = (path: string, pattern: RegExp): boolean => pattern.test(path.replaceAll('\\', '/'))

export function wayOf({ program, folder }: Copy): Way {
  if (folder === undefined) return wayOfProgram(program)
  if (existsSync(join(folder, 'src', 'main.ts')))
    return { how: `from a checkout, ${folder}`, renew: () => `git -C ${pathWord(folder)} pull && npm --prefix ${pathWord(folder)} ci` }
  if (isIn(folder, /\/Cellar\/surveyctl\//)) return { how: 'by Homebrew', renew: () => 'brew upgrade surveyctl' }
  const npm = (words: string) => (releases: Releases, version: string) =>
    `npm install ${words} ${releases.file(version, `surveyctl-${version}.tgz`)}`
  // npm keeps the packages of all projects beside no package.json.
  const project = dirname(dirname(folder))
  if (basename(dirname(folder)) === 'node_modules' && existsSync(join(project, 'package.json')))
    return { how: `by npm in the project ${project}`, renew: npm(`--prefix ${pathWord(project)} --save-exact --ignore-scripts`) }
  return { how: `by npm, in ${folder}`, renew: npm('--global') }
}

function wayOfProgram(program: string): Way {
  /** What only the package of a system puts there. */
  const isBeside = (path: string): boolean => program === '/usr/bin/surveyctl' && existsSync(path)
  if (isBeside('/usr/share/doc/surveyctl/copyright'))
    return {
      how: 'as a Debian package',
      renew: ({ file }, version) => {
        const name = `surveyctl_${version}_${architecture}.deb`
        return `curl -fLO ${file(version, name)} && sudo apt install ./${name}`
      },
    }
  if (isBeside('/usr/share/licenses/surveyctl-bin'))
    return {
      how: 'as a package of Arch Linux',
      renew: ({ file }, version) => `curl -fLO ${file(version, 'PKGBUILD')} && makepkg -si`,
    }
  if (isIn(program, /\/scoop\/apps\/surveyctl\//i)) return { how: 'by Scoop', renew: () => 'scoop update surveyctl' }
  if (isIn(program, /\/WinGet\//i)) return { how: 'by winget', renew: () => 'winget upgrade surveyctl' }
  const archive = `${process.platform}-${process.arch}.${process.platform === 'win32' ? 'zip' : 'tar.xz'}`
  return {
    how: `as one program, ${program}`,
    renew: ({ file }, version) => `Put the program of ${file(version, `surveyctl-${version}-${archive}`)} in its place`,
  }
}

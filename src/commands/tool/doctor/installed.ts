/** How this very copy was installed, as where it lies shows, and what brings another version in the same way. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../../../assets.ts'
import type { Releases } from '../../../releases.ts'
import { environment } from '../../../system/environment.ts'
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
  const way = folder === undefined ? wayOfProgram(program) : wayOfPackage(folder)
  return isContainer() ? { ...way, how: `in a container, ${way.how}` } : way
}

/** What Docker and Podman leave in each of theirs, and systemd tells. */
const isContainer = (): boolean => existsSync('/.dockerenv') || existsSync('/run/.containerenv') || Boolean(environment().container)

/** `words`: all but the file that is installed. */
const by = (how: string, words: string): Way => ({
  how,
  renew: ({ file }, version) => `${words} ${file(version, `surveyctl-${version}.tgz`)}`,
})

function wayOfPackage(folder: string): Way {
  if (existsSync(join(folder, 'src', 'main.ts')))
    return { how: `from a checkout, ${folder}`, renew: () => `git -C ${pathWord(folder)} pull && npm --prefix ${pathWord(folder)} ci` }
  if (isIn(folder, /\/Cellar\/surveyctl\//)) return { how: 'by Homebrew', renew: () => 'brew upgrade surveyctl' }
  if (isIn(folder, /\/_npx\//)) return by('for one run, by npx', 'npx --yes')
  if (isIn(folder, /\/pnpm\/dlx/)) return by('for one run, by pnpm', 'pnpm dlx')
  if (isIn(folder, /\/pnpm\/global\//)) return by(`by pnpm, in ${folder}`, 'pnpm add --global')
  if (isIn(folder, /\/yarn\/(data\/)?global\//i)) return by(`by Yarn, in ${folder}`, 'yarn global add')
  if (isIn(folder, /\/\.bun\/install\/global\//)) return by(`by Bun, in ${folder}`, 'bun add --global')
  return wayOfModules(folder) ?? by(`in ${folder}; by which program could not be told`, 'With the program that installed it:')
}

/** As what lies beside the packages of a project says, which is its installer's own. npm keeps those of all projects in `lib`, and says nothing. */
function wayOfModules(folder: string): Way | undefined {
  const [project, name] = [folder.replace(/[/\\]node_modules[/\\].*$/s, ''), folder.replaceAll('\\', '/')]
  const isBeside = (...paths: string[]): boolean => paths.some((path) => existsSync(join(project, path)))
  const [of, at] = [` in the project ${project}`, pathWord(project)]
  if (isBeside('node_modules/.modules.yaml')) return by(`by pnpm${of}`, `pnpm add --dir ${at} --save-exact --ignore-scripts`)
  if (isBeside('node_modules/.yarn-state.yml', 'node_modules/.yarn-integrity')) return by(`by Yarn${of}`, `yarn --cwd ${at} add --exact`)
  if (isBeside('node_modules/.package-lock.json')) return by(`by npm${of}`, `npm install --prefix ${at} --save-exact --ignore-scripts`)
  if (isBeside('bun.lock', 'bun.lockb')) return by(`by Bun${of}`, `bun add --cwd ${at} --exact --ignore-scripts`)
  return /\/(lib|npm)\/node_modules\/surveyctl$/.test(name) ? by(`by npm, in ${folder}`, 'npm install --global') : undefined
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
    renew: ({ file }, version) =>
      `Put the program of ${file(version, `surveyctl-${version}-${archive}`)} in its place${isContainer() ? ', in the image' : ''}`,
  }
}

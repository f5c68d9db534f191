/** Fonts installed on this machine, for characters that the embedded font lacks. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readFont, type FontFile } from './font-file.ts'

/** Where fonts are installed. */
export function fontFolders(): string[] {
  const { platform, env } = process
  const home = env.HOME ?? '/nonexistent'
  if (platform === 'darwin') return ['/System/Library/Fonts', '/Library/Fonts', join(home, 'Library/Fonts')]
  if (platform === 'win32')
    return [
      join(env.WINDIR ?? 'C:\\Windows', 'Fonts'),
      ...(env.LOCALAPPDATA ? [join(env.LOCALAPPDATA, 'Microsoft', 'Windows', 'Fonts')] : []),
    ]
  const own = env.XDG_DATA_HOME || join(home, '.local', 'share')
  return ['/usr/share/fonts', '/usr/local/share/fonts', join(own, 'fonts'), join(home, '.fonts')]
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ttf|otf|ttc|otc)$/i.test(name))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** Regular upright fonts first. Fonts that only show a "missing character" sign for everything are excluded. */
function rankOf(path: string): number {
  const name = basename(path)
  if (/last ?resort|adobe ?blank/i.test(name)) return Infinity
  const isStyled = /bold|italic|oblique|light|thin|black|medium|heavy|semi|condensed|narrow/i.test(name)
  return (isStyled ? 4 : 0) + (/mono|type/i.test(name) ? 2 : 0) + (/serif|looped/i.test(name) ? 1 : 0) - (/sans/i.test(name) ? 1 : 0)
}

export class MachineFonts {
  readonly #folders: readonly string[]
  readonly #files = new Map<string, FontFile | undefined>()
  readonly #found = new Map<number, FontFile | undefined>()
  readonly #refused = new Set<string>()
  #paths: string[] | undefined

  constructor(folders: readonly string[]) {
    this.#folders = folders
  }

  /** The best font that has all of these characters. */
  holding(codes: readonly number[]): FontFile | undefined {
    const [code] = codes
    if (code === undefined) return undefined
    if (codes.length > 1) return this.#first((file) => codes.every((each) => file.has(each)))
    if (!this.#found.has(code))
      this.#found.set(
        code,
        this.#first((file) => file.has(code)),
      )
    return this.#found.get(code)
  }

  /** Excludes a font that turned out to be unusable. */
  refuse(path: string): void {
    this.#refused.add(path)
    this.#found.clear()
  }

  #first(fits: (file: FontFile) => boolean): FontFile | undefined {
    this.#paths ??= this.#folders
      .flatMap(filesIn)
      .filter((path) => Number.isFinite(rankOf(path)))
      .sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    for (const path of this.#paths) {
      if (this.#refused.has(path)) continue
      if (!this.#files.has(path)) this.#files.set(path, readFont(path))
      const file = this.#files.get(path)
      if (file && fits(file)) return file
    }
    return undefined
  }
}

/** `account verify`: whether a backup is as it was written; each damage with its file. */
import { CommandError } from '../../errors.ts'
import { Folder, jsonIn } from '../folder.ts'
import { linesIn } from './lines.ts'
import { manifestName, readManifest, type Manifest } from './manifest.ts'
import { addressesOf, uploadsOf } from './media.ts'
import { counted } from '../../text/counted.ts'

export interface Damage {
  file: string
  problem: string
  /** Nothing of the backup is lost by it: a file that a desktop or an editor left there. */
  isStray?: true
  /** Neither file nor folder: it may lead elsewhere. */
  isLink?: true
}

export interface Verified {
  manifest: Manifest
  damages: Damage[]
}

export async function verify(root: string): Promise<Verified> {
  const manifest = readManifest(root)
  const folder = new Folder(root)
  const damages: Damage[] = []
  const found = new Set<string>()
  for (const { path, kind } of folder.entries()) {
    found.add(path)
    if (kind === 'other') damages.push({ file: path, problem: 'is not a plain file', isLink: true })
    else if (path !== manifestName && !Object.hasOwn(manifest.files, path))
      damages.push({ file: path, problem: 'is in no list: it was not there when the backup was made', isStray: true })
  }
  for (const [path, { sha256, bytes }] of Object.entries(manifest.files)) {
    const problem = found.has(path) ? await problemOf(folder, path, { sha256, bytes }) : 'is missing'
    if (problem !== undefined && !damages.some(({ file }) => file === path)) damages.push({ file: path, problem })
  }
  const sound = (path: string): boolean => !damages.some(({ file }) => file === path)
  damages.push(...missingMedia(folder, manifest, sound), ...wrongCounts(folder, manifest, sound))
  return { manifest, damages: damages.sort((a, b) => (a.file < b.file ? -1 : 1)) }
}

async function problemOf(folder: Folder, path: string, expected: { sha256: string; bytes: number }): Promise<string | undefined> {
  try {
    const sum = await folder.sum(path)
    if (!sum) return 'is missing'
    if (sum.bytes !== expected.bytes) return `has ${sum.bytes} bytes, and had ${expected.bytes}`
    if (sum.sha256 !== expected.sha256) return 'was changed after the backup was written'
    if (path.endsWith('.json') && jsonIn(folder, path) === undefined) return 'is not JSON'
    if (path.endsWith('.ndjson')) return brokenLine(folder, path)
    return undefined
  } catch (error) {
    if (error instanceof CommandError) return error.message
    throw error
  }
}

function brokenLine(folder: Folder, path: string): string | undefined {
  let number = 0
  for (const line of folder.lines(path)) {
    number++
    try {
      JSON.parse(line)
    } catch {
      return `line ${number} is not JSON`
    }
  }
  return undefined
}

/** Media and uploads that surveys and answers name, where the backup was to have them. */
function missingMedia(folder: Folder, { files, addresses, options, gaps }: Manifest, sound: (path: string) => boolean): Damage[] {
  const damages: Damage[] = []
  const need = (path: string, address: string): void => {
    const told = gaps.some(({ what }) => what.endsWith(`/${address}`))
    const own = addresses[address]
    if (!told && (own === undefined || !Object.hasOwn(files, own)))
      damages.push({ file: path, problem: `names ${address}, which the backup does not hold` })
  }
  for (const path of Object.keys(files).filter(sound)) {
    if (options.media && /^surveys\/\d+\/quiz\.json$/.test(path))
      for (const address of addressesOf(jsonIn(folder, path))) need(path, address)
    if (options.files && /^surveys\/\d+\/answers\.ndjson$/.test(path))
      for (const line of folder.lines(path)) for (const address of uploadsOf(JSON.parse(line))) need(path, address)
  }
  return damages
}

function wrongCounts(folder: Folder, { files, counts }: Manifest, sound: (path: string) => boolean): Damage[] {
  const rows = (pattern: RegExp): { paths: string[]; lines: number } => {
    const paths = Object.keys(files).filter((path) => pattern.test(path))
    return { paths, lines: paths.filter(sound).reduce((sum, path) => sum + linesIn(folder, path), 0) }
  }
  const facts = [
    ['answers', rows(/^surveys\/\d+\/answers\.ndjson$/)],
    ['codes', rows(/^promo\/\d+\.ndjson$/)],
  ] as const
  const surveys = Object.keys(files).filter((path) => /^surveys\/\d+\/quiz\.json$/.test(path)).length
  return [
    ...facts.flatMap(([name, { paths, lines }]) =>
      paths.every(sound) && counts[name] !== lines
        ? [{ file: manifestName, problem: `counts ${counts[name]} ${name}, and the files hold ${lines}` }]
        : [],
    ),
    ...(counts.surveys === surveys
      ? []
      : [{ file: manifestName, problem: `counts ${counted(counts.surveys, 'survey')}, and the files hold ${surveys}` }]),
  ]
}

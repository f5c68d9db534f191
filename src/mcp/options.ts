/** What the person who starts the server allows it. */
import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { kebab } from '../cli/flags/of-field.ts'
import { didYouMean } from '../text/nearest.ts'
import { usageError } from '../errors.ts'
import { environment } from '../system/environment.ts'
import { isOneOf } from '../text/is-one-of.ts'

export interface StartFlags {
  readOnly?: boolean | undefined
  toolsets?: string | undefined
  onlySurveys?: string | undefined
  allow?: string | undefined
  /** False where `--no-texts` is given. */
  texts?: boolean | undefined
  personal?: boolean | undefined
  exportDir?: string | undefined
  secretEnv?: string | undefined
  maxWrites?: string | undefined
}

/** What may be allowed at the start, so that nobody is asked. */
export const allowable = ['publish', 'delete', 'send', 'answers'] as const
export type Allowable = (typeof allowable)[number]

export const toolsets = ['surveys', 'answers', 'operations'] as const

export interface ServerOptions {
  readonly readOnly: boolean
  /** Sets of tools, and groups of the contract. */
  readonly toolsets: readonly string[]
  /** Ids of the only surveys that there are. */
  readonly surveys: ReadonlySet<number> | undefined
  readonly allow: ReadonlySet<Allowable>
  /** Whether texts of respondents go out. */
  readonly texts: boolean
  readonly personal: boolean
  readonly exportDir: string | undefined
  /** Environment variables whose values may be set as secrets. */
  readonly secrets: readonly string[]
  readonly maxWrites: number
}

const listIn = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/** Groups of the contract are loaded where one is named. */
async function groupNames(): Promise<string[]> {
  const { operationsByGroup } = await import('../contract/operations.ts')
  return operationsByGroup().map(({ group }) => kebab(group))
}

/** Why nothing can be saved there. The folder itself is made with the first file; one above it that isn't there is a slip. */
function whyNoFiles(folder: string): string | undefined {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) return `${folder} is a link, and must be a folder itself`
  const place = found ? folder : dirname(folder)
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory())
    return found ? `${folder} is no folder` : `there is no folder ${place} in which it could be made`
  try {
    accessSync(place, constants.W_OK)
    return undefined
  } catch {
    return `nothing can be written in ${place}`
  }
}

export async function readOptions(flags: StartFlags): Promise<ServerOptions> {
  const problems: string[] = []
  const chosen = listIn(flags.toolsets ?? toolsets.join(','))
  const groups: readonly string[] = chosen.every((name) => isOneOf(toolsets, name)) ? [...toolsets] : [...toolsets, ...(await groupNames())]
  for (const name of chosen)
    if (!groups.includes(name))
      problems.push(`--toolsets: there is no "${name}"${didYouMean(name, groups) || '.'} There are: ${groups.join(', ')}`)
  const allow = listIn(flags.allow ?? '')
  for (const name of allow) if (!isOneOf(allowable, name)) problems.push(`--allow takes ${allowable.join(', ')}, not "${name}"`)
  const surveys = flags.onlySurveys === undefined ? undefined : listIn(flags.onlySurveys)
  if (surveys && (surveys.length === 0 || surveys.some((id) => !/^[1-9]\d{0,14}$/.test(id))))
    problems.push(`--only-surveys takes ids of surveys, e.g. 42,57, not "${flags.onlySurveys}"`)
  const maxWrites = flags.maxWrites ?? '50'
  if (!/^\d{1,6}$/.test(maxWrites)) problems.push(`--max-writes must be a whole number, not "${maxWrites}"`)
  const secrets = listIn(flags.secretEnv ?? '')
  for (const name of secrets) if (!environment()[name]) problems.push(`--secret-env: ${name} is not set`)
  const exportDir = flags.exportDir === undefined ? undefined : resolve(flags.exportDir)
  const why = exportDir === undefined ? undefined : whyNoFiles(exportDir)
  if (why !== undefined) problems.push(`--export-dir: ${why}`)
  if (problems.length > 0) throw usageError(problems)
  return {
    readOnly: flags.readOnly === true,
    toolsets: chosen,
    surveys: surveys && new Set(surveys.map(Number)),
    allow: new Set(allow.filter((name) => isOneOf(allowable, name))),
    texts: flags.texts !== false,
    personal: flags.personal === true,
    exportDir,
    secrets,
    maxWrites: Number(maxWrites),
  }
}

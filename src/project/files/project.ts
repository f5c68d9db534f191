/** A project on disk: its folder, its configuration, the keys of its surveys. */
import { join } from 'node:path'
import { CommandError, usageError } from '../../errors.ts'
import { isKey } from '../../model/document/ids.ts'
import { parseText } from '../../model/document/text.ts'
import { problemLine, readConfig, type Config, type Environment, type Problem } from './config.ts'
import { foldersIn, namesIn, readWithin } from './read-within.ts'
import { configPath, findRoot, folderOf, surveyPath, surveysPath, whyNoName } from './layout.ts'
import { foreignOwner, trustHint } from '../../system/ownership.ts'
import { environment } from '../../system/environment.ts'

export interface Project {
  /** Absolute path of its folder. */
  root: string
  config: Config
  /** Folders with a survey.yaml, sorted. */
  keys: string[]
}

/** Throws a usage error that lists all problems with their places, if there are any. */
export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw usageError(problems.map(problemLine))
}

export function openProject(cwd: string): Project {
  const root = findRoot(cwd)
  if (root === undefined)
    throw usageError(`Neither this folder nor one above it holds ${configPath}`, 'To begin a project here: surveyctl project init')
  refuseForeignProject(join(root, configPath))
  const parsed = parseText(readWithin(root, configPath) ?? '')
  refuseProblems(parsed.problems.map((problem) => ({ file: configPath, ...problem })))
  const { config, problems } = readConfig(parsed.value, configPath, parsed.place)
  refuseProblems(problems)
  return { root, config, keys: keysIn(root, config) }
}

/** A project decides to which accounts and folders a command writes, and what: one of another user is refused. */
function refuseForeignProject(path: string): void {
  const owner = foreignOwner(path, environment())
  if (owner === undefined) return
  throw new CommandError('refused', `${path} belongs to another user (${owner}) and would choose what this command writes, and where`, {
    hint: trustHint(path),
  })
}

function keysIn(root: string, { environments }: Config): string[] {
  const misnamed: string[] = []
  const names = foldersIn(root, surveysPath).filter((name) => {
    const files = namesIn(root, folderOf(name))
    const isSurvey = files.includes('survey.yaml')
    for (const file of files) {
      const why = whyUnread(file, isSurvey, environments)
      if (why) misnamed.push(`${folderOf(name)}/${file} ${why}`)
    }
    return isSurvey
  })
  if (misnamed.length > 0) throw usageError(misnamed, 'Rename the file, or take it out of the folder')
  const wrong = names.flatMap((name) => {
    const why = whyNoName(name)
    return why === undefined ? [] : [`${folderOf(name)} ${why}`]
  })
  if (wrong.length > 0) throw usageError(wrong, 'Rename the folder')
  return names
}

/** Why a file that looks like one of a survey's is never read; `undefined` for any other. */
function whyUnread(file: string, isSurvey: boolean, environments: readonly Environment[]): string | undefined {
  const [, environment, ending] = /^survey(?:\.([^.]+))?\.(ya?ml|json)$/i.exec(file) ?? []
  if (ending === undefined || file === 'survey.yaml' || (ending === 'json' && (isSurvey || environment !== undefined))) return undefined
  if (environment === undefined) return 'is not read: the file of a survey is called survey.yaml'
  const names = environments.map(({ name }) => name)
  if (!names.includes(environment)) return `is not read: ${configPath} has no environment "${environment}"; there are ${names.join(', ')}`
  return file === `survey.${environment}.yaml` ? undefined : `is not read: it has to be called survey.${environment}.yaml`
}

/** The environment of `--env`, else the default one, else the only one. */
export function environmentOf({ config: { environments, defaultEnvironment } }: Project, name: string | undefined): Environment {
  const [only, ...others] = environments
  const wanted = name ?? defaultEnvironment ?? (others.length === 0 ? only?.name : undefined)
  const names = environments.map((each) => each.name).join(', ')
  if (wanted === undefined) throw usageError('--env is required', `There are ${names}; "default" in ${configPath} names the usual one`)
  const found = environments.find((each) => each.name === wanted)
  if (!found) throw usageError(`${configPath} has no environment "${wanted}"`, `There are ${names}`)
  return found
}

/** The surveys with these keys; all of them where none is given. */
export function chosenKeys({ keys }: Project, given: readonly string[]): string[] {
  const unknown = given.filter((key) => !keys.includes(key))
  if (unknown.length > 0)
    throw usageError(
      unknown.map((key) => unknownSurvey(keys, key)),
      keys.length === 0
        ? 'To bring surveys here: surveyctl project pull --all; only one: surveyctl project adopt KEY SURVEY'
        : `There are ${keys.join(', ')}`,
    )
  return given.length === 0 ? keys : [...new Set(given)]
}

function unknownSurvey(keys: readonly string[], given: string): string {
  const [, folder] = /^(?:\.\/)?surveys\/([^/]+)/.exec(given) ?? []
  if (folder !== undefined && keys.includes(folder)) return `"${given}" is a path; the survey is called ${folder}`
  return isKey(given) ? `${surveyPath(given)} does not exist` : `This project has no survey "${given}"`
}

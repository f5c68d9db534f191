/** Where the files of a project are. Paths are relative to its folder, with `/`, as messages name them. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isKey } from '../../model/document/ids.ts'

export const configPath = 'surveyctl.yaml'
export const surveysPath = 'surveys'
export const schemasPath = '.surveyctl/schema'

/** Names that Windows keeps for devices, with any ending: nobody there could check them out. */
export const isDevice = (name: string): boolean => /^(con|prn|aux|nul|com\d|lpt\d)$/.test(name)

/** Why it can't be the key of a survey, or the name of an environment: folders and files are named so. */
export function whyNoName(name: string): string | undefined {
  if (!isKey(name)) return 'is not a valid key of a survey: a lower-case letter, then letters, digits and hyphens, up to 40 in all'
  return isDevice(name) ? 'is a name that Windows keeps for a device, so that nobody there could check it out' : undefined
}

export const folderOf = (key: string): string => `${surveysPath}/${key}`
export const surveyPath = (key: string): string => `${folderOf(key)}/survey.yaml`
export const overlayPath = (key: string, environment: string): string => `${folderOf(key)}/survey.${environment}.yaml`
export const idsPath = (key: string): string => `${folderOf(key)}/ids.yaml`

/** The state of a survey, or the folder with the states of all surveys of an environment. */
export const statePath = (environment: string, key?: string): string =>
  `.surveyctl/state/${environment}${key === undefined ? '' : `/${key}.json`}`
/** The key of a survey from the name of its state; `undefined` where the file isn't a state. */
export const stateKey = (file: string): string | undefined => /^([a-z][a-z0-9-]{0,39})\.json$/.exec(file)?.[1]

/** The nearest folder with a project, from here upwards. */
export function findRoot(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, configPath))) return folder
    if (dirname(folder) === folder) return undefined
  }
}

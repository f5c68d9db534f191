/** `surveyctl.yaml`: the project's id and settings, and its environments (accounts). */
import { isObject, type DocumentProblem } from '../../model/document/shape.ts'
import { whyNoName } from './layout.ts'
import { isUuid } from '../../model/document/ids.ts'
import type { ParsedText } from '../../model/document/text.ts'

export interface Environment {
  name: string
  profile?: string
  protected: boolean
  read_only: boolean
  /** Ids by name, for what the service doesn't list. */
  folders: Readonly<Record<string, number>>
  themes: Readonly<Record<string, number>>
  /** Lists of promo codes whose names are ambiguous. */
  promo: Readonly<Record<string, number>>
  /** Seller accounts. */
  sellers: Readonly<Record<string, number>>
}

export interface Config {
  /** A UUID, from which the ids of new questions are derived. */
  id: string
  environments: readonly Environment[]
  /** Used without `--env`. */
  defaultEnvironment: string | undefined
  /** Whether a pull writes the addresses of pictures, videos and sounds, or downloads them as files. */
  media: 'urls' | 'files'
}

export interface Problem {
  file: string
  line: number
  column: number
  message: string
}

/** Of a path in a file; one of nothing is of the whole file. */
export const problemAt = (file: string, place: ParsedText['place'], { path, message }: DocumentProblem): Problem => ({
  file,
  ...place(path),
  message: path.length === 0 ? message : `${path.join('.')} ${message}`,
})

export const problemLine = ({ file, line, column, message }: Problem): string => `${file}:${line}:${column} ${message}`

const noIds = { folders: {}, themes: {}, promo: {}, sellers: {} }
/** Stands for the environments of a `surveyctl.yaml` that has none: the account of the profile in use. */
export const implicit: Environment = { name: 'default', protected: false, read_only: false, ...noIds }

const ownFields = ['format', 'id', 'default', 'environments', 'media']
const environmentFields = ['profile', 'protected', 'read_only', 'folders', 'themes', 'promo', 'sellers']

type AddProblem = (path: string[], message: string) => void

export function readConfig(value: unknown, file: string, place: ParsedText['place']): { config: Config; problems: Problem[] } {
  const problems: Problem[] = []
  const report: AddProblem = (path, message) => problems.push(problemAt(file, place, { path, message }))
  const given = isObject(value) ? value : {}
  if (!isObject(value)) report([], 'must be an object with format: 1 and id')
  for (const name of Object.keys(given)) if (!ownFields.includes(name)) report([name], `is not known; there are ${ownFields.join(', ')}`)
  if (given.format !== 1) report(['format'], 'must be 1')
  const id = typeof given.id === 'string' && isUuid(given.id) ? given.id : undefined
  if (id === undefined) report(['id'], 'must be a UUID; "surveyctl project init" makes one')
  const environments = readEnvironments(given.environments, report)
  const { default: named, media = 'urls' } = given
  if (media !== 'urls' && media !== 'files') report(['media'], 'must be urls or files')
  if (named !== undefined && !environments.some(({ name }) => name === named))
    report(['default'], `must be one of ${environments.map(({ name }) => name).join(', ')}`)
  return {
    config: {
      id: id ?? '',
      environments,
      defaultEnvironment: typeof named === 'string' ? named : undefined,
      media: media === 'files' ? 'files' : 'urls',
    },
    problems,
  }
}

function readEnvironments(value: unknown, report: AddProblem): Environment[] {
  if (value === undefined) return [implicit]
  if (!isObject(value) || Object.keys(value).length === 0) {
    report(['environments'], 'must name at least one environment')
    return [implicit]
  }
  return Object.entries(value).map(([name, facts]) => readEnvironment(name, facts ?? {}, report))
}

const isIds = (map: unknown): map is Record<string, number> =>
  isObject(map) && Object.values(map).every((id) => Number.isSafeInteger(id) && Number(id) > 0)

function readEnvironment(name: string, facts: unknown, report: AddProblem): Environment {
  const at = ['environments', name]
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) report(at, 'must be lower-case letters, digits and hyphens')
  else if (whyNoName(name) !== undefined) report(at, `${whyNoName(name)}`)
  if (!isObject(facts)) {
    report(at, 'must be an object')
    return { ...implicit, name }
  }
  for (const key of Object.keys(facts))
    if (!environmentFields.includes(key)) report([...at, key], `is not known; there are ${environmentFields.join(', ')}`)
  const { profile } = facts
  if (profile !== undefined && typeof profile !== 'string') report([...at, 'profile'], 'must be the name of a profile')
  const flag = (key: string): boolean => {
    if (facts[key] !== undefined && typeof facts[key] !== 'boolean') report([...at, key], 'must be true or false')
    return facts[key] === true
  }
  const ids = (key: string): Record<string, number> => {
    const map = facts[key] ?? {}
    if (isIds(map)) return map
    report([...at, key], 'must map names to ids')
    return {}
  }
  return {
    name,
    ...(typeof profile === 'string' && { profile }),
    protected: flag('protected'),
    read_only: flag('read_only'),
    folders: ids('folders'),
    themes: ids('themes'),
    promo: ids('promo'),
    sellers: ids('sellers'),
  }
}

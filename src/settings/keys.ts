/** The settings of a profile. The API key is one too, but is never shown or set by `config`. */
import { usageError } from '../errors.ts'

export interface Values {
  base_url?: string
  api_key?: string
  workspace?: number
  output?: 'json' | 'ndjson'
  timeout?: number
  read_only?: boolean
  protected?: boolean
  allow_http?: boolean
}
export type Key = keyof Values

export interface SettingKey { name: Key; about: string; choices?: readonly string[] }

export const settingKeys: readonly SettingKey[] = [
  { name: 'base_url', about: 'Address of the service' },
  { name: 'api_key', about: 'Key of the account' },
  { name: 'workspace', about: 'Account id' },
  { name: 'output', about: 'Form of output when no flag says otherwise', choices: ['json', 'ndjson'] },
  { name: 'timeout', about: 'Longest wait for the first byte, in seconds' },
  { name: 'read_only', about: 'Refuse every write', choices: ['true', 'false'] },
  { name: 'protected', about: 'Name the profile at every write; destructive ones want its name', choices: ['true', 'false'] },
  { name: 'allow_http', about: 'Allow plain http to another machine', choices: ['true', 'false'] },
]

const readers: { [K in Key]: (text: string) => Values[K] } = {
  base_url: readAddress,
  api_key: (text) => text,
  workspace: (text) => /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined,
  output: (text) => text === 'json' || text === 'ndjson' ? text : undefined,
  timeout: (text) => Number(text) > 0 && Number.isFinite(Number(text)) ? Number(text) : undefined,
  read_only: readBoolean,
  protected: readBoolean,
  allow_http: readBoolean,
}

function readBoolean(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}

function readAddress(text: string): string | undefined {
  return /^https?:\/\/[^\s/]+/i.test(text) && URL.canParse(text) ? text.replace(/\/+$/, '') : undefined
}

/** What a text means for a key; a usage error names the form it wants. */
export function readSetting<K extends Key>(key: K, text: string, where: string): NonNullable<Values[K]> {
  const value = readers[key](text)
  if (value !== undefined) return value
  const choices = settingKeys.find(({ name }) => name === key)?.choices
  const form = choices ? `one of ${choices.join(', ')}` : key === 'base_url' ? 'an address like https://host/api/v3' : 'a number above 0'
  throw usageError(`${where} must be ${form}, not "${text}"`)
}

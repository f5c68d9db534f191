/** The settings of a profile. The API key is one too, but is never shown or set by `config`. */
import { usageError } from '../errors.ts'
import { chosenForms, type ChosenForm } from '../output/form.ts'

export interface SettingValues {
  base_url?: string
  api_key?: string
  key_command?: readonly string[]
  /** The key lies in the keychain of the system. */
  keychain?: boolean
  workspace?: number
  output?: ChosenForm
  lang?: Lang
  timeout?: number
  concurrency?: number
  read_only?: boolean
  protected?: boolean
  allow_http?: boolean
}
export type Key = keyof SettingValues

const langs = ['ru', 'en'] as const
type Lang = (typeof langs)[number]

export interface SettingKey {
  name: Key
  /** One sentence, without a full stop. */
  about: string
  type: 'text' | 'number' | 'boolean' | 'choice'
  choices?: readonly string[]
  /** What holds when nobody says otherwise. */
  default?: SettingValues[Key]
}

const flag = { type: 'boolean', choices: ['true', 'false'], default: false } as const
const mostAtOnce = 64

export const settingKeys: readonly SettingKey[] = [
  { name: 'base_url', about: 'Address of the service', type: 'text' },
  { name: 'api_key', about: 'Key of the account', type: 'text' },
  { name: 'key_command', about: 'Program that prints the key, with its arguments; no shell reads it', type: 'text' },
  { name: 'keychain', about: 'The key lies in the keychain of the system (see: auth move)', ...flag },
  { name: 'workspace', about: 'Account id', type: 'number' },
  { name: 'output', about: 'Form of output when no flag says otherwise', type: 'choice', choices: chosenForms },
  {
    name: 'lang',
    about: 'Language of new surveys; asked for once, by the first quiz create on a terminal',
    type: 'choice',
    choices: langs,
  },
  { name: 'timeout', about: 'Longest wait for the first byte, in seconds; the other timeouts scale with it', type: 'number', default: 60 },
  { name: 'concurrency', about: 'Requests at once', type: 'number', default: 8 },
  { name: 'read_only', about: 'Refuse every write', ...flag },
  { name: 'protected', about: 'Name the profile at every write; destructive commands ask for its name', ...flag },
  { name: 'allow_http', about: 'Allow plain http to another machine', ...flag },
]

const readers: { [K in Key]: (text: string) => SettingValues[K] } = {
  base_url: readAddress,
  api_key: (text) => text.trim() || undefined,
  key_command: wordsIn,
  keychain: readBoolean,
  workspace: (text) => readWhole(text, Number.MAX_SAFE_INTEGER),
  output: (text) => chosenForms.find((form) => form === text),
  lang: (text) => langs.find((lang) => lang === text),
  timeout: (text) => (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) < Infinity ? Number(text) : undefined),
  concurrency: (text) => readWhole(text, mostAtOnce),
  read_only: readBoolean,
  protected: readBoolean,
  allow_http: readBoolean,
}

/** Words at blanks; '…' and "…" hold some; a backslash is itself. `undefined`: a quote isn't closed, or there is no word. */
function wordsIn(text: string): string[] | undefined {
  const words = text.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+|\S/g) ?? []
  if (words.length === 0 || words.some((word) => /^['"]$/.test(word))) return undefined
  return words.map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''))
}

const shells = /(?:^|[\\/])(?:(?:ba|da|z|k|fi)?sh|cmd|pwsh|powershell)(?:\.exe)?$/i

/** Words of a key command that mean something to a shell only: pipes, files, variables, other commands. A shell itself gets them. */
export function shellWordsIn(text: string): string[] {
  const words = wordsIn(text) ?? []
  if (shells.test(words[0] ?? '')) return []
  return words.filter((word) => /^(?:\|\|?|&&?|;|[12&]?>>?.*|<.*)$|;$|\$\(|\$\{?[A-Za-z_]|`|^~\//.test(word))
}

function readWhole(text: string, max: number): number | undefined {
  return /^[1-9]\d*$/.test(text) && Number(text) <= max ? Number(text) : undefined
}

function readBoolean(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}

function readAddress(text: string): string | undefined {
  return /^https?:\/\/[^\s/]+/i.test(text) && URL.canParse(text) ? text.replace(/\/+$/, '') : undefined
}

const forms: Partial<Record<Key, string>> = {
  base_url: 'an address like https://host/api/v3',
  api_key: 'a text',
  key_command: 'a program with its arguments, in which each quote is closed',
  timeout: 'a number of seconds',
  concurrency: `a number from 1 to ${mostAtOnce}`,
}

/** A hand-edited value may be of any length, and have any characters. */
const shown = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** What a text means for a key; a usage error names the form it wants. */
export function readSetting<K extends Key>(key: K, text: string, where: string, hint?: string): NonNullable<SettingValues[K]> {
  const value = readers[key](text)
  if (value !== undefined) return value
  const choices = settingKeys.find(({ name }) => name === key)?.choices
  const form = choices ? `one of ${choices.join(', ')}` : (forms[key] ?? 'a number above 0')
  throw usageError(`${where} must be ${form}${key === 'api_key' ? '' : `, not ${shown(text)}`}`, hint)
}

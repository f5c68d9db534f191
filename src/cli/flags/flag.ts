/** One flag of all commands: how it is typed, which commands take it, and what it becomes. */

/** What decides whether a command takes a flag, and what help says of it. */
export interface CommandFacts {
  isList: boolean
  isFile: boolean
  isWrite: boolean
  takesFile: boolean
  bulk: boolean
  confirms: boolean
  endless: boolean
  operation?: { paging?: { by: 'offset' | 'page'; size?: number } }
}

/** What commander or a look at argv gives for a flag: `false` for one that begins with `--no-`. */
export type TypedFlag = string | boolean | string[] | undefined

/** Reads one flag; `tell` takes what is wrong with it, which is reported with the problems of all others. */
type Read<T> = (typed: TypedFlag, tell: (problem: string) => void, env: NodeJS.ProcessEnv) => T

export interface CommonFlag<T = unknown> {
  long: `--${string}`
  short?: `-${string}`
  /** Placeholder of its value; a switch has none. */
  value?: string
  about: string | ((shape: CommandFacts) => string)
  readBy: keyof typeof commandsThat
  heading?: keyof typeof headings
  /** It says how much is shown, which a run without an end can't. */
  finite?: true
  /** Left out of help and completion. */
  hidden?: boolean | ((shape: CommandFacts) => boolean)
  read: Read<T>
}

export const headings = { output: 'Output flags:', run: 'Flags of every command:' } as const

/** Which commands take a flag. */
export const commandsThat = {
  run: () => true,
  page: ({ isList, operation }: CommandFacts) => isList && operation?.paging !== undefined,
  skipRows: ({ isList, operation }: CommandFacts) => isList && operation?.paging?.by === 'offset',
  takeFields: ({ takesFile }: CommandFacts) => takesFile,
  saveFiles: ({ isFile }: CommandFacts) => isFile,
  repeat: ({ bulk, isFile }: CommandFacts) => bulk && !isFile,
  write: ({ isWrite }: CommandFacts) => isWrite,
  show: ({ isFile }: CommandFacts) => !isFile,
} satisfies Record<string, (shape: CommandFacts) => boolean>

export const isGiven: Read<boolean> = (typed) => typed === true
/** The key of a flag of all commands among what commander read: `--no-color` is no part of a command's own `--color`. */
export const optionNameOf = (name: string, long: string): string => (long.startsWith('--no-') ? long : name)

export const turnedOff: Read<false | undefined> = (typed) => (typed === false ? false : undefined)
export const text: Read<string | undefined> = (typed) => (typed === undefined ? undefined : String(typed))

/** An empty value is most often a variable of a script that isn't set: it would be as if the flag weren't there. */
export const nonEmpty =
  (flag: string): Read<string | undefined> =>
  (typed, tell) => {
    if (typed === '') tell(`${flag} is empty`)
    return typed ? String(typed) : undefined
  }

/** `wrong`: what is told of a text that can't be read. */
const reading =
  <T>(read: (text: string) => T | undefined, wrong: (text: string) => string): Read<T | undefined> =>
  (typed, tell) => {
    if (typed === undefined) return undefined
    const value = read(String(typed))
    if (value === undefined) tell(wrong(String(typed)))
    return value
  }

export const count = (flag: string, least = 1): Read<number | undefined> =>
  reading(
    (text) => (/^\d{1,9}$/.test(text) && Number(text) >= least ? Number(text) : undefined),
    (text) => `${flag} must be a whole number ${/^\d{10,}$/.test(text) ? `of up to 9 digits, not ${text}` : `of at least ${least}`}`,
  )

/** Above 0, and no more than a number holds. */
const positive = (value: number): number | undefined => (value > 0 && value < Infinity ? value : undefined)

/** In plain digits; what is too small or too large for a number is none. */
export const amount = (flag: string, of: string): Read<number | undefined> =>
  reading(
    (text) => (/^(\d+\.?\d*|\.\d+)$/.test(text) ? positive(Number(text)) : undefined),
    (text) => `${flag} must be a number of ${of} above 0, not "${text}"`,
  )

/** In seconds; a number without a unit is one of seconds. */
export const seconds = (flag: string): Read<number | undefined> =>
  reading(
    (text) => {
      const [, number, unit = 's'] = /^(\d+\.?\d*|\.\d+)(ms|s|m|h)?$/.exec(text) ?? []
      return positive(Number(number) * (unitSeconds.get(unit) ?? NaN))
    },
    (text) => `${flag} must be a number of seconds above 0, or a time like 10m, not "${text}"`,
  )

const unitSeconds = new Map(Object.entries<number>({ ms: 0.001, s: 1, m: 60, h: 3600 }))

export const names: Read<string[] | undefined> = (typed, tell) => {
  if (typed === undefined) return undefined
  const found = String(typed)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (found.length === 0) tell('--fields names no field')
  return found
}

/** Has the compiler infer what the flag becomes. */
export const row = <T>(flag: CommonFlag<T>): CommonFlag<T> => flag
export const rowsToShow = ({ operation }: CommandFacts): string =>
  `Rows to show${operation?.paging?.size ? ` (default ${operation.paging.size})` : ''}`

/** As commander writes it: `-o, --output <path>`. */
export const flagTerm = ({ short, long, value }: CommonFlag): string =>
  `${short ? `${short}, ` : ''}${long}${value === undefined ? '' : ` <${value}>`}`

export const isHidden = ({ hidden }: CommonFlag, shape: CommandFacts): boolean =>
  typeof hidden === 'function' ? hidden(shape) : hidden === true

export const aboutOf = ({ about }: CommonFlag, shape: CommandFacts): string => (typeof about === 'function' ? about(shape) : about)

/** Commands that people copy out of a message are about the account that the message is about: what named it stands in them too. */
import { CommandError } from '../errors.ts'
import { word } from './to-copy.ts'

/** What a command line named it by. Variables stay set in the shell that a command is copied into. */
export interface NamedAccount {
  profile?: string | undefined
  workspace?: string | number | undefined
  /** Of a project. */
  env?: string | undefined
  /** The profile of that environment; project commands know it by the environment. */
  profileOfEnv?: string | undefined
}

/** Changes each command in a text, which is to be copied in one piece. What stands in double quotes is a name, whatever it says. */
export const inCommands = (text: string, change: (command: string) => string): string =>
  text.replaceAll(/"[^"\n]*"|surveyctl .*?(?=[.,;:)]* (?=[A-Z(])|[.,;:)]+$|[,;] |$)/gm, (found) =>
    found.startsWith('surveyctl ') ? change(found) : found,
  )

/** They are about no account, or name theirs themselves. */
const elsewhere = new Set(['auth', 'completion', 'doctor', 'help', 'mcp', 'operation', 'sandbox'])
const withoutEnvironment = new Set(['env', 'init', 'schema', 'fmt'])

export function onSameAccount(text: string, account: NamedAccount): string {
  if (!text.includes('surveyctl ')) return text
  return inCommands(text, (command) => {
    const [, noun = '', verb = ''] = command.split(' ')
    if (!/^[a-z]/.test(noun) || elsewhere.has(noun)) return command
    const isProject = noun === 'project'
    const flags = (named: Record<string, unknown>): string =>
      Object.entries(named)
        .filter(([flag, value]) => value !== undefined && !command.includes(` ${flag}`))
        .map(([flag, value]) => ` ${flag} ${word(value)}`)
        .join('')
    // Flags of all commands may stand before the noun; --env is one of project commands alone.
    const profile = account.profile ?? (isProject ? undefined : account.profileOfEnv)
    const common = `surveyctl${flags({ '--profile': profile, '--workspace': account.workspace })}`
    const env = isProject && !withoutEnvironment.has(verb) ? flags({ '--env': account.env }) : ''
    const begun = env === '' ? 'surveyctl' : `surveyctl ${noun} ${verb}`
    return command.replace(begun, () => `${begun.replace('surveyctl', () => common)}${env}`)
  })
}

/** The same failure, with commands that can be copied. */
export function failureOnSameAccount(error: CommandError, account: NamedAccount): CommandError {
  const { hint } = error.facts
  if (hint === undefined) return error
  const changed = onSameAccount(hint, account)
  return changed === hint ? error : new CommandError(error.kind, error.lines, { ...error.facts, hint: changed, cause: error })
}

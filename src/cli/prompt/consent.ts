/** What a person is asked before something is done, and what a profile forbids. */
import type { Field } from '../../contract/core/fields.ts'
import { CommandError, usageError } from '../../errors.ts'
import type { Settings } from '../../settings/index.ts'
import { askField, askOne, askText, askYes, canAsk, pickOne } from './ask.ts'
import type { AskOptions, Pickable } from '../context.ts'
import type { IO } from '../../system/io.ts'
import type { GlobalFlags } from '../flags/table.ts'
import { commandLine, toCopy } from '../../text/to-copy.ts'

interface Dependencies {
  flags: GlobalFlags
  settings: () => Settings
  io: IO
  note: (line: string) => void
}

export class Consent {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Whether a person is there to answer. */
  get canAsk(): boolean {
    return canAsk(this.#dependencies.flags.input, this.#dependencies.io)
  }

  /** Refuses writes that the profile forbids, and names a protected profile. */
  guardWrite(): void {
    const { flags, note } = this.#dependencies
    if (flags.dryRun) return
    const settings = this.#dependencies.settings()
    if (settings.value('read_only')) {
      throw new CommandError('forbidden', `Profile "${settings.profile}" is read-only`, {
        hint: flags.profile
          ? toCopy`To allow writes: surveyctl config unset read_only --profile ${flags.profile}`
          : 'To allow writes: surveyctl config unset read_only',
      })
    }
    if (settings.value('protected')) note(`Profile "${settings.profile}" · ${settings.value('base_url') ?? ''}`)
  }

  /** A protected profile wants its name, unless that was given. */
  #wantsName(): boolean {
    const settings = this.#dependencies.settings()
    return settings.value('protected') === true && this.#dependencies.flags.confirm !== settings.profile
  }

  /** Whether `confirm` will put its question to a person. */
  willAsk(): boolean {
    const { dryRun, yes } = this.#dependencies.flags
    return !dryRun && this.canAsk && (!yes || this.#wantsName())
  }

  async confirm(question: string): Promise<void> {
    const { flags, io } = this.#dependencies
    if (flags.dryRun) return
    const settings = this.#dependencies.settings()
    const typed = this.#wantsName()
    if (!this.canAsk) {
      if (flags.yes && !typed) return
      throw usageError(
        `Not confirmed: ${question}`,
        typed ? commandLine`To go ahead: --yes --confirm ${settings.profile}` : 'To go ahead: --yes',
      )
    }
    if (typed) {
      if ((await askText(`${question} Type the profile's name (${settings.profile})`, io)) === settings.profile) return
    } else if (flags.yes || (await askYes(question, io))) return
    throw new CommandError('refused', 'Nothing was done')
  }

  /** Not about anything that is lost: no flag answers it. */
  yes = (question: string): Promise<boolean> => askYes(question, this.#dependencies.io)

  field = (name: string, field: Field): Promise<string> => askField(name, field, this.#dependencies.io)

  async ask(question: string, flag: string, options: AskOptions = {}): Promise<string> {
    if (!this.canAsk)
      throw usageError(`${flag} is required`, options.secret ? 'Secrets are read from standard input, never from a flag' : undefined)
    return askText(question, this.#dependencies.io, options)
  }

  async choose(question: string, flag: string, choices: readonly string[]): Promise<string> {
    if (!this.canAsk) throw usageError(`${flag} is required`)
    return askOne(question, choices, this.#dependencies.io)
  }

  /** Where a person is known to be there, and the list not to be empty. */
  pickOne = <T>(message: string, list: readonly Pickable<T>[]): Promise<T> => pickOne(message, list, this.#dependencies.io)

  async pick<T>(message: string, list: readonly Pickable<T>[], missing: string, hint: string): Promise<T> {
    if (!this.canAsk || list.length === 0) throw usageError(missing, hint)
    return this.pickOne(message, list)
  }
}

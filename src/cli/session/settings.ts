import type { ChosenForm } from '../../output/form.ts'
import { resolveSettings, type Settings, type Sources } from '../../settings/index.ts'
import type { IO } from '../../system/io.ts'

/** Reads the settings of a run, those that hold under the same flags once. */
export class SettingsReader {
  /** What the pipe held that the environment names for the key. */
  pipedKey: string | undefined
  readonly #io: Pick<IO, 'env' | 'folder'>
  readonly #known = new Map<string, Settings>()

  constructor(io: Pick<IO, 'env' | 'folder'>) {
    this.#io = io
  }

  under({ profile, baseUrl, workspace }: Sources['flags']): Settings {
    const flags = { ...(profile && { profile }), ...(baseUrl && { baseUrl }), ...(workspace && { workspace }) }
    const key = JSON.stringify(flags)
    const { env, folder } = this.#io
    const settings = this.#known.get(key) ?? resolveSettings({ flags, env, cwd: folder, pipedKey: () => this.pipedKey })
    this.#known.set(key, settings)
    return settings
  }

  /** The form of output that a profile asks for. Settings that are broken are told where they are needed. */
  preferredOutput(profile: string | undefined): ChosenForm | undefined {
    try {
      return this.under(profile ? { profile } : {}).value('output')
    } catch {
      return undefined
    }
  }
}

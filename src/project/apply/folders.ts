/** The folders of an apply: those that were found, and those that it creates. */
import type { Service } from '../../service.ts'
import { createFolder } from '../../contract/surveys/folder.ts'
import { CommandError, isUnclear } from '../../errors.ts'
import type { Environment } from '../files/config.ts'
import type { Once } from './once.ts'
import { needsFolder, type FolderIds } from '../plan/find-folders.ts'
import type { Planned } from '../plan/plan-survey.ts'
import type { StepContext } from '../sections/section.ts'

export class Folders {
  readonly #ids: Map<string, number>
  /** Why there is none. */
  readonly #refused = new Map<string, CommandError>()

  constructor(ids: FolderIds) {
    this.#ids = new Map(ids)
  }

  /** Of those that these plans need. */
  missing(plans: readonly Planned[]): string[] {
    const needed = new Set(plans.flatMap(({ ours, steps }) => (steps.some(needsFolder) ? [String(ours.content.folder)] : [])))
    return [...needed].filter((name) => !this.#ids.has(name))
  }

  /** Where the service refuses one, only the surveys of that folder fail. */
  async create(service: Service, workspace_id: number, name: string, environment: Environment, once: Once): Promise<void> {
    try {
      this.#ids.set(name, await this.#created(service, workspace_id, name, environment, once))
    } catch (error) {
      if (!(error instanceof CommandError) || isUnclear(error) || error.kind === 'auth') throw error
      this.#refused.set(name, error)
    }
  }

  async #created(service: Service, workspace_id: number, name: string, environment: Environment, once: Once): Promise<number> {
    return once(`folder ${name}`, {
      send: async () => (await service.call(createFolder, { workspace_id, name })).folder_id,
      // An empty folder can't be looked up. If it was made, making it again is refused because of its name.
      find: async () => undefined,
    }).catch((error: unknown) => {
      if (!(error instanceof CommandError && error.facts.code === 'duplicate_name')) throw error
      throw new CommandError('refused', `Folder "${name}" exists and holds no survey, so its id can't be found`, {
        code: 'duplicate_name',
        hint: `Name its id in surveyctl.yaml: environments.${environment.name}.folders: {${JSON.stringify(name)}: ID}`,
      })
    })
  }

  /** A dry run makes no folders, and shows a placeholder. */
  idOf = (name: string): number => {
    const refused = this.#refused.get(name)
    if (refused) throw refused
    return this.#ids.get(name) ?? unknownId
  }
}

/** What a dry run prints in place of an id that the service has yet to give. Typed as a number, since it stands where ids do. */
export const unknownId = '{id}' as unknown as number

/** Of a survey that isn't there yet. */
export const unknownContext: StepContext = {
  id: unknownId,
  folderId: () => unknownId,
  idOf: () => unknownId,
  fileAt: String,
  addressOf: String,
}

/** The project of this folder, by the flags and the profile of a command. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { packaged } from '../../../assets.ts'
import { journalOf } from '../../journal.ts'
import type { Context } from '../../../cli/context.ts'
import { CommandError } from '../../../errors.ts'
import { environmentOf, openProject } from '../../../project/files/project.ts'
import type { Opened } from '../../../project/opened.ts'
import { addEnvironment, unnamed, UnnamedState } from '../../../project/state/unnamed.ts'
import { SurveyCache } from '../../../project/state/survey-cache.ts'
import { failureOnSameAccount } from '../../../text/same-account.ts'
import { keepHeapSmall } from '../../small-heap.ts'

export interface Opening extends Opened {
  /** Under the environment's profile. */
  context: Context
}

interface OpeningOptions {
  env?: string | undefined
  writes?: boolean
  /** Ignore what earlier runs cached. */
  anew?: boolean
}

export async function inProject<T>(
  given: Context,
  { env, writes = false, anew = false }: OpeningOptions,
  work: (opening: Opening) => Promise<T>,
): Promise<T> {
  keepHeapSmall()
  const project = openProject(process.cwd())
  const environment = environmentOf(project, env)
  const { profile } = environment
  const context = profile === undefined || given.flags.profile !== undefined ? given : given.settings.under(profile, { writes })
  const settings = context.settings.current
  const cache = new SurveyCache(project, environment, {
    folder: settings.cacheDir && join(settings.cacheDir, 'projects'),
    version: versionOf(),
    anew,
  })
  const { account } = context.settings
  const journal = journalOf(context, 'project', project.config.id, environment.name, settings.value('base_url'))
  try {
    return await work({ context, service: context.service, project, environment, cache, account, journal })
  } catch (error) {
    if (!(error instanceof UnnamedState) || !given.ask.willAsk())
      throw context !== given && error instanceof CommandError ? failureOnSameAccount(error, { profileOfEnv: profile }) : error
    given.show.note(`${error.message}.`)
    await given.ask.confirm(`Make it that of ${environment.name}?`)
    addEnvironment(project, { name: environment.name, profile: undefined, from: unnamed }, await account())
    return await inProject(given, { env, writes, anew }, work)
  } finally {
    cache.save(project.keys)
  }
}

const versionOf = (): string => createHash('sha256').update(process.version).update(packaged('dist/main.cjs')).digest('hex')

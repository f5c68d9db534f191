/** What flags of a sync ask for. */
import type { Options } from '../../../cli/command.ts'
import type { Wanted } from '../../../answers/folder/sync.ts'
import type { Context } from '../../../cli/context.ts'
import { version } from '../../../cli/place.ts'
import { usageError } from '../../../errors.ts'
import { pagesAhead } from '../../meters.ts'
import type { syncFlags } from './sync-flags.ts'

type SyncOptions = Options<typeof syncFlags>

export async function wantedOf(context: Context, options: SyncOptions, several: boolean): Promise<Wanted> {
  const { values, incomplete, safeCsv, full, rewrite, keys, allowSchemaChange } = options
  const { readChange } = await import('../../../answers/folder/destinations.ts')
  const { readNaming } = await import('./keys.ts')
  const { formerLabels } = await import('./former.ts')
  return {
    destinations: readChange(options, several),
    values,
    incomplete,
    keep: keepOf(options),
    grant: namesIn('--grant', options.grant),
    safeCsv,
    full: full === true,
    rewrite: rewrite === true,
    mayChange: allowSchemaChange === true,
    version,
    ...(await readNaming(context, keys)),
    former: (quiz) => formerLabels(context, quiz),
    ahead: pagesAhead(context),
    progress: () => {},
  }
}

function keepOf({ withNetwork, withoutNetwork, exclude, hash, include }: SyncOptions): Wanted['keep'] {
  if (withNetwork && withoutNetwork) throw usageError('Give either --with-network or --without-network')
  const lists = { exclude: namesIn('--exclude', exclude), hash: namesIn('--hash', hash), include: namesIn('--include', include) }
  const all = Object.values(lists).flat()
  const twice = all.filter((name, index) => all.indexOf(name) < index)
  if (twice.length > 0) throw usageError(`Give --exclude, --hash or --include of ${[...new Set(twice)].join(', ')}, and each variable once`)
  return { network: withNetwork ? true : withoutNetwork ? false : undefined, ...lists }
}

function namesIn(flag: string, text: string | undefined): string[] {
  if (text === undefined) return []
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) throw usageError(`${flag} takes names, with commas between them`)
  return names
}

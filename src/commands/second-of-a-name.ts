/** Nobody is to find two of one name who asked for one: a person is asked, a script needs `--new`. */
import type { Context } from '../cli/context.ts'
import { CommandError, usageError } from '../errors.ts'
import { asHelp } from '../service.ts'

export const newFlag = { flag: '--new', about: 'Create it also where there is one of this name already' } as const

interface Wanted {
  /** What is to be made: `promo list`. */
  what: string
  name: string
  /** `--new` was given. */
  isNew?: boolean | undefined
  /** What to do with the one that is there, by its id. */
  instead: (id: string) => string
}

type Call = Context['service']['call']
type Rows = readonly { id?: unknown; name?: unknown }[]

/** `list` has those that are there; where it can't be read, the work goes on. */
export async function refuseSecond(context: Context, { what, name, isNew, instead }: Wanted, list: (call: Call) => Promise<Rows>) {
  if (isNew) return
  const rows = await asHelp(context.service, `Whether there is a ${what} "${name}" already`, list)
  const there = rows?.find((row) => row.name === name)
  if (!there) return
  const id = String(there.id ?? '')
  const [says, hint] = [`There is a ${what} "${name}" already${id && ` (${id})`}`, `${instead(id)}; for a second one: --new`]
  if (!context.ask.willAsk()) throw usageError(says, hint)
  context.show.note(`${says}. ${hint}.`)
  const second = 'Create a second one'
  if ((await context.ask.choose('A second one of this name?', '--new', ['Do nothing', second])) === second) return
  throw new CommandError('refused', 'Nothing was done')
}

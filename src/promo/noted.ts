/** What the journal of an import holds. */
import { openJournal, peekJournal, type Journal, type JournalEntry } from '../system/journal.ts'
import * as z from '../contract/core/schema.ts'
import { CommandError, usageError } from '../errors.ts'

/** The list that codes go to, with how many it had before. */
const target = z.object({ list_id: z.int(), before: z.int() })
export type Target = z.infer<typeof target>

/** Before a list is made: the newest one. */
const making = z.object({ newest: z.int() })

const refused = z.array(z.string())

const delivered = z.object({
  report: z.object({
    list_id: z.nullable(z.int()),
    read: z.int(),
    doubled: z.int(),
    added: z.int(),
    already_there: z.int(),
    refused: z.int(),
    /** Codes that were not sent, as the run ended early. */
    not_sent: z.int(),
  }),
  refused,
})
export type Delivered = z.infer<typeof delivered>

/** Of a file that somebody changed nothing is taken for granted: codes could be sent twice. */
const read =
  <T>(shape: z.ZodMiniType<T>) =>
  ({ value }: JournalEntry): T => {
    const { data } = shape.safeParse(value)
    if (data !== undefined) return data
    throw new CommandError('refused', 'The journal of this import was changed by another program', {
      hint: 'To forget it: the same command with --restart',
    })
  }

export const targetIn = read(target)
export const makingIn = read(making)
export const refusedIn = read(refused)
export const deliveredIn = read(delivered)

/** The journal of one import: `of` says which service, survey, target and codes. */
export function openImport(
  folder: string,
  of: readonly unknown[],
  { resume = false, restart = false }: { resume?: boolean; restart?: boolean },
): Journal {
  const name = ['promo.import', ...of].join(' ')
  const known = peekJournal(folder, name)
  if (known.size > 0 && !known.has('end') && !resume && !restart)
    throw usageError('An import of these codes was interrupted', 'To continue it: the same command with --resume. To forget it: --restart')
  if (known.size === 0 && resume)
    throw usageError(
      'Nothing to resume: no unfinished import of exactly these codes into this list is known',
      'To import all of them: the same command without --resume',
    )
  return openJournal(folder, name, { resume })
}

/** Of a dry run: nothing is remembered. */
export const noJournal: Journal = {
  known: new Map(),
  entry: () => undefined,
  begin: async () => {},
  end: async () => {},
  close: () => {},
}

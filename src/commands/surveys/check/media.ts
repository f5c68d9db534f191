/** Asks each address of a survey's media for its first byte. */
import { mediaOf } from '../../../check/media.ts'
import type { Snapshot } from '../../../check/snapshot.ts'
import type { Context } from '../../../cli/context.ts'
import { CommandError } from '../../../errors.ts'

/** What is wrong, by address. */
export async function brokenMedia(context: Context, survey: Snapshot): Promise<Readonly<Record<string, string>>> {
  const addresses = [...new Set(mediaOf(survey).map(({ address }) => address))]
  const problems: Record<string, string> = {}
  const worker = async (): Promise<void> => {
    for (let address = addresses.pop(); address !== undefined; address = addresses.pop()) {
      const problem = await problemOf(context, address)
      if (problem !== undefined) problems[address] = problem
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return problems
}

const atOnce = 4

/** What doesn't let this program in may still let a browser in. */
const undecided = [401, 403, 405, 406, 416, 429]

async function problemOf(context: Context, address: string): Promise<string | undefined> {
  try {
    const status = await context.service.probe(address)
    return status !== undefined && status >= 400 && !undecided.includes(status) ? `answers ${status}` : undefined
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    if (error.kind === 'unavailable') return `cannot be reached: ${error.message}`
    // A redirect that may not be followed from here.
    if (error.kind === 'refused') return undefined
    throw error
  }
}

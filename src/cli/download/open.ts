/** Opens addresses and files in the programs of the person's desktop, and prints what is opened. */
import { resolve } from 'node:path'
import { CommandError } from '../../errors.ts'
import { codeOf } from '../../system/error-code.ts'
import { webAddress } from '../../text/web-address.ts'
import type { Show } from '../context.ts'

type Noting = Pick<Show, 'note'>

/** An http or https address, and no other. */
export const openAddress = (show: Noting, target: string): Promise<void> => onDesktop(show, webAddress(target))

export const openFile = (show: Noting, path: string): Promise<void> => onDesktop(show, path, resolve(path))

async function onDesktop(show: Noting, shown: string, target = shown): Promise<void> {
  show.note(shown)
  const { default: open } = await import('open')
  try {
    await open(target)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    throw new CommandError('refused', 'There is no desktop here that could open it', { hint: 'What it was stands above', cause: error })
  }
}

/** `account verify`. */
import type { Context } from '../../../cli/context.ts'
import { damaged } from '../../../account/backup/manifest.ts'
import { verify } from '../../../account/backup/verify.ts'
import { keepHeapSmall } from '../../small-heap.ts'
import { backupLines, summaryOf } from './backup.ts'

export async function verifyBackup(context: Context, dir: string): Promise<void> {
  keepHeapSmall()
  const { manifest, damages } = await verify(dir)
  await context.show.done(
    { ...summaryOf(dir, manifest), damages },
    damages.length > 0 ? [] : [...backupLines(dir, manifest), 'Every file is as it was written'],
  )
  if (damages.length > 0)
    throw damaged(
      damages,
      damages.every(({ isStray }) => isStray),
    )
}

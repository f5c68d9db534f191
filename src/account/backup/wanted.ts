/** What a backup is to hold, and how it is read. */
import type { Progress } from '../../answers/derive/work.ts'
import type { oneAtATime } from '../../system/in-parallel.ts'
import type { BackupOptions } from './manifest.ts'

export interface Wanted extends BackupOptions {
  /** Read all answers again, where an earlier backup has some. */
  fullAnswers: boolean
  /** Pages of answers that are requested ahead. */
  ahead: number
  /** What is large, of one survey after the other: so much is held at once, and told of, however many surveys are read. */
  inTurn: ReturnType<typeof oneAtATime>
  progress: Progress
}

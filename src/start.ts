/** The program as a process: its signals, its exit code, its end. The launcher loads this file. */
import { main } from './main.ts'
import { Interruption } from './system/interruption.ts'
import { takeProcess } from './system/own-process.ts'
import { allWritten } from './system/patient-write.ts'
import { processIO } from './system/process-io.ts'

export { main }

export async function start(): Promise<void> {
  takeProcess()
  const interruption = new Interruption()
  const code = await main(process.argv.slice(2), processIO(interruption))
  await allWritten()
  // A sandbox that is told to end ends well, but for a terminal that is gone. All is written: to close idle sockets and to take the
  // heap down in order takes milliseconds.
  process.exit(interruption.exitCode !== 130 && (code === 0 || code === 130) ? interruption.exitCode : code)
}

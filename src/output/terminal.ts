/** Whether a descriptor is a terminal, without `node:tty`, which loads sockets and streams, unless it may be one. */
import { fstatSync } from 'node:fs'

/** Linux: memory devices, of which /dev/null is one. */
const memoryDevices = 1

const known: Partial<Record<0 | 1 | 2, boolean>> = {}

export const isTerminal = (descriptor: 0 | 1 | 2): boolean => (known[descriptor] ??= askTerminal(descriptor))

function askTerminal(descriptor: 0 | 1 | 2): boolean {
  let facts
  try {
    facts = fstatSync(descriptor)
  } catch {
    return false
  }
  // Windows doesn't tell consoles apart this way.
  if (process.platform !== 'win32' && (!facts.isCharacterDevice() || (process.platform === 'linux' && facts.rdev >> 8 === memoryDevices)))
    return false
  const { isatty } = process.getBuiltinModule('node:tty')
  return isatty(descriptor)
}

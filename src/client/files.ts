/**
 * Sinks that downloads are written to: a file, which is replaced only once all of it is there, or a device.
 * Errors caught here are of `node:fs`.
 */
import { closeSync, constants, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandError } from '../errors.ts'
import { codeOf } from '../system/error-code.ts'
import { messageOf } from '../text/message-of.ts'
import { pathWord } from '../text/to-copy.ts'
import { writePatiently } from '../system/patient-write.ts'
import { NewFile } from '../system/replace-file.ts'

export { safeName } from './names.ts'

export interface Sink {
  /** A pipe or device: written bytes can't be undone, and writing may wait for the reader. */
  isFinal?: boolean
  /** Returns a promise if not all could be written at once; until it resolves, `bytes` must not change. */
  write: (bytes: Buffer) => void | Promise<void>
  /** Everything is written: gives the file its name. */
  finish: () => void
  /** Removes what was written. */
  abort: () => void
}

const exists = (path: string): CommandError =>
  new CommandError('refused', `${path} already exists`, { code: 'file_exists', hint: 'To replace it: --force' })

const reasons = new Map(
  Object.entries<(folder: string) => [message: string, hint: string]>({
    ENOSPC: (folder) => [`The disk of ${folder} is full`, 'Free some space, or choose another folder with -o'],
    EDQUOT: (folder) => [`The quota of ${folder} is used up`, 'Free some space, or choose another folder with -o'],
    EFBIG: (folder) => [`The file is too large for the file system of ${folder}`, 'Choose another folder with -o'],
    EACCES: (folder) => [`${folder} is not writable`, 'Choose another folder with -o'],
    EPERM: (folder) => [`${folder} is not writable`, 'Choose another folder with -o'],
    EROFS: (folder) => [`${folder} is not writable: its file system is read-only`, 'Choose another folder with -o'],
    ENOENT: (folder) => [`There is no folder ${folder}`, `To create it: mkdir -p ${pathWord(folder)}`],
    ENOTDIR: (folder) => [`${folder} is not a folder`, 'Choose another folder with -o'],
  }),
)

/** An error of the file system, in the user's terms. */
function diskFailure(error: unknown, path: string): unknown {
  const code = codeOf(error)
  if (error instanceof CommandError || !/^E[A-Z]+$/.test(code)) return error
  const [text, hint] = reasons.get(code)?.(dirname(path)) ?? [`${path} cannot be written: ${messageOf(error)}`, undefined]
  return new CommandError('refused', text, { code, hint, cause: error })
}

function onDisk<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw diskFailure(error, path)
  }
}

/** Whether the path is a regular file or none yet. Devices and pipes are written directly: they can't be replaced. */
const isPlain = (path: string): boolean => {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (facts?.isDirectory()) throw new CommandError('refused', `${path} is a folder`, { hint: 'For a file in it, end it with a slash' })
  return facts === undefined || facts.isFile()
}

/** Throws now what `fileSink` would throw later. A pipe isn't tried: it can be opened only once. */
export function refuseUnwritable(path: string, options: { force?: boolean }): void {
  if (onDisk(path, () => isPlain(path))) fileSink(path, options).abort()
}

export function fileSink(path: string, { force = false, mode }: { force?: boolean; mode?: number } = {}): Sink {
  if (!onDisk(path, () => isPlain(path))) return deviceSink(path)
  if (!force && existsSync(path)) throw exists(path)
  const file = onDisk(path, () => new NewFile(dirname(path), mode))
  return {
    write: (bytes) => onDisk(path, () => file.write(bytes)),
    finish: () => {
      try {
        onDisk(path, () => {
          if (force) file.replace(path, mode)
          else if (!file.place(path)) throw exists(path)
        })
      } finally {
        file.abort()
      }
    },
    abort: () => file.abort(),
  }
}

/** Opens a pipe as soon as somebody reads it, without blocking the event loop, so that signals still work. */
function deviceSink(path: string): Sink {
  let descriptor: number | undefined
  const close = (): void => {
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = undefined
  }
  const write = async (bytes: Buffer): Promise<void> => {
    try {
      descriptor ??= await openDevice(path)
      await writePatiently(descriptor, bytes)
    } catch (error) {
      throw diskFailure(error, path)
    }
  }
  return { isFinal: true, write, finish: close, abort: close }
}

const openPause = 20

async function openDevice(path: string): Promise<number> {
  for (;;) {
    try {
      return openSync(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0))
    } catch (error) {
      // ENXIO: nobody reads the pipe yet, or the device doesn't exist.
      if (codeOf(error) !== 'ENXIO' || !statSync(path).isFIFO()) throw error
      await new Promise((resolve) => setTimeout(resolve, openPause))
    }
  }
}

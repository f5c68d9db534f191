import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes a rename in this folder durable across a power failure. Windows can't open folders. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

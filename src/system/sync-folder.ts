import { closeSync, fsyncSync, openSync } from 'node:fs'

/** So that a rename in this folder outlives the machine's power. Windows opens no folders. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Disks of the test's own, where this machine allows them: small ones, and ones that can't be written. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from '../support/program.ts'

const mounted: string[] = []

function mount(options: string): string {
  const folder = freshFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'none', folder], { stdio: 'pipe' })
  mounted.push(folder)
  return folder
}

/** Why there can be none here, if so. */
export const noDisks: string | undefined = (() => {
  if (process.platform !== 'linux') return 'needs Linux'
  if (process.getuid?.() !== 0) return 'needs root'
  try {
    mount('size=64k')
    return undefined
  } catch {
    return 'mounting is not allowed here'
  } finally {
    unmountAll()
  }
})()

export const smallDisk = (bytes: number): string => mount(`size=${bytes}`)

/** Nothing more fits on it, but for so many bytes. */
export function fill(folder: string, but = 0): void {
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(join(folder, 'ballast'), Buffer.alloc(bavail * bsize - but))
}

export const clear = (folder: string): void => rmSync(join(folder, 'ballast'))

/** With what `prepare` puts there. */
export function readOnlyDisk(prepare: (folder: string) => void = () => {}): string {
  const folder = smallDisk(2 ** 20)
  mkdirSync(folder, { recursive: true })
  prepare(folder)
  makeReadOnly(folder)
  return folder
}

export const makeReadOnly = (folder: string): void => void execFileSync('mount', ['-o', 'remount,ro', folder], { stdio: 'pipe' })

export function unmountAll(): void {
  for (const folder of mounted.splice(0)) spawnSync('umount', ['-l', folder])
}

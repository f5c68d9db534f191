/** The settings file as it stands on disk. Read with JSON.parse alone: every command starts here. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../errors.ts'
import type { Values } from './keys.ts'

export interface SettingsFile {
  current?: string
  profiles?: Record<string, Values>
}

export const fileName = 'config.json'

/** Group or others may read it; Windows has no such bits. */
const othersMayRead = (path: string): boolean => process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0

export function readSettingsFile(folder: string): { file: SettingsFile; warnings: string[] } {
  const path = join(folder, fileName)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return { file: {}, warnings: [] }
    throw new CommandError('refused', `Cannot read the settings in ${path}: ${code === 'EACCES' ? 'permission denied' : message}`, {
      hint: `To take it back: chown "$USER" ${path}`,
    })
  }
  const warnings = othersMayRead(path) ? [`Others can read ${path}, which holds an API key. To close it: chmod 600 ${path}`] : []
  return { file: parse(text, path), warnings }
}

function parse(text: string, path: string): SettingsFile {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    data = undefined
  }
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject(data) || (data.profiles !== undefined && (!isObject(data.profiles) || !Object.values(data.profiles).every(isObject)))) {
    throw new CommandError('refused', `The settings in ${path} are broken`, {
      hint: `Mend the file, or move it away and sign in again: mv ${path} ${path}.broken`,
    })
  }
  return data as SettingsFile
}

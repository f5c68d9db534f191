/** `check.yaml` on disk. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../errors.ts'
import { parseText } from '../model/document/index.ts'
import { readSmallFile, reasonOf } from '../system/small-file.ts'
import { noConfig, readConfig, type Config } from './config.ts'

export const configName = 'check.yaml'

interface Chosen {
  /** Path of the file. */
  config?: string | undefined
  /** False: suppressed findings count as well. */
  suppress?: boolean | undefined
}

/** `check.yaml` of this folder, or of a project's, holds without being named. */
export function configOf({ config: path, suppress }: Chosen = {}, folder = '.'): Config {
  const config = configAt(path, folder)
  return suppress === false ? { ...config, suppress: [] } : config
}

function configAt(path: string | undefined, folder: string): Config {
  const usual = join(folder, configName)
  const file = path ?? (existsSync(usual) ? usual : undefined)
  if (file === undefined) return noConfig
  let text: string
  try {
    const found = readSmallFile(file)
    if (!found) throw new Error('there is no such file')
    text = found.text
  } catch (error) {
    throw usageError(`Cannot read ${file}: ${reasonOf(error)}`)
  }
  const { value, problems: broken } = parseText(text)
  if (broken.length > 0) throw usageError(broken.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`))
  const { config, problems } = readConfig(value)
  if (problems.length > 0) throw usageError(problems.map((problem) => `${file}: ${problem}`))
  return config
}

/** Files and standard input that a command reads. */
import { readFileSync } from 'node:fs'
import { usageError } from '../errors.ts'
import { isTerminal } from '../output/terminal.ts'

/** Text of a file, or of standard input for `-`. */
export async function readText(file: string): Promise<string> {
  try {
    const bytes = file === '-' ? await readStandardInput() : readFileSync(file)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw usageError(`Cannot read ${file === '-' ? 'standard input' : file}: ${reason(error)}`)
  }
}

async function readStandardInput(): Promise<Buffer> {
  if (isTerminal(0)) process.stderr.write('Reading standard input; end with Ctrl-D.\n')
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const reason = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException
  const known: Record<string, string> = {
    ENOENT: 'there is no such file',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
  }
  return known[code ?? ''] ?? message
}

/** JSON, or YAML (of which JSON is a part), of a file or standard input. */
export async function readData(file: string): Promise<unknown> {
  const text = await readText(file)
  try {
    return JSON.parse(text)
  } catch (jsonError) {
    if (file.toLowerCase().endsWith('.json')) throw usageError(`${file} is not valid JSON: ${(jsonError as Error).message}`)
    const { parse } = await import('yaml')
    try {
      return parse(text, { maxAliasCount: 100 })
    } catch (error) {
      throw usageError(
        `${file === '-' ? 'Standard input' : file} is neither valid JSON nor valid YAML: ${(error as Error).message.split('\n')[0]}`,
      )
    }
  }
}

/** Values of standard input, one a line; empty lines don't count. */
export const readLines = async (file: string): Promise<string[]> =>
  (await readText(file))
    .replace(/^﻿/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

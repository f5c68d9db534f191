/**
 * The launcher loads this file first: it turns on Node's compile cache, in a folder of ours that nobody else can write to.
 * Without one, everything is compiled at each start.
 */
import { lstatSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { makeFolder } from './settings/folder.ts'
import { below, pathOf } from './settings/paths.ts'

/** Whoever can write to the folder chooses the code that runs: a link or a folder of others is not used. */
function isOurs(folder: string): boolean {
  const facts = lstatSync(folder, { throwIfNoEntry: false })
  if (!facts) {
    makeFolder(folder, 0o700)
    return isOurs(folder)
  }
  return facts.isDirectory() && (!process.geteuid || (facts.uid === process.geteuid() && (facts.mode & 0o022) === 0))
}

function useCompileCache(env: NodeJS.ProcessEnv): void {
  // Node has read both variables itself, before its first file.
  if (env.NODE_COMPILE_CACHE || env.NODE_DISABLE_COMPILE_CACHE) return
  try {
    const cache = pathOf('cache', env)
    const folder = below(cache, 'code')
    if (isOurs(cache) && isOurs(folder)) enableCompileCache(folder)
  } catch {
    // The folder cannot be made.
  }
}

useCompileCache(process.env)

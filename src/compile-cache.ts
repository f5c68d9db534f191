/**
 * The launcher loads this file first: it turns on Node's compile cache, in a folder of ours that nobody else can write to.
 * Without one, everything is compiled at each start.
 */
import { enableCompileCache } from 'node:module'
import { below, ownPlace } from './settings/paths.ts'
import { ownFolder } from './system/make-folder.ts'

function useCompileCache(env: NodeJS.ProcessEnv): void {
  // Node has read both variables itself, before its first file.
  if (env.NODE_COMPILE_CACHE || env.NODE_DISABLE_COMPILE_CACHE) return
  try {
    const cache = ownPlace('cache', env)
    const folder = below(cache, 'code')
    // Whoever can write to the folder chooses the code that runs.
    if (ownFolder(cache) && ownFolder(folder)) enableCompileCache(folder)
  } catch {
    // The folder cannot be made.
  }
}

useCompileCache(process.env)

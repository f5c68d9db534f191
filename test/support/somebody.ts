/** A user that stands in no list of users, for who is root and may become anyone. */
import { spawnSync } from 'node:child_process'

export const somebody = { uid: 54_321, gid: 54_321 }

const program = `require('fs').readFileSync(${JSON.stringify(import.meta.filename)})`

/** Why nothing can be done as somebody else here. */
export const nobodyElse: string | undefined =
  process.geteuid?.() !== 0 || process.platform !== 'linux'
    ? 'not root'
    : spawnSync(process.execPath, ['-e', program], { ...somebody, cwd: '/' }).status === 0
      ? undefined
      : 'a checkout or a Node that other users may not enter'

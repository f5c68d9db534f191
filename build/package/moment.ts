/** The time that all made files say: SOURCE_DATE_EPOCH, else that of the commit, so that two builds of one are alike. */
import { execFileSync } from 'node:child_process'
import { root } from '../sources.ts'

/** Seconds. */
export function moment(): number {
  const given = process.env.SOURCE_DATE_EPOCH
  return Number(given ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }))
}

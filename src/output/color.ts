const off = (value: string | undefined): boolean => value === '0' || value === 'false'
const given = (value: string | undefined): boolean => value !== undefined && value !== ''

/** Whether to colour, by the conventions of terminals and CI systems; the first that is set decides. */
export function wantsColor(tty: boolean, flag: boolean | undefined, env: NodeJS.ProcessEnv): boolean {
  if (flag !== undefined) return flag
  if (given(env.FORCE_COLOR)) return !off(env.FORCE_COLOR)
  if (given(env.NO_COLOR)) return false
  if (given(env.CLICOLOR_FORCE) && !off(env.CLICOLOR_FORCE)) return true
  if (env.TERM === 'dumb' || off(env.CLICOLOR)) return false
  return tty
}

/** The person's home folder; undefined for a user id that stands in no list of users, as in a container, without HOME. */
export function homeFolder(env: NodeJS.ProcessEnv): string | undefined {
  // `homedir()` asks the same variables first; to load `node:os` for it takes longer than all the rest of finding the settings.
  const given = process.platform === 'win32' ? env.USERPROFILE : env.HOME
  try {
    return given || process.getBuiltinModule('node:os').homedir()
  } catch {
    return undefined
  }
}

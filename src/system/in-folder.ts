/**
 * Runs work in a folder. Node takes relative paths from the folder of the process, which is changed for it: work in another folder
 * waits until this one is left.
 */
interface Stay {
  folder: string
  users: number
  /** Resolves once it is left. */
  left: Promise<void>
  leave: () => void
}

const stays: Stay[] = []

function enter(folder: string): Stay {
  const home = process.cwd()
  if (folder !== home) process.chdir(folder)
  const { promise: left, resolve } = Promise.withResolvers<void>()
  const leave = (): void => {
    if (folder !== home) process.chdir(home)
    stays.pop()
    resolve()
  }
  const stay = { folder, users: 0, left, leave }
  stays.push(stay)
  return stay
}

/** `folder`: empty where the process stands in one that was removed. */
export async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (folder === '') return work()
  while (stays[0] && stays[0].folder !== folder) await stays[0].left
  const stay = stays[0] ?? enter(folder)
  stay.users++
  try {
    return await work()
  } finally {
    if (--stay.users === 0) stay.leave()
  }
}

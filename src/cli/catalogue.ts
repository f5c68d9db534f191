import type { Group } from './command.ts'

/** All groups, loaded. */
export const allGroups = (loaders: ReadonlyMap<string, () => Promise<Group>>): Promise<Group[]> =>
  Promise.all([...loaders.values()].map((load) => load()))

/** Which profile keeps an account: one of its own, never one of `sandbox start`. */
import { usageError } from '../../errors.ts'

/** A stored profile, as far as its name is concerned. */
export interface Known {
  name: string
  base_url?: string
  workspace?: number
  /** Made by `sandbox start`. */
  isSandbox: boolean
}

interface Account {
  base_url: string
  workspace: number | undefined
}

const reserved = /^sandbox(-\d+)?$/

export function refuseSandboxProfile(name: string, profiles: readonly Known[]): void {
  if (reserved.test(name) || profiles.some((profile) => profile.name === name && profile.isSandbox))
    throw usageError(`The profile "${name}" belongs to surveyctl sandbox start`, 'Give this account a profile of its own: --profile NAME')
}

/** Two ids that are known and differ are two accounts. */
const isSame = (profile: Known, { base_url, workspace }: Account): boolean =>
  profile.base_url === base_url && (profile.workspace === undefined || workspace === undefined || profile.workspace === workspace)

/**
 * The name that was asked for; else that of the profile that this account has already; else `default`, the host, the host
 * with the account's id, whichever is free first.
 */
export function profileFor(account: Account, profiles: readonly Known[], asked?: string): { name: string; replaces: boolean } {
  const own = profiles.filter(({ isSandbox }) => !isSandbox)
  if (asked !== undefined) return { name: asked, replaces: own.some(({ name }) => name === asked) }
  const known = own.find((profile) => isSame(profile, account))
  if (known) return { name: known.name, replaces: true }
  const { hostname } = new URL(account.base_url)
  const names = ['default', hostname, ...(account.workspace === undefined ? [] : [`${hostname}-${account.workspace}`])]
  const isFree = (name: string): boolean => profiles.every((profile) => profile.name !== name)
  const free = names.find(isFree)
  if (free) return { name: free, replaces: false }
  let number = 2
  while (!isFree(`${hostname}-${number}`)) number += 1
  return { name: `${hostname}-${number}`, replaces: false }
}

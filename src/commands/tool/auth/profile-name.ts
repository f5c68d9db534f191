/** Which profile keeps an account: one of its own, never one of `sandbox start`. */
import type { Context } from '../../../cli/context.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { didYouMean } from '../../../text/nearest.ts'
import { toCopy } from '../../../text/to-copy.ts'

export type SettingsStore = Awaited<ReturnType<Context['settings']['store']>>
export type StoredAs = Awaited<ReturnType<SettingsStore['listProfiles']>>[number]

/** A stored profile, as far as its name is concerned. */
export type Known = Pick<StoredAs, 'name' | 'base_url' | 'workspace' | 'api_key' | 'isSandbox'>

const reserved = /^sandbox(-\d+)?$/

export function refuseSandboxProfile(name: string, profiles: readonly Known[]): void {
  if (reserved.test(name) || profiles.some((profile) => profile.name === name && profile.isSandbox))
    throw usageError(`The profile "${name}" belongs to surveyctl sandbox start`, 'Give this account a profile of its own: --profile NAME')
}

interface Account {
  base_url: string
  workspace: number | undefined
  api_key: string
}

/**
 * The profile that keeps a key. One that has another key gives it up only by its name and a yes; whose account nothing tells, at an
 * address that is known already, gets the name that the person gives.
 */
export async function profileFor(account: Account, profiles: readonly Known[], asked: string | undefined, ask: Asking): Promise<string> {
  const own = profiles.filter(({ isSandbox }) => !isSandbox)
  const stored = own.find(({ base_url, api_key }) => base_url === account.base_url && api_key === account.api_key)
  if (asked === undefined && stored) return stored.name
  const there = own.filter(({ base_url }) => base_url === account.base_url)
  const same = account.workspace === undefined ? undefined : there.find(({ workspace }) => workspace === account.workspace)
  if (asked === undefined && same?.api_key !== undefined && ask.isYes)
    throw usageError(
      `Profile "${same.name}" has another key of this account`,
      toCopy`To replace it: --profile ${same.name} --yes. To store both: --profile NAME`,
    )
  const isUnknown = account.workspace === undefined && there.length > 0
  const name =
    asked ??
    same?.name ??
    (isUnknown ? await ask.name(`It is not known which account of ${account.base_url} this key belongs to`) : free(account, profiles))
  refuseSandboxProfile(name, profiles)
  const before = own.find((profile) => profile.name === name)
  if (before?.api_key !== undefined && before.api_key !== account.api_key)
    await ask.yes(`Profile "${name}" has another key, of ${accountOf(before)}. Replace it?`)
  return name
}

export interface Asking {
  /** Said beforehand, which doesn't name the profile. */
  isYes: boolean
  /** Off a terminal a usage error that names `--profile`. */
  name: (why: string) => Promise<string>
  /** Throws where the answer is no. */
  yes: (question: string) => Promise<void>
}

const accountOf = ({ base_url, workspace }: Known): string =>
  `${workspace === undefined ? 'an account' : `account ${workspace}`} at ${base_url ?? 'no address'}`

/** `default`, the host, the host with the account's id, the host with a number, whichever is free first. */
function free({ base_url, workspace }: Account, profiles: readonly Known[]): string {
  const { hostname } = new URL(base_url)
  const isFree = (name: string): boolean => profiles.every((profile) => profile.name !== name)
  const names = ['default', hostname, ...(workspace === undefined ? [] : [`${hostname}-${workspace}`])]
  for (let number = 2; ; number += 1) {
    const found = [...names, `${hostname}-${number}`].find(isFree)
    if (found !== undefined) return found
  }
}

export const noProfile = ({ profile, profiles }: Pick<Context['settings']['current'], 'profile' | 'profiles'>): CommandError =>
  new CommandError('not_found', `There is no profile "${profile}"${didYouMean(profile, profiles)}`, {
    hint: 'To see them: surveyctl auth list',
  })

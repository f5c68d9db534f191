/**
 * Finds out from the git history of the files what was applied before. Where a CI job applies and nobody commits the state it
 * wrote, the revision that it applied is the base of the next comparison.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { managedBy } from '../../model/document/codec.ts'
import type { Content } from '../../model/document/shape.ts'
import type { Environment } from '../files/config.ts'
import { readWithin, type Files } from '../files/read-within.ts'
import { folderOf, statePath } from '../files/layout.ts'
import { readOurs } from '../files/read-ours.ts'
import { environment } from '../../system/environment.ts'
import type { Project } from '../files/project.ts'
import { digestOf, readState, type State } from './state.ts'

const mostRevisions = 50

interface Where {
  key: string
  environment: Environment
  state: State | undefined
}

/** Whether the service has what some revision of the files says, of those that are newer than the remembered state. */
export function wasApplied(project: Project, where: Where, theirs: Content): boolean {
  try {
    return revisionsOf(project.root, where).some((revision) => isAsIn(project, where, revision, theirs))
  } catch {
    // No git, no repository, or files that can't be read at that revision: then nothing is known.
    return false
  }
}

function revisionsOf(root: string, { key, environment, state }: Where): string[] {
  const path = statePath(environment.name, key)
  if (!state?.base) return newest(root, mostRevisions, folderOf(key))
  // A state that isn't committed as it is was written here, hence after all revisions.
  if (blobAt(root, 'HEAD', path)?.toString().replaceAll('\r\n', '\n') !== readWithin(root, path)?.replaceAll('\r\n', '\n')) return []
  const [committed] = newest(root, 1, path)
  return committed === undefined ? [] : newest(root, mostRevisions, folderOf(key), `${committed}..HEAD`)
}

/** Revisions that changed a path. */
const newest = (root: string, most: number, path: string, range = 'HEAD'): string[] =>
  gitBytes(root, 'log', '--format=%H', '-n', String(most), range, '--', path).toString().split('\n').filter(Boolean)

function isAsIn(project: Project, { key, environment, state }: Where, revision: string, theirs: Content): boolean {
  const { content, problems } = readOurs(project, key, environment, state, filesAt(project.root, revision))
  if (problems.length > 0 || Object.keys(content).length === 0) return false
  return digestOf(managedBy(content, theirs)) === digestOf(content)
}

function filesAt(root: string, revision: string): Files {
  const read: Files['read'] = (path) => blobAt(root, revision, path)?.toString()
  const sum: Files['sum'] = (path) => {
    const found = blobAt(root, revision, path)
    return found && { sha256: createHash('sha256').update(found).digest('hex'), bytes: found.byteLength }
  }
  return { read, sum }
}

/** As it was committed: `git status` and `git show` may run what attributes and settings name. */
function blobAt(root: string, revision: string, path: string): Buffer | undefined {
  try {
    return gitBytes(root, 'cat-file', 'blob', `${revision}:./${path}`)
  } catch {
    return undefined
  }
}

/** Of all that `.git/config` may name, no program is run, and nothing is fetched. */
const harmless = ['core.fsmonitor=false', 'log.showSignature=false'].flatMap((setting) => ['-c', setting])

const gitBytes = (root: string, ...args: string[]): Buffer =>
  execFileSync('git', ['-C', root, ...harmless, ...args], {
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...environment(), GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0' },
  })

/** What the state of a survey said in its revisions, and says. */
export function formerBases(project: Project, environment: string, key: string): Content[] {
  const path = statePath(environment, key)
  const revisions: (string | undefined)[] = [undefined]
  try {
    revisions.push(...newest(project.root, mostRevisions, path))
  } catch {
    // No git, or no repository.
  }
  return revisions.flatMap((revision): Content[] => {
    try {
      const state = readState(project, environment, key, revision === undefined ? undefined : filesAt(project.root, revision).read)
      return state?.base ? [state.base] : []
    } catch {
      // Broken, or of a merge that was never finished.
      return []
    }
  })
}

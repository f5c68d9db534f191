/**
 * Finds out from the git history of the files what was applied before. Where a CI job applies and nobody commits the state it
 * wrote, the revision that it applied is the base of the next comparison.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { managedBy } from '../model/document/codec.ts'
import type { Content } from '../model/document/shape.ts'
import type { Environment } from './config.ts'
import type { Files } from './files.ts'
import { folderOf, statePath } from './layout.ts'
import { readOurs } from './ours.ts'
import type { Project } from './project.ts'
import { digestOf, type State } from './state.ts'

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
  const log = (...args: string[]): string[] =>
    git(root, 'log', '--format=%H', ...args)
      .split('\n')
      .filter(Boolean)
  if (!state?.base) return log('-n', String(mostRevisions), '--', folderOf(key))
  // A state that isn't committed as it is was written here, hence after all revisions.
  if (git(root, 'status', '--porcelain', '--ignored', '--', path).trim() !== '') return []
  const [committed] = log('-n', '1', '--', path)
  return committed === undefined ? [] : log('-n', String(mostRevisions), `${committed}..HEAD`, '--', folderOf(key))
}

function isAsIn(project: Project, { key, environment, state }: Where, revision: string, theirs: Content): boolean {
  const { content, problems } = readOurs(project, key, environment, state, filesAt(project.root, revision))
  if (problems.length > 0 || Object.keys(content).length === 0) return false
  return digestOf(managedBy(content, theirs)) === digestOf(content)
}

function filesAt(root: string, revision: string): Files {
  const bytes = (path: string): Buffer | undefined => {
    try {
      return gitBytes(root, 'show', `${revision}:./${path}`)
    } catch {
      return undefined
    }
  }
  const read: Files['read'] = (path) => bytes(path)?.toString()
  const sum: Files['sum'] = (path) => {
    const found = bytes(path)
    return found && { sha256: createHash('sha256').update(found).digest('hex'), bytes: found.byteLength }
  }
  return { read, sum }
}

const git = (root: string, ...args: string[]): string => gitBytes(root, ...args).toString()

const gitBytes = (root: string, ...args: string[]): Buffer =>
  execFileSync('git', ['-C', root, ...args], { maxBuffer: 64 * 2 ** 20, stdio: ['ignore', 'pipe', 'ignore'] })

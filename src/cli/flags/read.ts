/** Reads the flags of all commands: each by its row, then those that exclude each other. All problems are told at once. */
import { usageError } from '../../errors.ts'
import type { TypedFlag } from './flag.ts'
import { flagEntries, type GlobalFlags } from './table.ts'

export type TypedFlags = Readonly<Record<string, unknown>>

/** `preferred` knows the form of output of a profile. */
export function readFlags(
  typed: TypedFlags,
  env: NodeJS.ProcessEnv,
  preferred: (profile: string | undefined) => string | undefined,
): GlobalFlags {
  const problems: string[] = []
  const flags = readRows(typed, env, (problem) => problems.push(problem))
  problems.push(...contradictions(flags))
  if (env.SURVEYCTL_OUTPUT && !['json', 'ndjson'].includes(env.SURVEYCTL_OUTPUT))
    problems.push(`SURVEYCTL_OUTPUT must be json or ndjson, not "${env.SURVEYCTL_OUTPUT}"`)
  if (problems.length > 0) throw usageError(problems)
  const chosen = flags.json || flags.ndjson || flags.raw || flags.jq !== undefined
  const wanted = chosen ? undefined : env.SURVEYCTL_OUTPUT || preferred(flags.profile)
  return { ...flags, json: flags.json || flags.jq !== undefined || wanted === 'json', ndjson: flags.ndjson || wanted === 'ndjson' }
}

function readRows(typed: TypedFlags, env: NodeJS.ProcessEnv, tell: (problem: string) => void): GlobalFlags {
  const read = flagEntries().map(([name, flag]) => [name, flag.read(typed[name] as TypedFlag, tell, env)])
  // Each row's `read` gives what `GlobalFlags` says of its name.
  return Object.fromEntries(read) as GlobalFlags
}

function contradictions({ limit, all, json, ndjson, raw, jq, fields }: GlobalFlags): string[] {
  const forms = [json && '--json', ndjson && '--ndjson', raw && '--raw'].filter(Boolean)
  return [
    limit !== undefined && all && '--limit cannot be given together with --all',
    raw && forms.length > 1 && `${forms.join(' and ')} exclude each other`,
    raw && (jq !== undefined || fields !== undefined) && '--raw cannot be given together with --jq or --fields',
  ].filter((problem) => problem !== false)
}

/** Reads the flags of all commands: each by its row, then those that exclude each other. All problems are told at once. */
import { usageError } from '../../errors.ts'
import { optionNameOf, type CommonFlag, type TypedFlag } from './flag.ts'
import { commonFlags, type GlobalFlags } from './table.ts'
import { chosenForms, type ChosenForm } from '../../output/form.ts'

/** `form`: what the flags ask for, or else the environment or the profile. `endless`: the run has no end. */
export type Flags = GlobalFlags & { readonly form: ChosenForm | undefined; readonly endless: boolean }

export type TypedFlags = Readonly<Record<string, TypedFlag>>

/** `preferred` knows the form of output of a profile. `refusing`: of a run without an end, the flags that it refuses. */
export function readFlags(
  typed: TypedFlags,
  env: NodeJS.ProcessEnv,
  preferred: (profile: string | undefined) => ChosenForm | undefined,
  refusing?: readonly CommonFlag[],
): Flags {
  const problems: string[] = []
  const flags = readRows(typed, env, (problem) => problems.push(problem))
  problems.push(...contradictions(flags))
  const wanted = env.SURVEYCTL_OUTPUT
  const byEnvironment = chosenForms.find((form) => form === wanted)
  if (wanted && !byEnvironment) problems.push(`SURVEYCTL_OUTPUT must be ${chosenForms.join(' or ')}, not "${wanted}"`)
  const refused = (refusing ?? []).filter((flag) =>
    Object.entries(commonFlags).some(([name, row]) => row === flag && typed[name] !== undefined),
  )
  if (refused.length > 0) problems.push(`It has no end, and takes no ${refused.map(({ long }) => long).join(' or ')}`)
  if (problems.length > 0) throw usageError(problems)
  const asked = chosenForms.findLast((form) => flags[form]) ?? (flags.jq === undefined ? undefined : 'json')
  const form = asked || flags.raw ? asked : (byEnvironment ?? preferred(flags.profile))
  // A document that never ends is of no use to a program: each thing is one.
  const endless = refusing !== undefined
  return { ...flags, form: endless && form === 'json' ? 'ndjson' : form, endless }
}

function readRows(typed: TypedFlags, env: NodeJS.ProcessEnv, tell: (problem: string) => void): GlobalFlags {
  const read = Object.entries<CommonFlag>(commonFlags).map(([name, flag]) => [
    name,
    flag.read(typed[optionNameOf(name, flag.long)], tell, env),
  ])
  // Each row's `read` gives what `GlobalFlags` says of its name.
  return Object.fromEntries(read) as GlobalFlags
}

function contradictions({ limit, all, raw, jq, fields, ...flags }: GlobalFlags): string[] {
  const forms = chosenForms.filter((form) => flags[form]).map((form) => `--${form}`)
  return [
    limit !== undefined && all && '--limit cannot be given together with --all',
    raw && forms.length > 0 && `${[...forms, '--raw'].join(' and ')} exclude each other`,
    raw && (jq !== undefined || fields !== undefined) && '--raw cannot be given together with --jq or --fields',
  ].filter((problem) => problem !== false)
}

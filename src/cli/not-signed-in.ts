import { CommandError } from '../errors.ts'
import type { Settings } from '../settings/index.ts'
import { toCopy } from '../text/to-copy.ts'

/** What lacks to ask the service anything, and where to get it. */
export function notSignedIn({ profile, profiles }: Settings, lacking: 'base_url' | 'api_key', env = process.env): CommandError {
  // A CI job has nobody to ask, and a secret to set.
  if (env.CI) {
    const variable = lacking === 'base_url' ? 'SURVEYCTL_BASE_URL' : 'SURVEYCTL_API_KEY'
    const what = lacking === 'base_url' ? 'The base URL of the service is not set' : 'Not signed in'
    return new CommandError('auth', what, { hint: `Set ${variable} for this job. A key is issued in the account cabinet` })
  }
  const signIn = profile === 'default' ? 'To sign in: surveyctl auth login' : toCopy`To sign in: surveyctl auth login --profile ${profile}`
  if (lacking === 'base_url')
    return new CommandError('auth', 'The base URL of the service is not set', { hint: `${signIn}, or set SURVEYCTL_BASE_URL` })
  if (profiles.length === 0 || profiles.includes(profile)) {
    return new CommandError('auth', 'Not signed in', { hint: `${signIn}. To try it without an account: surveyctl sandbox start` })
  }
  return new CommandError('auth', `Not signed in: there is no profile "${profile}"`, {
    hint: `There are: ${profiles.join(', ')}. ${signIn}`,
  })
}

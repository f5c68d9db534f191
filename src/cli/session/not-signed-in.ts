import { CommandError } from '../../errors.ts'
import type { Settings } from '../../settings/index.ts'
import { environment } from '../../system/environment.ts'
import { toCopy } from '../../text/to-copy.ts'

const noAddress = 'The base URL of the service is not set'

/** What lacks to ask the service anything, and where to get it. */
export function notSignedIn({ profile, profiles, value, origin }: Settings, lacking: 'base_url' | 'api_key'): CommandError {
  // A CI job has nobody to ask, and a secret to set.
  if (environment().CI) {
    const variable = lacking === 'base_url' ? 'SURVEYCTL_BASE_URL' : 'SURVEYCTL_API_KEY'
    const [what, more] = lacking === 'base_url' ? [noAddress, ''] : ['Not signed in', '. A key is issued in the account cabinet']
    return new CommandError('auth', what, { hint: `Set ${variable} for this job${more}` })
  }
  if (lacking === 'base_url' && value('api_key') !== undefined)
    return new CommandError('auth', noAddress, {
      hint: `Set SURVEYCTL_BASE_URL: there is a key (${origin('api_key')}), and no address of the service that it is for`,
    })
  const signIn = profile === 'default' ? 'To sign in: surveyctl auth login' : toCopy`To sign in: surveyctl auth login --profile ${profile}`
  if (lacking === 'base_url') return new CommandError('auth', noAddress, { hint: `${signIn}, or set SURVEYCTL_BASE_URL` })
  if (profiles.length === 0 || profiles.includes(profile)) {
    return new CommandError('auth', 'Not signed in', { hint: `${signIn}. To try it without an account: surveyctl sandbox start` })
  }
  return new CommandError('auth', `Not signed in: there is no profile "${profile}"`, {
    hint: `There are: ${profiles.join(', ')}. ${signIn}`,
  })
}

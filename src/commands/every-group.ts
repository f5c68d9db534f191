/** What the failures of commands of any group say. */
import type { GroupFacts } from '../cli/command.ts'

export const everyGroup: GroupFacts = {
  lists: { quiz_not_found: 'quiz list', folder_not_found: 'folder list' },
  help: { plan: 'surveyctl tariff view', rights: 'surveyctl role set ROLE_ID' },
  refusals: {
    workspace_not_found: { says: '{it} was not found', hint: 'To see where this id comes from: surveyctl config list' },
    user_not_authenticated: { says: 'The API key was not accepted' },
    invalid_credentials: { says: 'The service refused the credentials' },
    user_deleted: { says: 'The user of this key is deleted', hint: 'Sign in with another key: surveyctl auth login' },
    access_denied_to_folder: {
      says: '{it}: the role of this key has no access to the folder',
      hint: 'The owner of the account changes the permissions of folders: surveyctl role set ROLE_ID',
    },
    quiz_limit_today: {
      says: 'No more surveys can be created today',
      hint: 'The limit is per day. What the plan allows: surveyctl tariff view',
    },
    disk_limit_reached: {
      says: '{it}: the disk of the plan is full',
      hint: 'To see what uses the space: surveyctl storage usage. The plan is changed in the account cabinet',
    },
    save_failed: { says: '{it}: the service could not save it', hint: 'Try again; nothing was changed' },
    registration_failed: { says: 'The service could not register the user', hint: 'Try again later' },
    login_failed: { says: 'The service could not sign in the user', hint: 'Try again later' },
    email_taken: { says: 'This e-mail address is already used' },
    not_connected: {
      says: '{it} is not connected',
      hint: 'It is connected in the account cabinet. To see the state: surveyctl integration list {id}',
    },
  },
}

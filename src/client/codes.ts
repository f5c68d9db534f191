/** The service's codes in words. `{it}` is what the request was about. */
export interface Words {
  says: string
  hint?: string
}

const plan = 'What the plan has: surveyctl tariff view. The plan is changed in the account cabinet'
const connect = 'It is connected in the account cabinet. To see the state: surveyctl integration list {id}'
const directories = 'To see what the CRM has: surveyctl crm fields {id} {crm}'
const tryAgain = 'Try again; nothing was changed'

export const words: Readonly<Record<string, Words>> = {
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
  tariff_subdomain: { says: '{it}: the plan has no subdomains', hint: plan },
  tariff_type: { says: '{it}: the plan does not have this type of address', hint: plan },
  ai_report_limit_reached: { says: '{it}: the plan allows no AI report for another survey', hint: plan },
  disk_limit_reached: {
    says: '{it}: the disk of the plan is full',
    hint: 'What takes the space: surveyctl storage usage. The plan is changed in the account cabinet',
  },

  save_failed: { says: '{it}: the service could not save it', hint: tryAgain },
  password_save_failed: { says: '{it}: the service could not save the password', hint: tryAgain },
  password_delete_failed: { says: '{it}: the service could not delete the password', hint: tryAgain },
  restore_failed: { says: '{it} could not be restored', hint: 'The versions of a survey: surveyctl version list {id}' },
  print_failed: { says: '{it}: the printable version could not be made', hint: 'Try again, or another --format' },
  generation_failed: { says: 'The survey could not be generated', hint: 'Try another description' },
  registration_failed: { says: 'The service could not register the user', hint: 'Try again later' },
  login_failed: { says: 'The service could not sign in the user', hint: 'Try again later' },

  email_taken: { says: 'This e-mail address is already used' },
  duplicate_name: { says: 'There is already a folder of this name', hint: 'To see the names: surveyctl folder list' },
  default_folder: { says: '{it} is the default folder and cannot be deleted' },
  confirm_required: { says: '{it} is not empty', hint: 'To delete its surveys and their answers with it: --with-quizzes' },
  member_already: { says: 'The participant already has access' },
  member_not_in_folder: { says: 'The participant has no access to the folder' },
  self_remove: { says: 'Nobody can take the access from themselves' },

  not_connected: { says: '{it} is not connected', hint: connect },
  connection_lost: {
    says: '{it}: the connection to the CRM is lost: its access was revoked',
    hint: 'It is connected again in the account cabinet',
  },
  toggle_failed: { says: '{it} could not be switched', hint: 'To see the state: surveyctl crm view {id} {crm}' },
  directories_failed: {
    says: '{it}: the CRM did not give its directories',
    hint: 'Try again; to test the connection: surveyctl crm check {id} {crm}',
  },
  directories_unavailable: {
    says: '{it}: the directories of the CRM cannot be read now; nothing was written',
    hint: 'Try again; to test the connection: surveyctl crm check {id} {crm}',
  },
  pipeline_unknown: { says: '{it}: the CRM has no such pipeline', hint: directories },
  status_mismatch: { says: '{it}: a status does not belong to its pipeline', hint: directories },
  field_unknown: { says: '{it}: the CRM has no such field', hint: directories },
  bind_not_widget: {
    says: '{it}: a field is bound to something that is no question of the survey',
    hint: 'The questions: surveyctl quiz view {id} --json',
  },
  subtype_without_bind: { says: '{it}: a subtype is given for a field that is not bound', hint: 'Bind the field too: --bind FIELD=UUID' },
  user_unknown: { says: '{it}: the CRM has no such user', hint: directories },
  title_empty: { says: '{it}: a title is empty' },
  unknown_crm: { says: 'There is no such CRM', hint: 'There are crm_a and crm_b' },
  unknown_entity: { says: 'There is no such entity', hint: 'There are lead, contact, company and deal' },
  unknown_block: { says: 'There is no such block', hint: 'There are deal, list and task' },
  unknown_messenger: { says: 'There is no such messenger', hint: 'There are messenger_a and messenger_b' },
  unknown_service: { says: 'There is no such counter', hint: 'There are analytics_a, analytics_b, pixel_a and pixel_b' },
  field_ambiguous: { says: '{it}: a field has both a question and a text', hint: 'Give one of them: widget:UUID or text:VALUE' },
  field_empty: { says: '{it}: a field has neither a question nor a text', hint: 'Give one of them: widget:UUID or text:VALUE' },
  stage_mismatch: {
    says: '{it}: the stage does not belong to the pipeline',
    hint: 'In the default pipeline a stage does not begin with C, in pipeline N it begins with CN:',
  },
  stage_deal_only: { says: '{it}: only a deal has a stage' },

  webhook_exists: {
    says: '{it} already has a webhook with this address and method',
    hint: 'To find and change it: surveyctl webhook list {id}, surveyctl webhook edit {id} WEBHOOK_ID',
  },
  inactive: { says: '{it} is switched off', hint: 'Switch it on first: surveyctl messenger activate {id} {messenger}' },
  no_recipients: {
    says: '{it} has no recipients',
    hint: 'A recipient appears once the bot is added to a chat; its address is bot_url of: surveyctl messenger view {id} {messenger}',
  },
  test_failed: {
    says: '{it}: the trial message could not be sent',
    hint: 'What was sent and what not: surveyctl integration logs {id} {messenger}',
  },
  unknown_questions: { says: '{it} has no such questions', hint: 'The questions of the draft: surveyctl quiz view {id} --json' },
  emails_not_initialized: {
    says: '{it}: its e-mails have no settings yet',
    hint: 'Write a letter or switch one on first: surveyctl email template {id} owner, surveyctl email enable {id} owner',
  },

  storage_not_connected: { says: 'The account has no storage of its own connected', hint: 'It is connected in the account cabinet' },
  subdomain_invalid: { says: 'The subdomain holds characters that are not allowed', hint: 'Allowed are latin letters, digits and hyphens' },
  subdomain_long: { says: 'The subdomain is too long' },
  subdomain_forbidden: { says: 'The subdomain is reserved by the service', hint: 'Choose another name' },
  subdomain_taken: { says: 'The subdomain belongs to another account', hint: 'Choose another name' },
  ai_report_refused: { says: '{it}: no section of the AI report was accepted', hint: 'Why stands in `refused`: repeat with --json' },
  report_not_ready: { says: '{it}: the AI report is not built yet', hint: 'To build it: surveyctl ai-report start {id}' },
}

/** Write failures that the specification says may be sent again. */
export const repeatableCodes = new Set(['save_failed', 'password_save_failed', 'restore_failed'])

/** Refusals because something isn't there. */
export const isEntityCode = (code: string): boolean => /(^|_)not_found$/.test(code) || code === 'not_found_option'

export const planHint = plan

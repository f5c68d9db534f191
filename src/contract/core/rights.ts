/** The rights of participants. */
export const rights = [
  'payment',
  'account_quiz_settings',
  'domain',
  'settings',
  'view_results',
  'integrations',
  'account_smtp',
  'delete_quiz',
  'create_folder',
  'rename_folder',
  'delete_folder',
  'create_quiz',
  'files_upload',
  'edit_quiz',
] as const
export type Right = (typeof rights)[number]

/** A participant may have them for own surveys alone. */
export const limitedToOwn: ReadonlySet<Right> = new Set(['edit_quiz'])

/** The sections of a document in the order in which they are written, and what of their values is never compared. */

/** What is known of a section. */
export interface Section {
  /** Seen by respondents with the next publication, or at once. */
  effect: 'draft' | 'now'
  /** Only the keys that a document has are managed; so many levels of them. */
  partial?: number
  /** Shown and compared, never sent. */
  readOnly?: true
}

export const sections = {
  name: { effect: 'now' },
  archived: { effect: 'now' },
  folder: { effect: 'now' },
  type: { effect: 'now', readOnly: true },
  template: { effect: 'now' },
  note: { effect: 'now' },
  theme: { effect: 'draft' },
  settings: { effect: 'draft', partial: Infinity },
  hidden: { effect: 'draft', readOnly: true },
  screens: { effect: 'draft' },
  conditions: { effect: 'draft' },
  texts: { effect: 'draft' },
  letters: { effect: 'now', partial: Infinity },
  recipients: { effect: 'now' },
  webhooks: { effect: 'now' },
  messengers: { effect: 'now', partial: 2 },
  sheets: { effect: 'now', partial: 1 },
  automation: { effect: 'now', partial: 1 },
  crm: { effect: 'now', partial: 3 },
  counters: { effect: 'now', partial: Infinity },
  promo: { effect: 'now' },
  payment: { effect: 'now' },
  qr: { effect: 'now' },
} as const satisfies Record<string, Section>
export type SectionName = keyof typeof sections

export const sectionNames = Object.keys(sections) as SectionName[]
export const isSection = (name: string): name is SectionName => Object.hasOwn(sections, name)

/** What the specification assumes where a question doesn't say. */
export const questionDefaults: Readonly<Record<string, unknown>> = {
  withTitle: true,
  withDescription: true,
  isRequired: false,
  isBlocked: false,
}

/** Values of the service's own making, which say nothing of what somebody wants. */
export const volatileFields: ReadonlySet<string> = new Set([
  'updated_at',
  'created_at',
  'published_at',
  'answer_count',
  'url_preview',
  'url_shared',
  'bot_url',
  'table_url',
  'last_synced_at',
  'hooks',
  'editing_lock',
  'ai_quiz_job',
])

/** Lists whose order says nothing. */
export const setFields: ReadonlySet<string> = new Set([
  'available_devices',
  'excluded_questions',
  'owner_excluded_questions',
  'client_excluded_questions',
  'hidden_widget_ids',
])

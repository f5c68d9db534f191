/** The sections of a document in the order in which they are written, and which parts of values are not compared. */

/** What is known of a section. */
export interface Section {
  /** When respondents see a change: with the next publication (`draft`), or at once (`now`). */
  effect: 'draft' | 'now'
  /** Only those keys are managed that a document has, down to this many levels. */
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

// `Object.keys` doesn't know the keys of its argument.
export const sectionNames = Object.keys(sections) as SectionName[]
export const isSection = (name: string): name is SectionName => Object.hasOwn(sections, name)

/** Defaults of the specification for fields that a question doesn't have. */
export const questionDefaults = new Map(
  Object.entries<unknown>({
    withTitle: true,
    withDescription: true,
    isRequired: false,
    isBlocked: false,
  }),
)

/** Values that the service sets by itself; they are not compared. */
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

/** Lists whose order doesn't matter. */
export const unorderedLists: ReadonlySet<string> = new Set([
  'available_devices',
  'excluded_questions',
  'owner_excluded_questions',
  'client_excluded_questions',
  'hidden_widget_ids',
])

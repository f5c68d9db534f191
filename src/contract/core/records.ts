/** Records that several groups answer with. Only what is relied on is required; the rest may be absent. */
import * as z from './schema.ts'

export const folderRef = z.looseObject({ id: z.int(), name: z.optional(z.nullable(z.string())) })

export const quizRow = z.looseObject({
  id: z.int(),
  name: z.optional(z.nullable(z.string())),
  type: z.optional(z.string()),
  url_shared: z.optional(z.nullable(z.string())),
  is_published: z.optional(z.boolean()),
  folder: z.optional(z.nullable(folderRef)),
})
export type QuizRow = z.infer<typeof quizRow>

export const editingLock = z.looseObject({
  locked: z.boolean(),
  can_edit: z.boolean(),
  reason: z.string(),
  campaign: z.looseObject({ id: z.int(), title: z.string(), status: z.string() }),
})

export const entities = z.record(z.string(), z.looseObject({ type: z.string() }))
export const widgets = z.looseObject({ ids: z.array(z.string()), entities })
export type Widgets = z.infer<typeof widgets>

export const quizDetail = z.extend(quizRow, {
  workspace_id: z.optional(z.int()),
  virtual_id: z.optional(z.nullable(z.string())),
  url_preview: z.optional(z.nullable(z.string())),
  answer_count: z.optional(z.int()),
  editing_lock: z.optional(z.nullable(editingLock)),
  widgets: z.optional(widgets),
  hidden_options: z.optional(z.unknown()),
  folder_id: z.optional(z.int()),
  ai_quiz_job: z.optional(z.nullable(z.looseObject({ status: z.optional(z.string()) }))),
  settings: z.optional(z.unknown()),
  conditions: z.optional(z.unknown()),
  theme: z.optional(z.unproven<{ theme_id?: unknown; colors?: { text?: unknown } | null; background?: unknown } | null>()),
  published_at: z.optional(z.unknown()),
  created_at: z.optional(z.nullable(z.string())),
  updated_at: z.optional(z.nullable(z.string())),
  archive_at: z.optional(z.nullable(z.string())),
})

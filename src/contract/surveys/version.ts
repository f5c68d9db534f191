import * as z from '../core/schema.ts'
import { idOf } from '../core/fields.ts'
import { done, listed, operation } from '../core/operation.ts'
import { quizRow } from '../core/records.ts'

export const version = z.looseObject({ id: z.int(), number: z.optional(z.int()), created_at: z.optional(z.nullable(z.string())) })

export const listVersions = operation({
  id: 'version.list',
  request: 'GET /quiz/{id}/versions',
  summary: 'List the publications of a survey, latest first',
  ...listed('items', version, { total: z.optional(z.int()), last_page: z.optional(z.int()) }),
  paging: { by: 'page', size: 20, max: 50 },
  right: 'settings',
  offers: [{ thing: 'version', name: 'number', tells: 'created_at' }],
})

export const restoreVersion = operation({
  id: 'version.restore',
  request: 'POST /quiz/{id}/versions/{versionId}/restore',
  effect: 'deletes',
  summary: 'Put an earlier publication into the draft',
  params: { versionId: idOf('version') },
  result: z.extend(done, { version_id: z.optional(z.int()), published: z.optional(z.boolean()), quiz: z.optional(quizRow) }),
  right: ['settings', 'edit_quiz'],
  locks: true,
  repeatable: true,
  refusals: ['restore_failed'],
})

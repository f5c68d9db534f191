import * as z from '../core/schema.ts'
import { boolean, choice, folderId, idOf, required, text } from '../core/fields.ts'
import { operation } from '../core/operation.ts'

export const listTemplates = operation({
  id: 'template.list',
  request: 'GET /workspace/{workspace_id}/templates',
  summary: 'List templates: the catalogue and your own',
  rows: 'items',
  paging: { by: 'offset', size: 20, max: 100 },
  result: z.looseObject({
    items: z.array(z.looseObject({ id: z.optional(z.int()), name: z.optional(z.nullable(z.string())) })),
    has_more: z.optional(z.boolean()),
  }),
  offers: [{ thing: 'template', tells: 'description' }],
})

const inFolder = required(folderId('Folder to put it in'))

export const createFromTemplate = operation({
  id: 'quiz.from-template',
  request: 'POST /quiz/from-template',
  effect: 'draft',
  summary: 'Create a survey from a template',
  body: {
    template_id: required(idOf('template', 'template_not_found', 'Template of the catalogue, or an own one')),
    folder_id: inFolder,
    name: text("Name of the survey; the template's when absent"),
  },
  result: z.looseObject({ id: z.optional(z.int()), quiz_id: z.optional(z.int()), needs_publish: z.optional(z.boolean()) }),
  right: 'create_quiz',
  refusals: ['folder_not_found', 'access_denied_to_folder', 'template_not_found', 'quiz_limit_today', 'blocked_by_tariff'],
})

export const generateQuiz = operation({
  id: 'quiz.generate',
  request: 'POST /quiz/ai',
  effect: 'draft',
  summary: 'Have the AI build a survey from a description',
  body: {
    folder_id: inFolder,
    prompt: required(text('What the survey is about', { min: 1, limits: 'not empty' })),
    project: text('Project it belongs to, as context'),
    ai_type: choice(['quiz', 'test'], 'A survey, or a test with scoring'),
    with_logic: boolean('With navigation logic'),
  },
  result: z.looseObject({ quiz_id: z.int(), ai_status: z.optional(z.string()) }),
  right: 'create_quiz',
  refusals: ['folder_not_found', 'access_denied_to_folder', 'generation_failed', 'quiz_limit_today', 'blocked_by_tariff'],
})

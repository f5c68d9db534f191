import * as z from '../core/schema.ts'
import { boolean, choice, folderId, idOf, json, list, required, text } from '../core/fields.ts'
import { done, operation, type Result } from '../core/operation.ts'
import { readBack } from '../core/read-back.ts'
import { questionProblems, unknownFields } from './question-rules.ts'
import { entities, quizDetail, quizRow, type Widgets } from '../core/records.ts'
import type { Problem, FieldRule } from '../core/rules.ts'
import { settings } from './settings.ts'
import { isObject } from '../../text/is-object.ts'

const inFolder = required(folderId('Folder to put it in'))

/** What each list of surveys can be asked for. */
export const quizListQuery = {
  folder_id: folderId('Only surveys of this folder'),
  sort: choice(['created_at', 'updated_at', 'name', 'id'], 'Order by this field'),
  order: choice(['desc', 'asc'], 'Direction of the order', { default: 'desc' }),
}

export const createQuiz = operation({
  id: 'quiz.create',
  request: 'POST /quiz',
  effect: 'draft',
  summary: 'Create an empty survey in a folder',
  body: { folder_id: inFolder },
  result: quizDetail,
  created: true,
  right: 'create_quiz',
  refusals: ['workspace_not_found', 'folder_not_found', 'access_denied_to_folder', 'quiz_limit_today', 'blocked_by_tariff'],
})

export const listQuizzes = operation({
  id: 'quiz.list',
  request: 'GET /quiz',
  summary: 'List surveys',
  query: quizListQuery,
  rows: '',
  paging: { by: 'offset' },
  result: z.array(quizRow),
})

export const listArchivedQuizzes = operation({
  id: 'quiz.archived',
  request: 'GET /quiz/archived',
  summary: 'List archived surveys',
  rows: '',
  result: z.array(z.extend(quizRow, { archive_at: z.optional(z.nullable(z.string())) })),
})

export const viewQuiz = operation({
  id: 'quiz.view',
  request: 'GET /quiz/{id}',
  sentBack: true,
  summary: 'Show a survey with its questions',
  result: quizDetail,
  refusals: ['quiz_not_found'],
})

const screenId = /^(welcome|submit|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i

/** Rules, and what isn't known, are looked at once every field is of its schema. */
const widgetsIn = (input: Readonly<Record<string, unknown>>): Widgets => input as unknown as Widgets

/** Ids and entities agree, and each entity is a question of a known type (the specification's "Save rules"). */
const widgetsAgree: FieldRule = (input) => {
  const { ids, entities } = widgetsIn(input)
  const problems: Problem[] = []
  const seen = new Set<string>()
  ids.forEach((id, index) => {
    if (!screenId.test(id)) problems.push({ field: `ids.${index}`, message: `"${id}" must be welcome, submit or a UUID` })
    if (seen.has(id)) problems.push({ field: `ids.${index}`, message: `"${id}" stands twice` })
    if (!Object.hasOwn(entities, id)) problems.push({ field: `ids.${index}`, message: `"${id}" is not a key of entities` })
    seen.add(id)
  })
  for (const id of Object.keys(entities)) if (!seen.has(id)) problems.push({ field: `entities.${id}`, message: 'is not in ids' })
  return [...problems, ...questionProblems({ ids, entities })]
}

export const saveQuiz = operation({
  id: 'quiz.save',
  request: 'POST /quiz/{id}/save',
  effect: 'draft',
  summary: 'Replace the questions of the draft',
  body: {
    ids: required(list(text('Screen id: welcome, submit or a UUID'), 'Screen ids in the order shown')),
    entities: required(json(entities, 'Question of each id')),
  },
  rules: [widgetsAgree],
  // What a command makes itself isn't there yet when its words are read.
  unknown: (input) => (input.entities === undefined ? [] : unknownFields(widgetsIn(input))),
  result: done,
  right: 'edit_quiz',
  locks: true,
  repeatable: true,
  refusals: ['not_found', 'save_failed'],
  replaces: readBack(viewQuiz, ({ widgets }) => widgets),
})

/** Those that are changed; one that the service doesn't show was never set. */
const shownSettings = ({ settings: shown }: Result<typeof viewQuiz>, input: Readonly<Record<string, unknown>>) =>
  isObject(shown) && Object.fromEntries(Object.keys(settings).flatMap((name) => (input[name] === undefined ? [] : [[name, shown[name]]])))

export const setQuiz = operation({
  id: 'quiz.set',
  request: 'POST /quiz/{id}/settings/info',
  effect: 'draft',
  summary: 'Change settings of a survey',
  body: settings,
  result: done,
  repeatable: true,
  replaces: readBack(viewQuiz, shownSettings),
})

export const themeQuiz = operation({
  id: 'quiz.theme',
  request: 'POST /quiz/{id}/applyTheme/{theme_id}',
  effect: 'draft',
  summary: "Apply a theme's colours, background and fonts to the draft",
  params: { theme_id: required(idOf('theme', 'not_found')) },
  result: done,
  right: 'edit_quiz',
  repeatable: true,
  refusals: ['not_found'],
})

export const publishQuiz = operation({
  id: 'quiz.publish',
  request: 'POST /quiz/{id}/publish',
  effect: 'live',
  summary: 'Publish the draft',
  // Not repeatable: each time a snapshot is added to the history.
  result: done,
  right: 'edit_quiz',
  locks: true,
})

export const conditionsQuiz = operation({
  id: 'quiz.conditions',
  request: 'POST /quiz/{id}/conditions',
  effect: 'draft',
  summary: 'Replace the navigation logic of the draft',
  body: { conditions: required(json(z.record(z.string(), z.unknown()), 'Navigation logic; an empty object clears it')) },
  result: done,
  right: 'edit_quiz',
  locks: true,
  repeatable: true,
  replaces: readBack(viewQuiz, ({ conditions }) => ({ conditions: conditions ?? {} })),
})

export const noteQuiz = operation({
  id: 'quiz.note',
  request: 'POST /quiz/{id}/note',
  effect: 'draft',
  summary: 'Write the note of a survey',
  body: { notes: required(text('Text of the note', { max: 1000 })) },
  result: z.looseObject({ notes: z.optional(z.string()) }),
  repeatable: true,
})

export const duplicateQuiz = operation({
  id: 'quiz.duplicate',
  request: 'POST /quiz/{id}/duplicate',
  effect: 'draft',
  summary: 'Copy a survey',
  body: { name: text('Name of the copy') },
  result: z.looseObject({ quiz: quizRow }),
  right: 'create_quiz',
  refusals: ['quiz_limit_today', 'blocked_by_tariff'],
})

export const renameQuiz = operation({
  id: 'quiz.rename',
  request: 'POST /quiz/{id}/rename',
  effect: 'draft',
  summary: 'Rename a survey',
  body: { name: required(text('New name', { min: 1, limits: 'not empty' })) },
  result: z.looseObject({ name: z.optional(z.string()) }),
  repeatable: true,
})

export const makeTemplate = operation({
  id: 'quiz.make-template',
  request: 'POST /quiz/{id}/template',
  effect: 'live',
  summary: 'Turn a survey into a template',
  result: done,
  repeatable: true,
})

export const archiveQuiz = operation({
  id: 'quiz.archive',
  request: 'POST /quiz/{id}/archive',
  effect: 'live',
  summary: 'Archive a survey or bring it back',
  body: { archive: required(boolean('Archived or not')) },
  result: z.looseObject({ is_archived: z.optional(z.boolean()), archive_at: z.optional(z.nullable(z.string())) }),
  repeatable: true,
})

export const moveQuiz = operation({
  id: 'quiz.move',
  request: 'POST /quiz/{id}/move',
  effect: 'draft',
  summary: 'Move a survey to another folder',
  body: { folder_id: required(folderId('Folder to move it to')) },
  result: z.looseObject({ folder: z.optional(z.looseObject({ name: z.optional(z.string()) })) }),
  repeatable: true,
  refusals: ['folder_not_found', 'access_denied_to_folder'],
})

export const deleteQuiz = operation({
  id: 'quiz.delete',
  request: 'DELETE /quiz/{id}',
  effect: 'deletes',
  summary: 'Move a survey to the trash',
  result: done,
  right: 'delete_quiz',
})

export const restoreQuizzes = operation({
  id: 'quiz.restore',
  request: 'POST /workspace/{workspace_id}/quiz/restore',
  effect: 'live',
  summary: 'Bring surveys back from the trash',
  body: { ids: required(list(idOf('survey', 'quiz_not_found', 'Survey id'), 'Ids of the deleted surveys', { min: 1 })) },
  result: done,
  right: 'delete_quiz',
  // Not repeatable: what is back is in the trash no more, and a second request would be told that it never was.
  refusals: ['quiz_not_found', 'blocked_by_tariff'],
})

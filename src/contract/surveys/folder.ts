import * as z from '../core/schema.ts'
import { boolean, folderId, list, required, text } from '../core/fields.ts'
import { done, operation } from '../core/operation.ts'
import { folderRef } from '../core/records.ts'

const name = required(text('Name of the folder', { min: 1, limits: 'not empty' }))

const folder = z.extend(folderRef, { workspace_id: z.optional(z.int()), pos: z.optional(z.int()), is_default: z.optional(z.boolean()) })

export const createFolder = operation({
  id: 'folder.create',
  request: 'POST /workspace/{workspace_id}/folders',
  effect: 'draft',
  summary: 'Create a folder',
  body: { name },
  result: z.looseObject({ folder_id: z.int(), folder: z.optional(folder) }),
  right: 'create_folder',
  refusals: ['workspace_not_found', 'duplicate_name'],
})

export const renameFolder = operation({
  id: 'folder.rename',
  request: 'POST /workspace/{workspace_id}/folders/{folderId}/rename',
  effect: 'draft',
  summary: 'Rename a folder',
  body: { name },
  result: z.looseObject({ name: z.optional(z.string()) }),
  right: 'rename_folder',
  repeatable: true,
  refusals: ['workspace_not_found', 'folder_not_found', 'duplicate_name'],
})

export const deleteFolder = operation({
  id: 'folder.delete',
  request: 'DELETE /workspace/{workspace_id}/folders/{folderId}',
  effect: 'deletes',
  summary: 'Delete a folder',
  body: { confirm_delete_quizzes: boolean('Delete its surveys and their answers too') },
  result: done,
  right: 'delete_folder',
  refusals: ['workspace_not_found', 'folder_not_found', 'default_folder', 'confirm_required'],
})

export const reorderFolders = operation({
  id: 'folder.reorder',
  request: 'POST /workspace/{workspace_id}/folders/reorder',
  effect: 'draft',
  summary: 'Put folders in an order',
  body: { folder_ids: required(list(required(folderId('Folder')), 'Folders in the order shown; those left out follow', { min: 1 })) },
  result: done,
  repeatable: true,
  refusals: ['workspace_not_found', 'folder_not_found'],
})

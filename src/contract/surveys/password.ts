import * as z from '../core/schema.ts'
import { idOf, list, required, text } from '../core/fields.ts'
import { done, listed, operation } from '../core/operation.ts'
import { atLeastOne, notWith } from '../core/rules.ts'

const value = text('Password', { min: 1, max: 255 })

/** Values are never shown. */
export const password = z.looseObject({ password_id: z.int(), number: z.optional(z.int()) })

const passwordId = idOf('password', 'password_not_found')

export const listPasswords = operation({
  id: 'password.list',
  request: 'GET /quiz/{id}/passwords',
  summary: 'List the numbers of the passwords',
  ...listed('passwords', password),
  right: 'settings',
  offers: [{ thing: 'password', id: 'password_id', name: 'number' }],
})

export const addPasswords = operation({
  id: 'password.add',
  request: 'POST /quiz/{id}/passwords',
  effect: 'live',
  summary: 'Add passwords',
  body: { password: value, passwords: list(value, 'Passwords', { min: 1, max: 50 }) },
  rules: [atLeastOne('password', 'passwords'), notWith('password', 'passwords')],
  result: z.looseObject({ added: z.optional(z.int()), passwords: z.array(password) }),
  right: 'settings',
  refusals: ['password_save_failed'],
})

export const changePassword = operation({
  id: 'password.change',
  request: 'POST /quiz/{id}/passwords/{passwordId}',
  effect: 'live',
  summary: 'Change a password',
  params: { passwordId },
  body: { password: required(value) },
  result: done,
  right: 'settings',
  repeatable: true,
  refusals: ['password_not_found', 'password_save_failed'],
})

export const removePassword = operation({
  id: 'password.remove',
  request: 'DELETE /quiz/{id}/passwords/{passwordId}',
  effect: 'deletes',
  summary: 'Remove a password',
  params: { passwordId },
  result: done,
  right: 'settings',
  refusals: ['password_not_found', 'password_delete_failed'],
})

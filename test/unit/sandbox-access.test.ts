import { expect, it } from 'vitest'
import { actorOf, passwordDigest } from '../../src/sandbox/engine/access.ts'
import type { FolderPermission, Permissions } from '../../src/sandbox/store/entities.ts'

const actor = (permissions: Permissions, role?: Permissions, folders: FolderPermission[] = [], is_owner = false) =>
  actorOf(
    { id: 5, workspace_id: 7, role_id: role ? 2 : null, name: '', email: '', is_owner, permissions, created_at: '' },
    role && { id: 2, workspace_id: 7, name: '', permissions: role, folder_permissions: folders },
  )
const quiz = (folder_id: number, member_id: number) => ({ folder_id, member_id })

it('lets the owner do everything', () => {
  const owner = actor({}, {}, [{ folder_id: 2, permissions: 'forbidden' }], true)
  expect([owner.can('domain'), owner.canOn('edit_quiz', quiz(2, 1)), owner.sees(quiz(2, 1))]).toEqual([true, true, true])
})

it.each<[Permissions, Permissions | undefined, boolean]>([
  [{}, undefined, false],
  [{ edit_quiz: 'allowed' }, undefined, true],
  [{}, { edit_quiz: 'allowed' }, true],
  [{ edit_quiz: 'forbidden' }, { edit_quiz: 'allowed' }, false],
  [{ edit_quiz: 'allowed' }, { edit_quiz: 'forbidden' }, true],
])('with %j under the role %j edits: %s', (own, role, allowed) => {
  expect(actor(own, role).canOn('edit_quiz', quiz(1, 1))).toBe(allowed)
})

it('reaches own surveys partially', () => {
  const author = actor({ edit_quiz: 'partially' })
  expect([author.canOn('edit_quiz', quiz(1, 5)), author.canOn('edit_quiz', quiz(1, 1)), author.can('edit_quiz')]).toEqual([
    true,
    false,
    true,
  ])
})

it('lets the folder of a role win both ways', () => {
  const under = actor({ edit_quiz: 'allowed' }, {}, [
    { folder_id: 2, permissions: 'forbidden' },
    { folder_id: 3, permissions: 'allowed' },
    { folder_id: 4, permissions: 'partially' },
  ])
  expect([1, 2, 3, 4].map((folder) => under.canOn('edit_quiz', quiz(folder, 1)))).toEqual([true, false, true, false])
  expect([1, 2, 3, 4].map((folder) => under.sees(quiz(folder, 1)))).toEqual([true, false, true, false])
  expect(under.sees(quiz(4, 5))).toBe(true)
  expect([under.can('settings'), under.can('settings', 3)]).toEqual([false, true])
})

it('digests a password for its survey only', () => {
  expect(passwordDigest(42, 'rose')).not.toBe(passwordDigest(43, 'rose'))
  expect(passwordDigest(42, 'rose')).toBe(passwordDigest(42, 'rose'))
})

/**
 * The initial contents of a sandbox. Ids are fixed, because examples and tests name them.
 *
 * Both seeds: workspace 7 with its owner (member 1) and default folder 1 "Surveys"; themes 1 to 5; catalogue templates 1 to 6.
 *
 * `demo` adds
 *   folders   2 "Customers", 3 "Drafts" (empty)
 *   roles     1 "Editors" (all rights), 2 "Analysts" (sees results; folder 2 allowed, folder 3 forbidden)
 *   members   2 (role 1), 3 and 4 (no role), 5 (role 2)
 *   surveys   42 "Spring", published, all question types with logic, some hundred answers, versions 1 to 3
 *             43 "Onboarding", a draft; 44 "Winter", archived; 45 "Autumn", deleted
 *             46 "Partners", published, behind a password ("open-sesame", number 1)
 *             47 "Service call", a template; 48 "Conference", published, locked by a campaign; 49 "Site card", micro
 * and what the groups add in their own files.
 */
import { addAccount, addMember, addRole, issueKey, type Account } from '../store/account/account.ts'
import { rights } from '../../contract/core/rights.ts'
import { passwordDigest } from '../engine/access.ts'
import { catalogue, conference, earlierSpring, onboarding, partners, spring } from './demo-surveys.ts'
import type { Content } from '../../model/survey.ts'
import type { Permissions, QuizRecord } from '../store/entities.ts'
import { addFolder } from '../store/surveys/folder.ts'
import type { Group } from '../engine/handler.ts'
import type { Service } from '../store/service.ts'
import { generateAnswers, insertGenerated } from './generated-answers.ts'
import { publish } from '../store/surveys/publishing.ts'
import { catalogueId, changeQuiz, insertQuiz, type NewQuiz } from '../store/surveys/quiz.ts'
import type { Store } from '../store/store.ts'
import { isOneOf } from '../../text/is-one-of.ts'
import { seedThemes } from '../store/surveys/theme.ts'

const seedNames = ['empty', 'demo'] as const
export type SeedName = (typeof seedNames)[number]
export const isSeed = (name: unknown): name is SeedName => isOneOf(seedNames, name)

/** The first account of a sandbox. */
interface Seeded {
  apiKey: string
  workspaceId: number
  folderId: number
}

/** Finds the first account in a store that was seeded before. */
export function identify(store: Store): Seeded | undefined {
  const row = store.get<{ key: string; workspace_id: number; folder_id: number }>(`
    select api_key.key, workspace.id as workspace_id, folder.id as folder_id
    from workspace join api_key on api_key.member_id = workspace.owner_id and revoked_at is null
    join folder on folder.workspace_id = workspace.id and is_default = 1
    order by workspace.id, api_key.rowid limit 1`)
  return row && { apiKey: row.key, workspaceId: row.workspace_id, folderId: row.folder_id }
}

/** Fills an empty store; `apiKey` sets the owner's key. */
export async function runSeed(service: Service, groups: readonly Group[], seed: SeedName, apiKey?: string): Promise<Seeded> {
  seedThemes(service.store)
  seedCatalogue(service)
  const account = addAccount(service, {
    id: 7,
    member_id: 1,
    folder_id: 1,
    name: seed === 'demo' ? 'Demo account' : 'Account',
    owner: { name: 'Owner', email: 'owner@example.com' },
    folder: 'Surveys',
  })
  const key = issueKey(service, account.workspace.id, account.owner.id, apiKey)
  if (seed === 'demo') {
    seedDemo(service, account)
    for (const group of groups) await group.seed?.(service, account)
  }
  return { apiKey: key, workspaceId: account.workspace.id, folderId: account.folder.id }
}

function seedCatalogue(service: Service): void {
  catalogue().forEach(({ name, content }, index) => {
    const quiz = insertQuiz(service, {
      id: index + 1,
      workspace_id: catalogueId,
      folder_id: 0,
      member_id: 0,
      name,
      content,
      virtual_id: `template-${index + 1}`,
    })
    changeQuiz(service, quiz, { is_template: true })
  })
}

function seedDemo(service: Service, account: Account): void {
  const { workspace, owner } = account
  const folder = { workspace_id: workspace.id, user_id: owner.id }
  addFolder(service, { ...folder, id: 2, name: 'Customers' })
  addFolder(service, { ...folder, id: 3, name: 'Drafts' })
  seedMembers(service, workspace.id)
  seedSpring(service, account)
  seedOthers(service, account)
}

function seedMembers(service: Service, workspace_id: number): void {
  const all: Permissions = Object.fromEntries(rights.map((right) => [right, 'allowed']))
  addRole(service.store, { id: 1, workspace_id, name: 'Editors', permissions: all, folder_permissions: [] })
  addRole(service.store, {
    id: 2,
    workspace_id,
    name: 'Analysts',
    permissions: { view_results: 'allowed', edit_quiz: 'partially' },
    folder_permissions: [
      { folder_id: 2, permissions: 'allowed' },
      { folder_id: 3, permissions: 'forbidden' },
    ],
  })
  const member = (id: number, role_id: number | null, permissions: Permissions = {}): void => {
    addMember(service, { id, workspace_id, role_id, permissions, name: `Participant ${id}`, email: `participant-${id}@example.com` })
  }
  member(2, 1)
  member(3, null, { edit_quiz: 'allowed', create_quiz: 'allowed' })
  member(4, null, { view_results: 'allowed' })
  member(5, 2)
}

const day = 86_400_000

interface DemoQuiz extends Omit<NewQuiz, 'workspace_id' | 'member_id'> {
  id: number
  content: Content
  name: string
}

/** Creates a survey as if some days ago. */
function demoQuiz(
  service: Service,
  { workspace, owner }: Account,
  quiz: DemoQuiz,
  daysAgo: number,
  patch: Partial<QuizRecord> = {},
): QuizRecord {
  const created_at = new Date(service.now().getTime() - daysAgo * day).toISOString()
  const made = insertQuiz(service, { virtual_id: `demo${quiz.id}`, ...quiz, workspace_id: workspace.id, member_id: owner.id })
  return changeQuiz(service, made, { created_at, ...patch })
}

/** A survey with three publications, and answers to the latest. */
function seedSpring(service: Service, account: Account): void {
  const { store } = service
  const first = demoQuiz(service, account, { id: 42, folder_id: 2, name: 'Spring', content: earlierSpring() }, 120)
  const contents = [first.draft, earlierSpring(), spring()]
  const quiz = contents.reduce((survey, draft) => publish(service, changeQuiz(service, survey, { draft }), account.owner.id), first)
  contents.forEach((_, index) => {
    store.run(
      'update version set created_at = ? where quiz_id = 42 and number = ?',
      new Date(service.now().getTime() - (110 - index * 5) * day).toISOString(),
      index + 1,
    )
  })
  const answers = generateAnswers(service, quiz, {
    count: 360,
    incompletePercent: 10,
    screenoutPercent: 5,
    deletedPercent: 2,
    seed: 42,
    days: 90,
  })
  for (const answer of answers) insertGenerated(service, quiz, answer)
}

function seedOthers(service: Service, account: Account): void {
  const { owner } = account
  const now = service.now().toISOString()
  const published = (quiz: QuizRecord): QuizRecord => publish(service, quiz, owner.id)
  const answered = (quiz: QuizRecord, count: number): void => {
    for (const answer of generateAnswers(service, quiz, { count, seed: quiz.id, days: 20 })) insertGenerated(service, quiz, answer)
  }
  demoQuiz(service, account, { id: 43, folder_id: 1, name: 'Onboarding', content: onboarding() }, 3)
  const winter = published(demoQuiz(service, account, { id: 44, folder_id: 2, name: 'Winter', content: earlierSpring() }, 200))
  answered(winter, 25)
  changeQuiz(service, winter, { archive_at: now })
  const autumn = published(demoQuiz(service, account, { id: 45, folder_id: 2, name: 'Autumn', content: earlierSpring() }, 300))
  answered(autumn, 10)
  changeQuiz(service, autumn, { deleted_at: now })
  const partner = published(demoQuiz(service, account, { id: 46, folder_id: 2, name: 'Partners', content: partners() }, 30))
  service.store.insert('password', {
    quiz_id: 46,
    number: service.store.next('password:46'),
    digest: passwordDigest(46, 'open-sesame'),
    created_at: now,
  })
  answered(partner, 12)
  demoQuiz(service, account, { id: 47, folder_id: 1, name: 'Service call', content: onboarding() }, 60, { is_template: true })
  const locked = published(demoQuiz(service, account, { id: 48, folder_id: 1, name: 'Conference', content: conference() }, 10))
  changeQuiz(service, locked, { campaign: { id: service.store.next('campaign'), title: 'Spring panel', status: 'in_progress' } })
  published(demoQuiz(service, account, { id: 49, folder_id: 1, name: 'Site card', content: conference(), type: 'micro' }, 15))
}

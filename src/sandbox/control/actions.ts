/** The actions of the control address, named after the `sandbox` commands that use them. */
import { isAbsolute } from 'node:path'
import { rights } from '../../contract/core/rights.ts'
import { addAccount, addMember, findRole, findWorkspace, getWorkspace, issueKey, revokeKey } from '../store/account/account.ts'
import { ControlError } from './error.ts'
import { optionalNumber, optionalText, type ActionInput } from './input.ts'
import { permissions as allPermissions, type Campaign, type Permissions, type QuizRecord, type WorkspaceRecord } from '../store/entities.ts'
import { faultProblems, type FaultOptions, type Faults } from '../engine/faults.ts'
import type { ControlHook, Group } from '../engine/handler.ts'
import type { Service } from '../store/service.ts'
import { readInbox } from '../store/inbox.ts'
import { answerSurvey, type AnswerTally } from './answer.ts'
import { deleteAnswers, editAnswers } from './change-answers.ts'
import { isSeed, type SeedName } from '../seed/seed.ts'
import { changePlan } from '../store/account/plan.ts'
import { changeQuiz, findQuiz } from '../store/surveys/quiz.ts'
import { isObject } from '../../text/is-object.ts'
import { isOneOf } from '../../text/is-one-of.ts'

export type Actions = Readonly<Record<string, (input: ActionInput) => unknown>>

export interface ControlParts {
  service: Service
  groups: readonly Group[]
  faults: Faults
  /** The sandbox's first account; requests name others by `workspace_id`. */
  workspaceId: number
  /** How to reach the sandbox. */
  info: () => Readonly<Record<string, unknown>>
  reset: (seed?: SeedName) => Promise<void>
  /** Copies the sandbox into a new folder. */
  save: (folder: string) => Promise<void>
}

export const controlActions = (parts: ControlParts): Actions => ({
  ...sandboxActions(parts),
  ...accountActions(parts),
  ...surveyActions(parts),
  ...faultActions(parts),
  ...groupActions(parts),
})

const sandboxActions = ({ service, info, reset, save }: ControlParts): Actions => ({
  info,
  inbox: ({ after, channel, workspace_id }) =>
    readInbox(service, {
      after: optionalNumber(after, 'after'),
      channel: optionalText(channel, 'channel'),
      workspace_id: optionalNumber(workspace_id, 'workspace_id'),
    }),
  save: async ({ folder }) => {
    if (typeof folder !== 'string' || !isAbsolute(folder)) throw new ControlError('folder must be an absolute path')
    await save(folder)
    return { folder }
  },
  reset: async ({ seed }) => {
    await reset(isSeed(seed) ? seed : undefined)
    return info()
  },
})

const accountActions = (parts: ControlParts): Actions => ({
  'plan show': (input) => workspaceOf(parts, input).plan,
  'plan set': inTransaction(parts, (input) => {
    const { id, plan } = workspaceOf(parts, input)
    if (!isObject(input.change)) throw new ControlError('change must be an object')
    const problems = changePlan(plan, input.change)
    if (problems.length > 0) throw new ControlError(problems.join('\n'))
    parts.service.store.update('workspace', id, { plan })
    return plan
  }),
  'key owner': inTransaction(parts, (input) => {
    const { id, owner_id } = workspaceOf(parts, input)
    return { api_key: issueKey(parts.service, id, owner_id), member_id: owner_id, role_id: null }
  }),
  'key participant': inTransaction(parts, (input) => addParticipant(parts, input)),
  'key revoke': inTransaction(parts, ({ api_key }) => {
    if (!revokeKey(parts.service, optionalText(api_key, 'api_key') ?? ''))
      throw new ControlError('There is no such key, or it is already revoked', 404)
    return { revoked: true }
  }),
  'account add': inTransaction(parts, ({ name }) => {
    const { workspace, owner, folder } = addAccount(parts.service, {
      name: optionalText(name, 'name') ?? 'Another account',
      owner: { name: 'Owner', email: `owner-${Date.now()}@example.com` },
      folder: 'Surveys',
    })
    return { api_key: issueKey(parts.service, workspace.id, owner.id), workspace_id: workspace.id, folder_id: folder.id }
  }),
})

/** Rights that aren't named follow the participant's role; without a role they are forbidden. */
function addParticipant(parts: ControlParts, input: ActionInput): unknown {
  const { service } = parts
  const workspace = workspaceOf(parts, input)
  const role_id = optionalNumber(input.role_id, 'role_id') ?? null
  if (role_id !== null && !findRole(service.store, workspace.id, role_id)) throw new ControlError(`The account has no role ${role_id}`, 404)
  const permissions: Permissions = input.all ? Object.fromEntries(rights.map((right) => [right, 'allowed'])) : {}
  for (const [right, permission] of Object.entries(input.rights ?? {})) {
    if (!isOneOf(rights, right)) throw new ControlError(`Unknown right "${right}"; the rights are ${rights.join(', ')}`)
    if (!isOneOf(allPermissions, permission)) throw new ControlError(`${right} must be allowed, partially or forbidden`)
    permissions[right] = permission
  }
  const count = service.store.number('select count(*) from member where workspace_id = ?', workspace.id)
  const member_id = addMember(service, {
    workspace_id: workspace.id,
    role_id,
    permissions,
    name: `Participant ${count}`,
    email: `participant-${count}@example.com`,
  })
  return { api_key: issueKey(service, workspace.id, member_id), member_id, role_id }
}

function surveyActions(parts: ControlParts): Actions {
  /** The tallies of surveys that are being answered: `sandbox answer` shows how far it is. */
  const answering = new Map<number, AnswerTally>()
  return {
    answer: async (input) => {
      const quiz = quizOf(parts, input)
      return answerSurvey(parts.service, quiz, input, (tally) => answering.set(quiz.id, tally)).finally(() => answering.delete(quiz.id))
    },
    'answer progress': (input) => answering.get(quizOf(parts, input).id)?.answers ?? 0,
    'answer edit': inTransaction(parts, (input) => editAnswers(parts.service, quizOf(parts, input), input)),
    'answer delete': inTransaction(parts, (input) => deleteAnswers(parts.service, quizOf(parts, input), input)),
    lock: inTransaction(parts, (input) => {
      const quiz = quizOf(parts, input)
      const campaign: Campaign = {
        id: parts.service.store.next('campaign'),
        title: optionalText(input.title, 'title') ?? `Respondents for ${quiz.name}`,
        status: 'in_progress',
      }
      changeQuiz(parts.service, quiz, { campaign })
      return { quiz_id: quiz.id, campaign }
    }),
    unlock: inTransaction(parts, (input) => {
      const quiz = quizOf(parts, input)
      changeQuiz(parts.service, quiz, { campaign: null })
      return { quiz_id: quiz.id, unlocked: quiz.campaign !== null }
    }),
  }
}

const faultActions = ({ faults }: ControlParts): Actions => ({
  'fault add': (input) => {
    const problems = faultProblems(input)
    if (problems.length > 0) throw new ControlError(problems.join('\n'))
    // Just checked: its fields are those of a fault, the pattern included.
    return faults.add(input as Partial<FaultOptions> as FaultOptions)
  },
  'fault list': () => faults.list(),
  'fault clear': () => ({ cleared: faults.clear() }),
})

/** What the groups registered: `connect`, `disconnect` and `revoke` for what they connect, and actions of their own. */
function groupActions(parts: ControlParts): Actions {
  const own = parts.groups.flatMap(({ hooks }) => Object.entries(hooks?.control ?? {}))
  const verbs = ['connect', 'disconnect', 'revoke'] as const
  return {
    ...Object.fromEntries(own.map(([name, hook]) => [name, (input: ActionInput) => runHook(parts, hook, input)])),
    ...Object.fromEntries(
      verbs.map((verb) => [verb, (input: ActionInput) => runHook(parts, hookOf(parts.groups, verb, input.what), input)]),
    ),
  }
}

function hookOf(groups: readonly Group[], verb: 'connect' | 'disconnect' | 'revoke', what: unknown): ControlHook {
  const known = new Map(groups.flatMap(({ hooks }) => Object.entries(hooks?.[verb] ?? {})))
  const hook = known.get(String(what))
  if (!hook) throw new ControlError(`Cannot ${verb} "${String(what)}"; what can be is ${[...known.keys()].join(', ')}`)
  return hook
}

const runHook = (parts: ControlParts, hook: ControlHook, input: ActionInput): Promise<unknown> =>
  parts.service.write(() => {
    const quiz = input.quiz === undefined ? undefined : quizOf(parts, input)
    return hook(parts.service, {
      workspace: quiz ? getWorkspace(parts.service.store, quiz.workspace_id) : workspaceOf(parts, input),
      ...(quiz && { quiz }),
      input,
    })
  })

/** Makes an action one write: it is done as a whole or not at all. */
const inTransaction =
  ({ service }: ControlParts, action: (input: ActionInput) => unknown) =>
  (input: ActionInput): Promise<unknown> =>
    service.write(() => action(input))

function workspaceOf({ service, workspaceId }: ControlParts, { workspace_id }: ActionInput): WorkspaceRecord {
  const id = optionalNumber(workspace_id, 'workspace_id') ?? workspaceId
  const workspace = findWorkspace(service.store, id)
  if (!workspace) throw new ControlError(`There is no account ${id}`, 404)
  return workspace
}

/** By id, `virtual_id`, address or exact name. */
function quizOf({ service }: ControlParts, { quiz: reference }: ActionInput): QuizRecord {
  const text = String(reference)
  const lastPart = text
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/^.*\//s, '')
  const ids = /^\d+$/.test(text)
    ? [Number(text)]
    : service.store
        .all<{ id: number }>('select id from quiz where deleted_at is null and (name = ? or virtual_id = ?)', text, lastPart)
        .map(({ id }) => id)
  if (ids.length > 1) throw new ControlError(`${ids.length} surveys are called "${text}": ${ids.join(', ')}; name one by its id`)
  const quiz = ids[0] === undefined ? undefined : findQuiz(service.store, ids[0])
  if (!quiz) throw new ControlError(`There is no survey "${text}"`, 404)
  return quiz
}

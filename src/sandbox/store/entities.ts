/**
 * Records of the sandbox, as handlers see them. Times are ISO 8601 in UTC.
 * Type aliases, not interfaces: results have an index signature, to which only a type alias is assignable.
 */
import type { Right } from '../../contract/core/rights.ts'
import type { PlanOption } from '../../contract/core/plan-options.ts'
import type { AnswerValues, Content } from '../../model/survey.ts'

export type WorkspaceRecord = {
  id: number
  name: string
  /** Member who owns the account. */
  owner_id: number
  plan: PlanState
  created_at: string
}

/** What the account's plan allows; `null` is unlimited. */
export type PlanState = {
  options: Record<PlanOption, boolean>
  limits: Record<PlanLimit, number | null>
}

export const planLimits = [
  'quizzes',
  'quizzes_per_day',
  'answers',
  'members',
  'themes',
  'disk_bytes',
  'file_size_bytes',
  'recipients',
  'ai_reports',
] as const
export type PlanLimit = (typeof planLimits)[number]

/** `partially`: only for surveys that one made oneself. */
export const permissions = ['allowed', 'partially', 'forbidden'] as const
export type Permission = (typeof permissions)[number]
export type Permissions = Partial<Record<Right, Permission>>

export type FolderPermission = { folder_id: number; permissions: Permission }

export type RoleRecord = {
  id: number
  workspace_id: number
  name: string
  permissions: Permissions
  folder_permissions: FolderPermission[]
}

export type MemberRecord = {
  id: number
  workspace_id: number
  role_id: number | null
  name: string
  email: string
  is_owner: boolean
  permissions: Permissions
  created_at: string
}

export type FolderRecord = {
  id: number
  workspace_id: number
  user_id: number
  name: string
  pos: number
  is_default: boolean
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** A paid campaign for respondents; freezes the questions. */
export type Campaign = { id: number; title: string; status: string }

export type QuizRecord = {
  id: number
  workspace_id: number
  folder_id: number
  /** The author. */
  member_id: number
  type: 'regular' | 'micro'
  virtual_id: string
  /** The secret part of the preview's address. */
  preview_key: string
  name: string
  notes: string
  draft: Content
  /** What respondents see; `null` while it was never published. */
  published: Content | null
  /** The published snapshot. */
  version_id: number | null
  is_template: boolean
  campaign: Campaign | null
  promo_list_id: number | null
  /** State of AI assembly: `{ status: 'pending' | ... }`. */
  ai_quiz_job: Record<string, unknown> | null
  created_at: string
  updated_at: string
  published_at: string | null
  archive_at: string | null
  deleted_at: string | null
}

export type AnswerRecord = {
  id: number
  quiz_id: number
  /** Secret of the respondent's session. */
  token: string
  version_id: number | null
  date_start: string
  date_end: string | null
  is_complete: boolean
  is_screenout: boolean
  is_deleted: boolean
  ip_address: string
  user_agent: string
  device: 'desktop' | 'mobile' | 'tablet'
  /** By question id. A value may have been given to an older form of the question, so that its type may differ. */
  values: AnswerValues
  /** Values of hidden variables. */
  hidden: Record<string, string>
  /** Points, where the survey counts them. */
  score: number | null
  /** The code that the respondent got. */
  promo_code: string | null
  updated_at: string
}

export type VersionRecord = {
  id: number
  quiz_id: number
  number: number
  content: Content
  member_id: number
  created_at: string
}

export type FileRecord = {
  /** Also the unguessable part of its address. */
  id: string
  workspace_id: number
  quiz_id: number | null
  name: string
  type: string
  size: number
  /** What it is: `media`, `logo`, `qr`, `answer` ... */
  purpose: string
  created_at: string
}

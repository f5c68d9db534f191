import type { Right } from '../../../contract/core/rights.ts'
import type { Permission, QuizRecord } from '../entities.ts'

/** What permissions on a survey depend on: its folder and its author. */
export type Owned = Pick<QuizRecord, 'folder_id' | 'member_id'>

/** Who makes a request, with what they may do and see. */
export interface Actor {
  /** The account's owner passes every check. */
  isOwner: boolean
  member_id: number
  /** Has the right in the account; with `folderId`, in that folder (a role's permission for the folder overrides). */
  can: (right: Right, folderId?: number) => boolean
  /** Has the right on a survey: its folder decides, and `partially` means one's own surveys only. */
  canOn: (right: Right, quiz: Owned) => boolean
  /** Whether the survey is visible at all. */
  sees: (quiz: Owned) => boolean
  /** Whether the folder itself is visible. */
  seesFolder: (folderId: number) => boolean
  /** Folders for which the role has exactly this permission. */
  foldersWith: (permission: Permission) => number[]
  /** Something may be hidden from this actor; what is hidden is answered as if it didn't exist. */
  limited: boolean
}

import type { Right } from '../../contract/core/rights.ts'
import type { MemberRecord, Permission, QuizRecord } from '../store/entities.ts'

type Placed = Pick<QuizRecord, 'folder_id' | 'member_id'>

/** Who calls. */
export interface Actor {
  /** Passes every check. */
  owner: boolean
  member_id: number
  member: MemberRecord
  /** Account-wide, or in a folder when one is given (permissions of a role for that folder go first). */
  can: (right: Right, folderId?: number) => boolean
  /** For a survey: its folder counts, and `partially` is for one's own. */
  canOn: (right: Right, quiz: Placed) => boolean
  /** Whether the survey is shown to this one at all. */
  sees: (quiz: Placed) => boolean
  /** Whether the folder itself is shown. */
  opens: (folderId: number) => boolean
  /** Folders that the role gives just this permission for. */
  foldersWith: (permission: Permission) => number[]
  /** Something is hidden from this one: it is answered as what isn't there is. */
  limited: boolean
}

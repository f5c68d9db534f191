/** Selects the failed entries of a log that a resend is for: one, those of a period, or all. */
import { refuse } from '../store/refusal.ts'
import type { RecordOf, Owner, Records } from '../store/records.ts'

interface LogEntry {
  status: string
  created_at: string
}
interface Resend {
  log_id?: number | undefined
  date_from?: string | undefined
  date_to?: string | undefined
}

export function failedEntries<T extends LogEntry>(logs: Records<T>, owner: Owner, { log_id, date_from, date_to }: Resend): RecordOf<T>[] {
  const failed = logs.list(owner).filter(({ status }) => status === 'failed')
  if (log_id !== undefined) {
    if (!logs.get(log_id, owner)) refuse(400, 'not_found')
    return failed.filter(({ id }) => id === log_id)
  }
  return failed.filter(
    ({ created_at }) =>
      (date_from === undefined || created_at.slice(0, 10) >= date_from) && (date_to === undefined || created_at.slice(0, 10) <= date_to),
  )
}

import * as contract from '../../../contract/answers/filter.ts'
import type { HandlersOf } from '../../engine/handler.ts'

interface SavedFilters {
  sets: Record<string, unknown>[]
}

export const handlers: HandlersOf<typeof contract> = {
  saveFilters: ({ input: { type, filters }, quiz, service }) => {
    const { sets } = service.store.records<SavedFilters>('filters').put({ quiz_id: quiz.id, key: type }, { sets: filters })
    return { status: true, quiz_id: quiz.id, type, items: sets }
  },
}

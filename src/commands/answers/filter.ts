import { command, group } from '../../cli/command.ts'
import { saveFilters } from '../../contract/answers/filter.ts'
import { counted } from '../../text/counted.ts'

export const filterGroup = group('filter', {
  summary: 'Saved filter sets of a survey',
  aliases: ['filters'],
  shows: 'quiz view {id}',
  commands: [
    command('save', saveFilters, {
      done: (_, { id, type, filters }) =>
        filters.length === 0
          ? `Cleared the saved filters (${type}) of survey ${id}`
          : `Saved ${counted(filters.length, 'filter set')} (${type}) of survey ${id}`,
      examples: ['filter save 42 --type report --file filter-sets.yaml', "filter save 42 --type answers --filters '[]'"],
    }),
  ],
})

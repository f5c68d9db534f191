import { command, group } from '../cli/command.ts'
import { listTemplates } from '../contract/template.ts'

export const templateGroup = group(
  'template',
  'Templates to start surveys from',
  [
    command('list', listTemplates, {
      aliases: ['ls'],
      columns: [
        'id',
        'name',
        { path: 'is_own', label: 'own', as: 'yesno' },
        { path: 'questions_count', label: 'questions' },
        'description',
      ],
      examples: ['template list', 'template list --all --json --fields id,name'],
    }),
  ],
  ['templates'],
  {
    shows: 'quiz list --sort created_at --limit 10',
    lists: { template_not_found: 'template list' },
    refusals: {
      generation_failed: { says: 'The survey could not be generated', hint: 'Try another description' },
    },
  },
)

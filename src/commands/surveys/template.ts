import { command, group } from '../../cli/command.ts'
import { listTemplates } from '../../contract/surveys/template.ts'

export const templateGroup = group('template', {
  summary: 'Templates to start surveys from',
  aliases: ['templates'],
  shows: 'template list',
  commands: [
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
})

import { surveyDetails } from '../confirm-details.ts'
import { command, group } from '../../cli/command.ts'
import { listVersions, restoreVersion } from '../../contract/surveys/version.ts'
import { toCopy } from '../../text/to-copy.ts'

export const versionGroup = group('version', {
  summary: 'Publications of a survey',
  aliases: ['versions'],
  shows: 'version list {id}',
  refusals: {
    restore_failed: { says: '{it} could not be restored', hint: 'The versions of a survey: surveyctl version list {id}' },
  },
  commands: [
    command('list', listVersions, {
      aliases: ['ls'],
      columns: [
        'id',
        'number',
        { path: 'created_at', label: 'published', as: 'time' },
        { path: 'questions_count', label: 'questions' },
        { path: 'is_current', label: 'current', as: 'yesno' },
      ],
      examples: ['version list 42', 'version list 42 --all --json'],
    }),
    command('restore', restoreVersion, {
      confirm: ({ id, versionId }) => `Put version ${versionId} into the draft of survey ${id}? What the draft holds now is lost.`,
      confirmDetails: (context, { id }) =>
        surveyDetails(
          context,
          id,
          toCopy`to keep what the draft holds: surveyctl quiz view ${id} --json > draft.json`,
          'respondents see no change until it is published',
        ),
      done: (_, { id, versionId }) => [
        `Put version ${versionId} into the draft of survey ${id}`,
        toCopy`Respondents see the published version until: surveyctl quiz publish ${id}`,
      ],
      examples: ['version restore 42 1 --yes'],
    }),
  ],
})

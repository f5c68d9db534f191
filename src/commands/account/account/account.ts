/** The whole account: a copy of it, what has changed since, and bringing it back. */
import { group, ownCommand } from '../../../cli/command.ts'
import { createQuiz } from '../../../contract/surveys/quiz.ts'
import { checkFlags } from '../../surveys/check/flags.ts'
import { auditReads, keptReads, restoreWrites } from './operations.ts'

const folder = { dir: 'Folder of the backup' }

const backup = ownCommand('backup', {
  summary: 'Copy everything that can be read of the account into a folder',
  positionals: ['dir'],
  arguments: folder,
  extra: {
    from: { flag: '--from <dir>', about: 'An earlier backup: what has not changed since is taken from it' },
    answers: {
      flag: '--answers [extent]',
      about: 'Also the answers; "--answers=full" reads all of them again, where --from would bring the known ones',
      many: true,
    },
    files: { flag: '--files', about: 'Also the files that respondents uploaded; implies --answers' },
    media: { flag: '--media', about: 'Also pictures, videos and sounds of questions' },
    allowGaps: { flag: '--allow-gaps', about: 'Exit 0 although a right or the plan keeps something from being read' },
  },
  examples: [
    'surveyctl account backup monday --media --allow-gaps',
    'surveyctl account backup monday --answers --allow-gaps && surveyctl account backup tuesday --answers --from monday --allow-gaps',
  ],
  also: keptReads,
  run: async (context, { dir }, options) => (await import('./backup.ts')).backUpAccount(context, dir, options),
})

const verify = ownCommand('verify', {
  summary: 'Verify that a backup is as it was written; sends no request (exit 1: damaged)',
  positionals: ['dir'],
  arguments: folder,
  examples: ['surveyctl account backup monday --allow-gaps && surveyctl account verify monday'],
  run: async (context, { dir }) => (await import('./verify.ts')).verifyBackup(context, dir),
})

const diff = ownCommand('diff', {
  summary: 'Show what has changed since a backup, in the account or up to a later backup (exit 10: differences)',
  positionals: ['dir', '[other]'],
  arguments: { dir: 'Folder of a backup', other: 'Folder of a later one (default: the account as it is now)' },
  extra: {
    live: { flag: '--live', about: 'Say it: the account as it is now' },
    map: { flag: '--map <file>', about: 'Which survey stands for which: map.json of a restore' },
  },
  examples: ['surveyctl account backup monday --allow-gaps && surveyctl account diff monday'],
  also: keptReads,
  run: async (context, { dir, other }, options) => (await import('./diff.ts')).diffAccounts(context, dir, other, options),
})

const restore = ownCommand('restore', {
  summary: 'Make the surveys of a backup anew, switched off and unpublished, beside what is there',
  positionals: ['dir'],
  arguments: folder,
  extra: {
    inPlace: {
      flag: '--in-place <survey>',
      about: 'Change this survey, which is there, back to what the backup has (id or name; repeatable)',
      many: true,
    },
    allowLoss: { flag: '--allow-loss', about: 'With --in-place: continue although answers, recipients or logs that came since are lost' },
    fromTrash: { flag: '--from-trash', about: 'Bring back only what is gone: from the trash with its answers, else anew' },
    activate: { flag: '--activate', about: 'Switch on letters, webhooks, counters and schedulers as they were' },
    publish: { flag: '--publish', about: 'Publish what was published' },
    recipients: { flag: '--recipients', about: 'Add the recipients of answers; each gets a letter' },
    usedCodes: { flag: '--used-codes', about: 'Put used promo codes into lists that are attached to nothing' },
    first: { flag: '--first <n>', about: 'Only the first so many surveys' },
    again: { flag: '--again', about: 'Make a second copy, where one was restored' },
  },
  examples: [
    'surveyctl account backup monday --allow-gaps && surveyctl quiz delete 44 --yes && surveyctl account restore monday --from-trash --yes',
    'surveyctl account backup monday --allow-gaps && surveyctl question set 42 2 title=Oops && surveyctl account restore monday --in-place 42 --yes',
  ],
  also: [createQuiz, keptReads, restoreWrites],
  run: async (context, { dir }, options) => (await import('./restore.ts')).restoreAccount(context, dir, options),
})

const audit = ownCommand('audit', {
  summary: 'Check whether the whole account is in order (exit 1: something is to be done)',
  extra: {
    ...checkFlags,
    since: { flag: '--since <duration>', about: 'Deliveries and answers of this time (default 90d)' },
    probe: { flag: '--probe', about: 'Also test the own mail service and storage, which sends requests of theirs' },
    strict: {
      flag: '--strict',
      about: 'Fail as well when rules could not be checked: for want of a right, an option of the plan, --probe, or domains',
    },
  },
  examples: ['account audit --fail-on never', 'account audit --sarif audit.sarif --fail-on never'],
  also: [keptReads, auditReads],
  run: async (context, _, options) => (await import('./audit.ts')).auditAccount(context, options),
})

export const accountGroup = group('account', {
  summary: 'The whole account: backup, restore, difference, audit',
  shows: 'quiz list',
  commands: [backup, verify, diff, restore, audit],
})

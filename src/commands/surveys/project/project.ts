/** Surveys in a repository: files that say what is to be, and the commands that bring files and service together. */
import { group, ownCommand } from '../../../cli/command.ts'
import { createFolder } from '../../../contract/surveys/folder.ts'
import * as quiz from '../../../contract/surveys/quiz.ts'
import { viewTariff } from '../../../contract/account/tariff.ts'
import { listVersions } from '../../../contract/surveys/version.ts'
import { checkFlags } from '../check/flags.ts'
import { reads as checkReads } from '../../../check/operations.ts'
import { allowLoss, waitUnlock } from '../change-flags.ts'
import { adopt, env, envAdd, forget } from './link.ts'
import { countReads, reads, writes } from './operations.ts'

const keys = { keys: 'Surveys, by the names of their folders (default: all)' }
const check = { flag: '--no-check', about: 'Continue with surveys in which "project check" finds errors' } as const
const exact = { flag: '--exact', about: 'Undo changes that were made only on the service, so that it is exactly as the files say' } as const
const resend = {
  flag: '--resend <sections>',
  about: 'Send these sections in full, as the service does not show them: theme,settings',
} as const
const patience = {
  flag: '--patience <duration>',
  about: 'Longest total wait when the service asks to slow down (429; default 15m)',
} as const
const init = ownCommand('init', {
  summary: 'Make this folder a project of surveys',
  examples: ['project init'],
  run: async (context) => (await import('./init.ts')).initProject(context),
})

const pull = ownCommand('pull', {
  summary: 'Update the files with changes made on the service; changes made in the files are kept',
  positionals: ['[keys...]'],
  arguments: { keys: 'Surveys, by the names of their folders (default: all in the project)' },
  extra: {
    env,
    all: { flag: '--all', about: 'Also surveys of the account that have no folder yet' },
    theirs: { flag: '--theirs', about: "Resolve conflicts with the service's version" },
    patience,
    allSettings: { flag: '--all-settings', about: 'Also settings that the file leaves out' },
    fromBackup: { flag: '--from-backup <dir>', about: 'Bring what a backup holds into the files, to apply it again' },
  },
  examples: ['surveyctl project init && surveyctl project pull --all'],
  also: [quiz.listQuizzes, ...reads],
  run: async (context, { keys = [] }, options) => (await import('./pull.ts')).pullProject(context, keys, options),
})

const status = ownCommand('status', {
  summary: 'Show what was changed in the files; sends no request (exit 10: changes)',
  positionals: ['[keys...]'],
  arguments: keys,
  extra: { env, full: { flag: '--full', about: 'Read all files again, without the cache' } },
  examples: ['surveyctl project init && surveyctl project pull --all && surveyctl project status'],
  run: async (context, { keys = [] }, options) => (await import('./status.ts')).showStatus(context, keys, options),
})

const drift = ownCommand('drift', {
  summary: 'Show what was changed on the service (exit 10: changes)',
  positionals: ['[keys...]'],
  arguments: keys,
  extra: { env, patience },
  examples: ['surveyctl project init && surveyctl project pull --all && surveyctl project drift'],
  also: reads,
  run: async (context, { keys = [] }, options) => (await import('./drift.ts')).showDrift(context, keys, options),
})

const plan = ownCommand('plan', {
  summary: 'Show what apply would do; sends nothing (exit 10: changes, 1: conflicts or errors that check finds, 2: broken files)',
  positionals: ['[keys...]'],
  arguments: keys,
  extra: {
    env,
    exact,
    resend,
    patience,
    out: { flag: '--out <file>', about: 'Save the plan to a file, for "project apply --plan"' },
    markdown: { flag: '--markdown', about: 'As Markdown, for a comment under a pull request; at most 60,000 characters' },
    full: { flag: '--full', about: 'Show whole values; read all files again, without the cache' },
    check,
  },
  examples: ['surveyctl project init && surveyctl project pull --all && surveyctl project plan'],
  also: [...reads, ...countReads, quiz.listQuizzes],
  run: async (context, { keys = [] }, options) => (await import('./plan.ts')).showPlan(context, keys, options),
})

const apply = ownCommand('apply', {
  summary: 'Apply the files to the service',
  positionals: ['[keys...]'],
  arguments: keys,
  extra: {
    env,
    exact,
    resend,
    patience,
    plan: { flag: '--plan <file>', about: 'Apply a saved plan, if nothing has changed since' },
    publish: {
      flag: '--publish [key]',
      about:
        'Also publish what this run changes and what an earlier apply saved; with a key this survey, whatever is in its draft (may be repeated)',
      many: true,
    },
    publishAll: {
      flag: '--publish-all',
      about: 'Also publish drafts that others left and surveys that were never published, as "project plan" names them',
    },
    allowLoss,
    check,
    waitUnlock,
  },
  // It asks itself, once there is a plan to show.
  confirm: () => undefined,
  examples: ['surveyctl project init && surveyctl project pull --all && surveyctl project apply --dry-run'],
  also: [
    quiz.createQuiz,
    createFolder,
    ...writes,
    quiz.publishQuiz,
    ...reads,
    ...countReads,
    viewTariff,
    quiz.listQuizzes,
    quiz.listArchivedQuizzes,
    listVersions,
  ],
  run: async (context, { keys = [] }, options) => (await import('./apply.ts')).applyProject(context, keys, options),
})

const resolve = ownCommand('resolve', {
  summary: 'Resolve conflicts between the files and the service',
  positionals: ['key', '[paths...]'],
  arguments: { key: 'Name of the folder', paths: 'Conflicts, as "project plan" names them (default: all)' },
  extra: {
    env,
    ours: { flag: '--ours', about: "Keep the files' version, which the next apply sends" },
    theirs: { flag: '--theirs', about: "Write the service's version into the files" },
  },
  examples: [
    'surveyctl project init && surveyctl project adopt spring 42 && surveyctl project forget spring && surveyctl quiz rename 42 Summer && surveyctl project adopt spring 42 && surveyctl project resolve spring name --ours',
  ],
  also: reads,
  run: async (context, { key, paths = [] }, options) => (await import('./resolve.ts')).resolveConflicts(context, key, paths, options),
})

const renameKey = ownCommand('rename-key', {
  summary: 'Change the key of a question in the files; it stays the same question',
  positionals: ['key', 'old', 'new'],
  arguments: { key: 'Name of the folder', old: 'Current key of the question', new: 'Its new key' },
  examples: [
    'surveyctl project init && surveyctl project adopt onboarding 43 && surveyctl project rename-key onboarding rating-1 first-week',
  ],
  run: async (context, { key, old, new: now }) => (await import('./rename-key.ts')).renameKey(context, key, old, now),
})

const schema = ownCommand('schema', {
  summary: 'Write the JSON Schemas of the files, for editors',
  extra: { gaps: { flag: '--gaps', about: 'List what the files cannot hold, and why, instead of writing schemas' } },
  examples: ['surveyctl project init && surveyctl project schema', 'project schema --gaps'],
  run: async (context, _, { gaps }) => {
    const { showGaps, writeSchemas } = await import('./schema.ts')
    await (gaps ? showGaps(context) : writeSchemas(context))
  },
})

const fmt = ownCommand('fmt', {
  summary: 'Format survey files: standard order and layout; comments are kept',
  positionals: ['[keys...]'],
  arguments: keys,
  extra: {
    check: { flag: '--check', about: 'Change nothing; exit 10 if a file is not formatted' },
    ids: { flag: '--ids', about: 'Write ids into options that have none (until then their position is their id)' },
  },
  examples: ['surveyctl project init && surveyctl project pull --all && surveyctl project fmt'],
  run: async (context, { keys = [] }, options) => (await import('./fmt.ts')).formatProject(context, keys, options),
})

const checkFiles = ownCommand('check', {
  summary: 'Check the files for mistakes that respondents would notice; sends no request without --live',
  positionals: ['[keys...]'],
  arguments: keys,
  extra: {
    env,
    live: { flag: '--live', about: 'Also check what only the service knows: e-mails, integrations, codes, media, the plan' },
    ...checkFlags,
  },
  examples: [
    'surveyctl project init && surveyctl project pull --all && surveyctl project check',
    'surveyctl project init && surveyctl project pull --all && surveyctl project check --sarif check.sarif',
    'surveyctl project init && surveyctl project adopt spring 42 && surveyctl project check --live',
  ],
  also: checkReads,
  run: async (context, { keys = [] }, options) => (await import('./check.ts')).checkProject(context, keys, options),
})

export const projectGroup = group('project', {
  summary: 'Surveys in a repository: files, plan, apply',
  shows: 'project plan',
  commands: [init, pull, status, drift, plan, apply, checkFiles, adopt, forget, envAdd, resolve, renameKey, schema, fmt],
})

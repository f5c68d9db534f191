/** The commands that say which survey, and which environment, files are of. */
import { ownCommand } from '../../../cli/command.ts'
import { listQuizzes } from '../../../contract/surveys/quiz.ts'
import { reads } from './operations.ts'

/** The flag of nearly all commands of a project. */
export const env = { flag: '--env <name>', about: 'Environment of surveyctl.yaml (default: its "default", or the only one)' } as const

export const adopt = ownCommand('adopt', {
  summary: 'Link a folder to an existing survey of the service',
  positionals: ['[key]', '[survey]'],
  arguments: { key: 'Name of the folder; created if it does not exist', survey: 'Survey: id, virtual_id, address or exact name' },
  extra: {
    env,
    all: { flag: '--all', about: 'Instead, each folder that is linked to none, to the one survey that has the name in its file' },
  },
  examples: ['surveyctl project init && surveyctl project adopt spring 42'],
  also: [...reads, listQuizzes],
  run: async (context, input, options) => (await import('./adopt.ts')).adoptSurveys(context, input, options),
})

export const forget = ownCommand('forget', {
  summary: 'Stop managing a survey here; its files and the survey stay',
  positionals: ['key'],
  arguments: { key: 'Name of its folder' },
  extra: { env },
  examples: ['surveyctl project init && surveyctl project adopt spring 42 && surveyctl project forget spring'],
  run: async (context, { key }, { env }) => (await import('./adopt.ts')).forgetSurvey(context, key, env),
})

export const envAdd = ownCommand('env add', {
  summary: 'Add an environment to surveyctl.yaml, with --profile for its account',
  positionals: ['name'],
  arguments: { name: 'Its name' },
  extra: { from: { flag: '--from <name>', about: 'Take over the state from before there were environments: default' } },
  examples: ['surveyctl project init && surveyctl project pull --all && surveyctl project env add test --from default'],
  run: async (context, { name }, { from }) => (await import('./env.ts')).addEnv(context, name, from),
})

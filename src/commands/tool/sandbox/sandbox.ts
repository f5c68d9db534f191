import { resolve } from 'node:path'
import { group, ownCommand, type Extras } from '../../../cli/command.ts'
import { accountAdd, keyOwner, keyParticipant, keyRevoke, planSet, planShow } from './account.ts'
import { control, askForAny } from './ask.ts'
import { faultAdd, faultClear, faultList } from './fault.ts'
import { answer, lock, unlock } from './survey.ts'
import { console, status } from './status.ts'
import { bookingAdd, cabinet, inbox, mailingAdd } from './world.ts'
import { toCopy } from '../../../text/to-copy.ts'

const seed = { flag: '--seed <seed>', about: 'Data that it starts with (default: demo)', choices: ['demo', 'empty'] } as const
const startFlags = {
  data: { flag: '--data <folder>', about: 'Keep everything in this folder; a later start continues from it' },
  seed,
  allowLocalWebhooks: { flag: '--allow-local-webhooks', about: 'Allow webhooks to call this machine' },
} as const satisfies Extras

const start = ownCommand('start', {
  summary: 'Run the service on this machine until Ctrl-C',
  endless: true,
  extra: {
    port: { flag: '--port <n>', about: 'Port on 127.0.0.1, 0 for any free one (default 4010)' },
    ...startFlags,
    profile: { flag: '--no-profile', about: 'Do not save the profile "sandbox"' },
  },
  examples: ['sandbox start', 'sandbox start --port 0 --data survey-data'],
  run: async (context, _, options) => (await import('./start.ts')).startSandbox(context, options),
})

const run = ownCommand('run', {
  summary: 'Start a fresh sandbox, run a command with it, and stop it',
  positionals: ['command...'],
  arguments: { command: 'Program and its arguments, after --' },
  extra: startFlags,
  examples: [
    'sandbox run -- surveyctl quiz list',
    "sandbox run --seed empty -- sh -c 'surveyctl folder create Spring && surveyctl tariff view'",
  ],
  run: async (context, { command }, options) => (await import('./start.ts')).runInSandbox(context, command, options),
})

const reset = ownCommand('reset', {
  summary: 'Reset the sandbox to what it started with; keys and addresses stay',
  extra: { seed: { ...seed, about: 'Start with this data instead' }, control },
  examples: ['sandbox reset', 'sandbox reset --seed empty'],
  run: async (context, _, options) =>
    context.show.done(await askForAny(context, options, 'reset', { seed: options.seed }), 'Reset the sandbox'),
})

const save = ownCommand('save', {
  summary: 'Save all data of the running sandbox in a new folder, for sandbox start --data',
  positionals: ['folder'],
  arguments: { folder: 'New or empty folder' },
  extra: { control },
  examples: ['sandbox save survey-data'],
  run: async (context, { folder }, options) => {
    const result = await askForAny(context, options, 'save', { folder: resolve(folder) })
    await context.show.done(result, [
      `Saved the sandbox as it is now to ${folder}`,
      toCopy`To continue from it: surveyctl sandbox start --data ${folder}`,
    ])
  },
})

export const sandboxGroup = group('sandbox', {
  summary: 'Run the whole service on this machine',
  commands: [
    start,
    run,
    status,
    console,
    answer,
    lock,
    unlock,
    planShow,
    planSet,
    keyOwner,
    keyParticipant,
    keyRevoke,
    accountAdd,
    cabinet('connect', 'Connected', 'Connect an integration of a survey, or a service of the account', [
      'sandbox connect 42 crm_b',
      'sandbox connect smtp',
    ]),
    cabinet('disconnect', 'Disconnected', 'Disconnect an integration of a survey, or a service of the account', [
      'sandbox connect 42 crm_b && surveyctl sandbox disconnect 42 crm_b',
    ]),
    cabinet('revoke', 'Revoked the access of', 'Revoke the access that an integration was given', [
      'sandbox connect 42 crm_b && surveyctl sandbox revoke 42 crm_b',
    ]),
    inbox,
    faultAdd,
    faultList,
    faultClear,
    mailingAdd,
    bookingAdd,
    save,
    reset,
  ],
})

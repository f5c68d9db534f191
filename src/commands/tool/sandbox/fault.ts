/** Faults on the sandbox's requests. */
import { ownCommand } from '../../../cli/command.ts'
import { readCount, readDuration } from '../../../cli/values.ts'
import * as z from '../../../contract/core/schema.ts'
import type { Column } from '../../../output/columns.ts'
import type { FaultOptions } from '../../../sandbox/engine/faults.ts'
import { control, askFor } from './ask.ts'
import { counted } from '../../../text/counted.ts'

const faultColumns: Column[] = [
  'id',
  'pattern',
  'status',
  'code',
  'delay',
  'cut',
  'reset',
  'shuffle',
  'taken_ids',
  'times',
  'after_commit',
  'retry_after',
  'used',
]

export const faultAdd = ownCommand('fault add', {
  summary: 'Make matching requests fail',
  positionals: ['pattern'],
  arguments: { pattern: "'METHOD PATH' below the base address, * for a part of it; '* *' is every request" },
  extra: {
    status: { flag: '--status <n>', about: 'Answer with this status' },
    code: { flag: '--code <code>', about: 'Refuse with this code, and the status that belongs to it' },
    delay: { flag: '--delay <time>', about: 'Delay the answer, e.g. 500ms or 2s' },
    cut: { flag: '--cut <bytes>', about: 'Break the connection after this many bytes of the body' },
    reset: { flag: '--reset', about: 'Break the connection instead of answering' },
    shuffle: { flag: '--shuffle', about: 'Return answers with the same time in another order each time (GET /quiz/*/answers)' },
    takenIds: { flag: '--taken-ids', about: 'Refuse ids of questions and options that another survey has (POST /quiz/*/save)' },
    times: { flag: '--times <n>', about: 'Only for this many requests' },
    retryAfter: { flag: '--retry-after <seconds>', about: 'Send the header Retry-After' },
    afterCommit: { flag: '--after-commit', about: 'Store the write first, then fail' },
    control,
  },
  columns: faultColumns,
  examples: [
    "sandbox fault add 'POST /quiz/*/save' --status 503 --times 1",
    "sandbox fault add 'POST /quiz/*/save' --code save_failed",
    "sandbox fault add '* *' --delay 500ms --times 3",
    "sandbox fault add 'GET /quiz/*/answers' --shuffle",
  ],
  run: async (context, { pattern }, options) => {
    const fault = await askFor(z.looseObject({ id: z.int(), pattern: z.string() }), context, options, 'fault add', {
      pattern,
      code: options.code,
      reset: options.reset,
      shuffle: options.shuffle,
      taken_ids: options.takenIds,
      after_commit: options.afterCommit,
      status: readCount(options.status, '--status', 100),
      cut: readCount(options.cut, '--cut', 0),
      times: readCount(options.times, '--times'),
      retry_after: readCount(options.retryAfter, '--retry-after', 0),
      delay: readDuration(options.delay, '--delay'),
    } satisfies Record<keyof FaultOptions, unknown>)
    await context.show.done(fault, `Added fault ${fault.id} on ${fault.pattern}`, fault.id)
  },
})

export const faultList = ownCommand('fault list', {
  summary: 'List the faults',
  extra: { control },
  columns: faultColumns,
  examples: ['sandbox fault list'],
  run: async (context, _, options) =>
    context.show.rows([await askFor(z.array(z.unknown()), context, options, 'fault list', {})], faultColumns),
})

export const faultClear = ownCommand('fault clear', {
  summary: 'Remove all faults',
  extra: { control },
  examples: ['sandbox fault clear'],
  run: async (context, _, options) => {
    const result = await askFor(z.looseObject({ cleared: z.int() }), context, options, 'fault clear', {})
    await context.show.done(result, `Removed ${counted(result.cleared, 'fault')}`)
  },
})

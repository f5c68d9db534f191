import { command, group } from '../../cli/command.ts'
import type { Context } from '../../cli/context.ts'
import { addPasswords, changePassword, listPasswords, removePassword } from '../../contract/surveys/password.ts'
import { usageError } from '../../errors.ts'
import { counted } from '../../text/counted.ts'

/** Passwords that one request may carry. */
const batchSize = 50
/** No letters or digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
const generatedLength = 12

async function generate(count: number): Promise<string[]> {
  const { randomInt } = await import('node:crypto')
  const one = (): string => Array.from({ length: generatedLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return Array.from({ length: count }, one)
}

/** Secrets come from a hidden prompt or from standard input, one a line; never from argv. */
async function readValues(context: Context, question: string): Promise<string[]> {
  if (context.ask.standardInput.isTerminal) return [await context.ask.value(question, 'A password on standard input', { secret: true })]
  const lines = (await context.ask.readText('-')).split(/\r?\n/).filter((line) => line !== '')
  if (lines.length === 0) throw usageError('Standard input holds no password')
  return lines
}

function readCount(given: string): number {
  if (!/^[1-9]\d{0,4}$/.test(given)) throw usageError('--generate must be a whole number from 1 to 99999')
  return Number(given)
}

interface Added {
  password_id: number
  number?: number | undefined
}

/** Sends the values in as many calls as needed; what was stored is told to `stored` before the next call. */
async function send(
  context: Context,
  id: number,
  values: readonly string[],
  stored: (added: Added[], values: string[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < values.length; from += batchSize) {
    const passwords = values.slice(from, from + batchSize)
    const [password, ...others] = passwords
    const isOne = password !== undefined && others.length === 0
    const result = await context.service.call(addPasswords, isOne ? { id, password } : { id, passwords })
    await stored(result.passwords ?? [], passwords)
  }
}

/** Generated values can't be read again: each batch is shown as soon as it is stored, and nothing else is. */
async function add(context: Context, id: number, values: readonly string[], generated: boolean): Promise<void> {
  const added: Added[] = []
  const shown: string[] = []
  const { asData } = context.show.form
  const conclude = async (): Promise<void> => {
    if (context.flags.dryRun || (added.length === 0 && shown.length === 0)) return
    const line = `Added ${counted(added.length, 'password')} to survey ${id}${numbers(added)}`
    if (generated && !asData) return context.show.note(`${line}. The values are not shown again.`)
    await context.show.done(
      { status: true, quiz_id: id, added: added.length, passwords: added, ...(generated && { generated: shown }) },
      line,
      added.map(({ password_id }) => password_id).join('\n'),
    )
  }
  try {
    await send(context, id, values, async (rows, batch) => {
      added.push(...rows)
      shown.push(...batch)
      if (generated && !asData && !context.flags.dryRun) await context.show.print(`${batch.join('\n')}\n`)
    })
  } finally {
    await conclude()
  }
}

const numbers = (added: readonly Added[]): string => {
  const [first, last] = [added[0]?.number, added.at(-1)?.number]
  if (first === undefined || last === undefined) return ''
  return first === last ? ` (number ${first})` : ` (numbers ${first} to ${last})`
}

export const passwordGroup = group('password', {
  summary: 'Passwords that open a survey',
  aliases: ['passwords'],
  shows: 'password list {id}',
  refusals: {
    password_save_failed: { says: '{it}: the service could not save the password', hint: 'Try again; nothing was changed' },
    password_delete_failed: { says: '{it}: the service could not delete the password', hint: 'Try again; nothing was changed' },
  },
  commands: [
    command('list', listPasswords, {
      aliases: ['ls'],
      columns: [{ path: 'password_id', label: 'id' }, 'number'],
      examples: ['password list 46'],
    }),
    command('add', addPasswords, {
      summary: 'Add passwords, from a hidden prompt or from standard input, one a line',
      flags: { password: false, passwords: false },
      positionals: ['id'],
      extra: { generate: { flag: '--generate <n>', about: 'Generate this many, store them and print them once' } },
      examples: ['password add 42 --generate 3', 'printf "first-one\\nsecond-one\\n" | surveyctl password add 42'],
      run: async (context, { id }, options) => {
        const generated = options.generate !== undefined
        const values = generated ? await generate(readCount(String(options.generate))) : await readValues(context, 'Password')
        await add(context, id, [...new Set(values)], generated)
      },
    }),
    command('change', changePassword, {
      summary: 'Change a password; the new value is read from a hidden prompt or from standard input',
      flags: { password: false },
      positionals: ['id', 'passwordId'],
      examples: ['echo new-one | surveyctl password change 46 1'],
      run: async (context, { id, passwordId }) => {
        const [password = '', ...more] = await readValues(context, 'New password')
        if (more.length > 0) throw usageError('Standard input holds several lines; a password is one')
        const result = await context.service.call(changePassword, { id, passwordId, password })
        await context.show.done(result, `Changed password ${passwordId} of survey ${id}`, passwordId)
      },
    }),
    command('remove', removePassword, {
      aliases: ['rm'],
      confirm: ({ id, passwordId }) => `Remove password ${passwordId} of survey ${id}?`,
      done: (_, { id, passwordId }) => `Removed password ${passwordId} of survey ${id}`,
      examples: ['password remove 46 1 --yes'],
    }),
  ],
})

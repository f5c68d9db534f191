import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { adviceOf } from '../../src/cli/advice.ts'
import { findCommand } from '../../src/cli/find-command.ts'
import { loaders } from '../../src/commands/index.ts'
import { sentBy } from '../../src/cli/command.ts'
import { isWrite } from '../../src/contract/core/operation.ts'

const groups = await Promise.all(Array.from(loaders().values(), (load) => load()))
const all = await Promise.all(
  groups.flatMap(({ noun, commands }) =>
    commands.map(async (command) => [`${noun} ${command.verb}`, command, (await sentBy(command)).filter(isWrite)] as const),
  ),
)
const writing = all.filter(([, , writes]) => writes.length > 0)

it.each(writing)('%s has a command that shows what became of it', (name, command, writes) => {
  for (const operation of writes) {
    const input = { crm: 'crm_a', ...Object.fromEntries(Object.keys(operation.params).map((variable) => [variable, 7])) }
    const shows = adviceOf(command).shows({ operation, input })
    // The branding is only seen in the account cabinet.
    if (/^(branding|auth|sandbox|api)/.test(name)) return expect(shows).toBeUndefined()
    const [, noun = '', ...rest] = shows!.split(' ')
    const group = groups.find((one) => one.noun === noun)!
    expect(findCommand(group, rest), shows).toBeDefined()
    expect(shows).not.toMatch(/undefined|[{}]/)
  }
})

it('names the list that there is only once it was made', () => {
  const { commands } = groups.find(({ noun }) => noun === 'promo')!
  const { shows } = adviceOf(commands.find(({ verb }) => verb === 'import')!)
  expect([shows({ input: { id: 42 } }), shows({ input: { id: 42, list_id: 3 } })]).toEqual([
    'surveyctl promo list 42',
    'surveyctl promo codes 42 --list 3',
  ])
})

it('knows the groups alone: the client names none, and no command', () => {
  const folder = join(import.meta.dirname, '..', '..', 'src', 'client')
  const words = new Set(['api', 'text', 'media', 'answer', 'export'])
  const nouns = groups
    .filter(({ noun, commands }) => !words.has(noun) && commands.some(({ operation }) => operation))
    .map(({ noun }) => noun)
  const named = new RegExp(`surveyctl [a-z]|['"\`/](${nouns.join('|')})\\b|_not_found|crm_|messenger_`)
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
    const code = readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*\*?[\s\S]*?\*\/|\/\/ .*$|refers [!=]== 'quiz'/gm, '')
    expect(named.exec(code)?.[0], file).toBeUndefined()
  }
})

/** Surveys and folders by their names are the engine's to find. */
const finders = new Set(['prompt/references.ts'])

it('is told by the groups: the engine names commands of its own alone', () => {
  const folder = join(import.meta.dirname, '..', '..', 'src', 'cli')
  const nouns = groups.filter(({ commands }) => commands.some(({ operation }) => operation)).map(({ noun }) => noun)
  const named = new RegExp(`surveyctl (${nouns.join('|')}) [a-z]`)
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')))
    if (!finders.has(file.replaceAll('\\', '/'))) expect(named.exec(readFileSync(join(folder, file), 'utf8'))?.[0], file).toBeUndefined()
})

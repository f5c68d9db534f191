import { expect, it } from 'vitest'
import { stateCommand } from '../../src/client/state.ts'
import type { Command } from '../../src/cli/command.ts'
import { loaders } from '../../src/commands/index.ts'
import { isWrite, type AnyOperation } from '../../src/contract/core/operation.ts'

const groups = await Promise.all(Array.from(loaders().values(), (load) => load()))
const reaches = ({ operation, also = [] }: Command): AnyOperation[] => [...(operation ? [operation] : []), ...also]
const writes = [...new Set(groups.flatMap(({ commands }) => commands.flatMap(reaches)))].filter(isWrite)
const known = new Set(groups.flatMap(({ noun, commands }) => commands.map(({ verb }) => `${noun} ${verb}`)))

it.each(writes.map((operation) => [operation.id, operation] as const))('%s is looked at with a command that there is', (_, operation) => {
  const input = Object.fromEntries(Object.keys(operation.params).map((name) => [name, 7]))
  const command = stateCommand(operation, input)
  if (command === undefined) return expect(operation.path).toMatch(/branding/)
  expect(known).toContain(command.split(' ').slice(1, 3).join(' '))
  expect(command).not.toMatch(/\{|undefined/)
})

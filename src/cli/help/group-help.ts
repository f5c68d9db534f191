/** The page of a group: its verbs, with one line each. Written without commander, which only a command needs. */
import { aligned } from './aligned.ts'
import { usageTerms } from './command-line.ts'
import type { Command, Group } from '../command.ts'
import { positionalsOf } from '../shape.ts'

export function groupHelp(group: Group, commands: readonly Command[], width: number): string {
  const rows = commands.map((command): [string, string] => [
    [command.verb, ...usageTerms(positionalsOf(command))].join(' '),
    command.definition.summary ?? command.operation?.summary ?? '',
  ])
  return [
    `${group.summary}.`,
    '',
    `Usage: surveyctl ${group.noun} VERB [ARGUMENTS] [FLAGS]`,
    '',
    'Verbs:',
    ...aligned(rows, width),
    '',
    ...(group.aliases.length > 0 ? [`Also called: ${group.aliases.join(', ')}`] : []),
    `surveyctl ${group.noun} VERB --help shows the flags of one, with examples.`,
    '',
  ].join('\n')
}

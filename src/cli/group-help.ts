/** The page of a group: its verbs, with one line each. Written without commander, which only a command needs. */
import { usageTerms } from './command-line.ts'
import type { Command, Group } from './command.ts'
import { shapeOf } from './shape.ts'

const widest = 46

export function groupHelp(group: Group, commands: readonly Command[] = group.commands): string {
  const rows = commands.map((command) => ({
    term: [command.verb, ...usageTerms(shapeOf(command))].join(' '), summary: command.definition.summary ?? command.operation?.summary ?? '',
  }))
  const width = Math.min(widest, Math.max(...rows.map(({ term }) => term.length))) + 2
  const line = ({ term, summary }: (typeof rows)[number]): string => term.length < width ? `  ${term.padEnd(width)}${summary}` : `  ${term}\n  ${' '.repeat(width)}${summary}`
  return [
    `${group.summary}.`, '', `Usage: surveyctl ${group.noun} VERB [ARGUMENTS] [FLAGS]`, '',
    'Verbs:', ...rows.map(line), '',
    ...(group.aliases.length > 0 ? [`Also called: ${group.aliases.join(', ')}`] : []),
    `surveyctl ${group.noun} VERB --help shows the flags of one, with examples.`, '',
  ].join('\n')
}

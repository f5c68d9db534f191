/** The reference of all commands: src/commands/README.md. */
import type { Command, Group } from '../cli/command.ts'
import { commandLine, usageTerms } from '../cli/help/command-line.ts'
import { positionalsOf } from '../cli/shape.ts'
import { tableOf } from './markdown-table.ts'

const usage = (noun: string, command: Command): string =>
  ['surveyctl', noun, command.verb, ...usageTerms(positionalsOf(command))].filter(Boolean).join(' ')

function groupText({ noun, summary, commands }: Group): string[] {
  return [
    `### ${noun}`,
    '',
    `${summary}.`,
    '',
    ...tableOf(
      ['Command', 'What it does'],
      commands.map((command) => [`\`${usage(noun, command)}\``, command.definition.summary ?? command.operation?.summary ?? '']),
    ),
    '',
    '```sh',
    ...commands.slice(0, 4).flatMap(({ definition }) => definition.examples.slice(0, 1).map((example) => commandLine(noun, example))),
    '```',
    '',
  ]
}

export const referencePage = (sections: readonly { title: string; groups: readonly Group[] }[]): string =>
  [
    '# Commands',
    '',
    '`surveyctl NOUN VERB --help` shows the flags of each, with limits and examples. Written by `npm run generate`.',
    '',
    ...sections.flatMap(({ title, groups }) => [`## ${title}`, '', ...groups.flatMap(groupText)]),
  ]
    .join('\n')
    .trimEnd() + '\n'

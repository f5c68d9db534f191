/** The examples of help that are one command line without a shell's signs: what each command is tried with, many at once. */
import type { Command } from '../../src/cli/command.ts'
import { commandLine } from '../../src/cli/help/command-line.ts'
import { loaders } from '../../src/commands/index.ts'
import { isRead } from '../../src/contract/core/operation.ts'
import { isWithoutEnd } from './without-end.ts'

export interface PlainLine {
  line: string
  command: Command
}

const groups = await Promise.all([...loaders().values()].map((load) => load()))

/** They end by themselves, and start no service of their own. */
export const plainLines: readonly PlainLine[] = groups
  .filter(({ noun }) => noun !== 'sandbox' && noun !== 'mcp')
  .flatMap(({ noun, commands }) =>
    commands.flatMap((command) =>
      command.definition.examples
        .filter((example) => !isWithoutEnd(command.definition, example))
        .map((example) => ({ line: commandLine(noun, example), command })),
    ),
  )
  .filter(({ line }) => /^surveyctl [^|&;<>$`"'\\(){}*?#~\n]+$/.test(line))

/** What makes files, or opens a browser. */
const leavesSomething = / -o | --(sarif|html|download) |^surveyctl (quiz open|quiz preview|export) /

/** Those that only ask, and show what they hear. */
export const readLines = plainLines.filter(
  ({ line, command: { operation } }) => operation !== undefined && isRead(operation) && !leavesSomething.test(line),
)
